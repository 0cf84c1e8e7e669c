"""Draw counters: when each runs, what resets it, and the exact ply at which it draws."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from game.notation import find_move, parse_fen
from game.rules import VARIANTS, Game, Outcome, Position, Termination, Variant
from game.rules.draws import NOTHING, Event
from tests.kit import load

ENDLESS = {key: replace(variant, max_repetitions=10**6) for key, variant in VARIANTS.items()}
"""The games without the repetition rule, which would draw before most counters do."""
FMJD64 = ("brazilian", "russian")


def begin(key: str, fen: str) -> Game:
    return Game(ENDLESS[key], parse_fen(fen, ENDLESS[key]))


def play(game: Game, *moves: str) -> Game:
    for move in moves:
        game = game.play(find_move(move, game.position, game.variant))
    return game


def linger(game: Game, plies: int, may_be: Callable[[Position], bool] = lambda at: True) -> Game:
    """Return the game after so many quiet king moves, through positions that satisfy ``may_be``."""
    return next(_lingering(game, plies, may_be))


def _lingering(game: Game, plies: int, may_be: Callable[[Position], bool]) -> Iterator[Game]:
    if plies == 0:
        yield game
        return
    for move in game.legal_moves:
        after = game.play(move)
        is_quiet = not any(known.is_capture for known in (move, *after.legal_moves))
        if is_quiet and game.position.is_king(move.origin) and may_be(after.position):
            yield from _lingering(after, plies - 1, may_be)


def exchanged(game: Game) -> Game:
    """Return the game after the first sacrifice and capture that leave nothing to capture."""
    for offer in game.legal_moves:
        given = game.play(offer)
        for capture in given.legal_moves:
            after = given.play(capture)
            if capture.is_capture and after.legal_moves and not after.legal_moves[0].is_capture:
                return after
    raise AssertionError(game.position)


def on_the_main_road(variant: Variant) -> Callable[[Position], bool]:
    return lambda at: bool(at.black_kings & variant.board.main_road)


def shown(game: Game) -> dict[str, int]:
    """Return the count of each running counter, by its article."""
    return {counter.article: count for counter, count in game.running_counters}


def running(game: Game) -> dict[str, int]:
    """Return the limit of each running counter, by its article."""
    return {counter.article: counter.plies for counter, _ in game.running_counters}


LIMITS = [  # the game, a position, the article that draws first, and after how many plies
    ("english", "W:WK32:BK1", "WCDF 1.32.2", 80),
    ("english", "W:WK32,K31,21:BK1,K2,12", "WCDF 1.32.2", 80),
    ("italian", "W:WK29:BK4", "40 moves each", 80),
    ("spanish", "W:WK29:BK4", "20 moves each", 40),
    ("portuguese", "W:WK29:BK4", "20 moves each", 40),
    ("czech", "W:WK29:BK3", "15 moves each", 30),
    ("pool", "W:WK20,K31,21:BK1,12", "FMJD-64 7.2.5", 30),
    ("pool", "W:WK29,K30,K31:BK1", "APCA 13 moves", 26),
    ("pool", "W:WK29,K30,K31,K32:BK1", "APCA 13 moves", 26),
    ("international", "W:WK47,K48,40:BK3,K4,11", "FMJD Annex 1, 6.2", 50),
    ("international", "W:WK46,K47,K48:BK3", "FMJD Annex 1, 6.3", 32),
    ("international", "W:WK46,K47,38:BK3", "FMJD Annex 1, 6.3", 32),
    ("international", "W:WK46,38,39:BK3", "FMJD Annex 1, 6.3", 32),
    ("international", "W:WK46,K47:BK3", "FMJD Annex 1, 6.4", 10),
    ("international", "W:WK46,38:BK3", "FMJD Annex 1, 6.4", 10),
    ("international", "W:WK46:BK3", "FMJD Annex 1, 6.4", 10),
    ("canadian", "W:WK68,K69,60:BK4,K5,13", "as FMJD Annex 1, 6.2", 50),
    ("canadian", "W:WK67,K68,K69:BK4", "16 moves each", 32),
]
LIMITS += [
    (key, fen, f"FMJD-64 {article}", plies)
    for key in FMJD64
    for fen, article, plies in [
        ("W:WK30,K31,K32:BK1", "7.2.4", 30),
        ("W:WK27,K30,K31,K32:BK1", "7.2.4", 30),
        ("W:WK20,K31,21,22:BK1,12,4,3", "7.2.5", 30),
        ("W:WK20,21:BK1,12", "7.2.6", 60),
        ("W:WK20,K31,21:BK1,12", "7.2.6", 60),
        ("W:WK31,21,30:BK1", "7.2.6", 60),
        ("W:WK20,K31,21:BK1,12,4", "7.2.6", 120),
        ("W:WK20,K31,21,22:BK1,12,4", "7.2.6", 120),
        ("W:WK30,K31:BK1", "7.2.8", 10),
        ("W:WK31,21:BK1", "7.2.8", 10),
        ("W:WK31:BK1", "7.2.8", 10),
    ]
]


@pytest.mark.parametrize(("key", "fen", "article", "plies"), LIMITS)
def test_counter_draws_exactly_at_its_limit(key: str, fen: str, article: str, plies: int) -> None:
    def off_the_main_road(at: Position) -> bool:
        return not on_the_main_road(ENDLESS[key])(at)

    game = linger(begin(key, fen), plies - 1, off_the_main_road)
    assert game.outcome is None
    game = linger(game, 1, off_the_main_road)
    assert game.outcome == Outcome(None, Termination.DRAW_COUNTER, article)
    assert linger(game, 1, off_the_main_road).outcome == game.outcome


@pytest.mark.parametrize("key", FMJD64)
@pytest.mark.parametrize("hunters", ["K1,K2,K3", "K1,K2,21", "K1,21,23"])
def test_lone_king_on_the_main_road_draws_in_five_moves(key: str, hunters: str) -> None:
    game = begin(key, f"B:W{hunters}:BK4")
    stays = on_the_main_road(game.variant)
    game = linger(game, 9, stays)
    assert game.outcome is None
    assert linger(game, 1, stays).outcome == Outcome(
        None, Termination.DRAW_COUNTER, "FMJD-64 7.2.7"
    )


def test_leaving_the_main_road_resets_its_counter() -> None:
    game = begin("brazilian", "B:WK1,K2,K3:BK29")
    stays = on_the_main_road(game.variant)
    game = linger(game, 8, stays)
    assert shown(game)["FMJD-64 7.2.7"] == 8
    game = linger(game, 1, lambda at: not stays(at))
    assert shown(game) == {"FMJD-64 7.2.4": 9, "FMJD-64 7.2.6": 9}
    game = linger(linger(game, 1), 1, stays)
    assert shown(game)["FMJD-64 7.2.7"] == 0
    assert game.quiet_plies == 11
    assert game.outcome is None


@pytest.mark.parametrize(
    ("fen", "articles"),
    [
        # Decision 2: 7.2.6 with 4-7 pieces and a king on both sides, otherwise 7.2.5.
        ("W:W21-32:B1-12", {"7.2.5": 30}),
        ("W:WK20,K31,21,22:BK1,12,4,3", {"7.2.5": 30}),
        ("W:WK20,K31,21,22:BK1,12,4", {"7.2.6": 120}),
        ("W:WK20,K31,21:BK1,12,4", {"7.2.6": 120}),
        ("W:WK20,K31,21:BK1,12", {"7.2.6": 60}),
        ("W:WK20,21:BK1,12", {"7.2.6": 60}),
        ("W:WK20,K31,21,22:B1,12,4", {"7.2.5": 30}),
        ("W:WK20,K21:B11,12", {"7.2.5": 30}),
        ("W:WK20:B11,12", {"7.2.5": 30}),
        ("W:WK30,K31,K32:BK1", {"7.2.4": 30, "7.2.6": 60}),
        ("W:WK30,K31,K32:BK29", {"7.2.4": 30, "7.2.6": 60, "7.2.7": 10}),
        ("W:WK30,K31,22:BK29", {"7.2.6": 60, "7.2.7": 10}),
        ("W:WK30,22,23:BK29", {"7.2.6": 60, "7.2.7": 10}),
        ("W:W21,22,23:BK29", {"7.2.5": 30}),
        ("W:WK30,K31,K32,K28:BK29", {"7.2.4": 30, "7.2.6": 60}),
        ("W:WK30,K31,K32,22:BK1", {"7.2.6": 60}),
        ("W:WK30,K31,K32:BK1,5", {"7.2.6": 60}),
        ("W:WK30,K31:BK29", {"7.2.5": 30, "7.2.8": 10}),
        ("W:WK30,22:BK1", {"7.2.5": 30, "7.2.8": 10}),
        ("W:WK30:BK1", {"7.2.5": 30, "7.2.8": 10}),
        ("W:WK30:BK1,K2", {"7.2.5": 30, "7.2.8": 10}),
        ("W:WK1:BK30,K31,K32", {"7.2.4": 30, "7.2.6": 60}),
        ("W:W22:BK1", {"7.2.5": 30}),
    ],
)
def test_material_decides_which_counters_run(fen: str, articles: dict[str, int]) -> None:
    for key in FMJD64:
        assert running(begin(key, fen)) == {f"FMJD-64 {a}": n for a, n in articles.items()}


@pytest.mark.parametrize(
    ("key", "fen", "limits"),
    [
        ("international", "W:WK46,K47,K48:BK3", [50, 32]),
        ("international", "W:WK46,K47,K48,K49:BK3", [50]),
        ("international", "W:W46,47,48:BK3", [50]),
        ("international", "W:WK46,K47,K48:BK3,K4", [50]),
        ("international", "W:WK46,48:BK3", [50, 10]),
        ("canadian", "W:WK67,K68,K69,K70:BK4", [50, 32]),
        ("canadian", "W:WK67,K68,40:BK4", [50]),
        ("pool", "W:WK29,K30,22:BK1", [30]),
        ("pool", "W:WK29,K30,K31,K32:BK1", [30, 26]),
        ("turkish", "W:WKd4:Ba7", [2, 50]),
        ("turkish", "W:WKd4,a2:Ba7", [50]),
        ("killer", "W:WK46:BK3", [50, 10]),
        ("killer", "W:WK46,K47:BK3", [50]),
        ("frysk", "W:WK46,K47:BK3", [14]),
    ],
)
def test_other_games_have_counters_for_other_material(
    key: str, fen: str, limits: list[int]
) -> None:
    assert list(running(begin(key, fen)).values()) == limits


@pytest.mark.parametrize(
    ("last", "resets"),
    [("32-28", False), ("21-17", True)],
    ids=["a king's move", "a man's move"],
)
def test_english_counter_is_reset_by_a_mans_move_not_a_kings(last: str, resets: bool) -> None:
    game = begin("english", "B:WK32,21:BK1")
    game = play(game, *("1-5", "32-28", "5-1", "28-32") * 10, "1-5", last)
    assert game.counts == ((0,) if resets else (42,))
    assert game.quiet_plies == game.counts[0]


def test_last_move_before_the_limit_can_still_reset_the_counter() -> None:
    shuffle = ("1-5", "32-28", "5-1", "28-32") * 20
    game = play(begin("english", "B:WK32,21:BK1"), *shuffle[:79])
    assert game.counts == (79,)
    assert play(game, "28-32").outcome == Outcome(None, Termination.DRAW_COUNTER, "WCDF 1.32.2")
    assert play(game, "21-17").outcome is None


def test_capture_by_a_king_resets_the_counter() -> None:
    game = linger(begin("russian", "W:WK29,K30,K31,K32:BK1,K2"), 11)
    assert shown(game) == {"FMJD-64 7.2.6": 11}
    game = play(begin("english", "B:WK32,K31:BK1,K24"), "1-5", "32-28", "5-1", "28x19")
    assert (game.counts, game.quiet_plies) == ((0,), 0)


def test_crowning_starts_the_counters_of_the_new_material_at_zero() -> None:
    game = play(begin("brazilian", "B:WK31,K32,5:BK3"), "3-7", "5-1")
    assert set(shown(game).values()) == {0}
    assert running(game) == {"FMJD-64 7.2.4": 30, "FMJD-64 7.2.6": 60}


def test_counters_do_not_stop_a_replay() -> None:
    game = linger(begin("brazilian", "W:WK30,K31:BK1"), 40)
    assert game.quiet_plies == 40
    assert game.outcome == Outcome(None, Termination.DRAW_COUNTER, "FMJD-64 7.2.5")
    assert game.legal_moves


def test_every_limit_is_a_whole_number_of_moves_by_both_sides() -> None:
    assert all(c.plies % 2 == 0 for v in VARIANTS.values() for c in v.draw_counters)


def test_counter_does_not_count_without_its_material() -> None:
    game = begin("brazilian", "B:WK1,K2,K3:BK29")
    game = linger(game, 1, on_the_main_road(game.variant))
    # Neither 7.2.5 nor 7.2.6 of six and seven pieces nor 7.2.8.
    assert game.counts == (1, None, 1, None, 1, None)
    assert shown(game) == {
        "FMJD-64 7.2.4": 1,
        "FMJD-64 7.2.6": 1,
        "FMJD-64 7.2.7": 1,
    }


@pytest.mark.parametrize("case", load("draws.json"), ids=lambda case: case["article"])
def test_known_game_is_drawn_at_the_ply_its_article_sets(
    case: dict[str, Any],
) -> None:
    game = begin(case["variant"], case["start_fen"])
    for move in case["moves"][:-1]:
        game = play(game, move)
        assert game.outcome is None
    game = play(game, case["moves"][-1])
    assert f"draw after ply {game.ply}" == case["expect"].partition(" if ")[0]
    assert game.outcome is not None
    assert game.outcome.termination is Termination.DRAW_COUNTER
    assert game.outcome.article.replace(",", "") == case["article"]


PROGRESS = Event.CAPTURE | Event.MANS_MOVE
NEW_PIECES = Event.CAPTURE | Event.CROWNING
RESET_BY = {  # field guide, section 3, decision 1: nothing resets the others
    "WCDF 1.32.2": PROGRESS,
    "FMJD-64 7.2.5": PROGRESS,
    "FMJD-64 7.2.6": NEW_PIECES,
    "FMJD Annex 1, 6.2": PROGRESS,
    "as FMJD Annex 1, 6.2": PROGRESS,
    "15 moves each": PROGRESS,
    "20 moves each": PROGRESS,
    "25 moves each": PROGRESS,
    "40 moves each": PROGRESS,
}


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_counter_is_reset_by_what_its_article_names(key: str) -> None:
    for counter in VARIANTS[key].draw_counters:
        assert counter.reset_by == RESET_BY.get(counter.article, NOTHING), counter


@pytest.mark.parametrize(
    ("key", "fen", "man", "before", "after"),
    [
        ("brazilian", "W:WK31,K32,21:BK1,K4", "21-17", {"7.2.6": 4}, {"7.2.6": 5}),
        ("brazilian", "W:WK31,K32,21,22:BK1,K4", "21-17", {"7.2.6": 4}, {"7.2.6": 5}),
        ("brazilian", "W:WK20,K31,21,22,25:BK1,12,4,3", "21-17", {"7.2.5": 4}, {"7.2.5": 0}),
        ("russian", "W:WK31,21:BK3", "21-17", {"7.2.5": 4, "7.2.8": 4}, {"7.2.5": 0, "7.2.8": 5}),
        ("russian", "W:WK31,K32,21:BK29", "21-17", {"7.2.6": 4, "7.2.7": 4}, {"7.2.6": 5}),
        ("russian", "W:WK31,K32,6:BK3", "6-1", {"7.2.6": 4}, {"7.2.4": 0, "7.2.6": 0}),
    ],
)
def test_mans_move_resets_only_counters_of_kings_moves(
    key: str, fen: str, man: str, before: dict[str, int], after: dict[str, int]
) -> None:
    game = linger(begin(key, fen), 4)
    assert shown(game) == {f"FMJD-64 {article}": n for article, n in before.items()}
    now = shown(play(game, man))
    assert {f"FMJD-64 {article}": n for article, n in after.items()}.items() <= now.items()


@pytest.mark.parametrize(
    ("key", "fen", "moves", "before", "after"),
    [
        (
            "brazilian",
            "W:WK29,K30,K31,22:BK1,K5,12",
            "29-25 5-9 22-17 9-2 17-14 1-24 31x20",
            {"FMJD-64 7.2.6": 6},
            {"FMJD-64 7.2.6": 0},
        ),
        (
            "russian",
            "W:WK29,K30,K31,K32:BK1",
            "29-18 1-28 18-4 28-6 32-9 6:13",
            {"FMJD-64 7.2.4": 5, "FMJD-64 7.2.6": 5},
            {"FMJD-64 7.2.4": 6, "FMJD-64 7.2.6": 0},
        ),
        (
            "russian",
            "W:WK29,K30:BK3",
            "29-15 3-21 15-6 21-14 6-9 14:5",
            {"FMJD-64 7.2.5": 5, "FMJD-64 7.2.8": 5},
            {"FMJD-64 7.2.5": 0, "FMJD-64 7.2.8": 6},
        ),
        (
            "pool",
            "W:WK29,K30,K31,K32:BK1",
            "29-18 1-28 18-4 28-6 32-9 6x13",
            {"FMJD-64 7.2.5": 5, "APCA 13 moves": 5},
            {"FMJD-64 7.2.5": 0, "APCA 13 moves": 6},
        ),
        (
            "international",
            "W:WK46,K47:BK3",
            "46-28 3-25 28-10 25-30 10-19 30x13",
            {"FMJD Annex 1, 6.2": 5, "FMJD Annex 1, 6.4": 5},
            {"FMJD Annex 1, 6.2": 0, "FMJD Annex 1, 6.4": 6},
        ),
        (
            "international",
            "W:WK46,K47,38:BK3",
            "46-10 3-12 10-28 12-40 38-32 40-7 47-42 7-1 42-29 1x34",
            {"FMJD Annex 1, 6.2": 4, "FMJD Annex 1, 6.3": 9},
            {"FMJD Annex 1, 6.2": 0, "FMJD Annex 1, 6.3": 10, "FMJD Annex 1, 6.4": 0},
        ),
    ],
)
def test_capture_resets_only_counters_that_captures_reset(
    key: str, fen: str, moves: str, before: dict[str, int], after: dict[str, int]
) -> None:
    *played, capture = moves.split()
    game = play(begin(key, fen), *played)
    assert shown(game) == before
    assert shown(play(game, capture)) == after


def test_sixteen_move_limit_holds_when_one_of_three_pieces_is_captured() -> None:
    game = exchanged(linger(begin("international", "W:WK46,K47,K48:BK3"), 26))
    assert shown(game)["FMJD Annex 1, 6.3"] == 28
    game = linger(game, 3)
    assert game.outcome is None
    assert shown(game)["FMJD Annex 1, 6.4"] == 3
    assert linger(game, 1).outcome == Outcome(None, Termination.DRAW_COUNTER, "FMJD Annex 1, 6.3")


def test_sixteen_move_counter_needs_three_pieces_to_start() -> None:
    game = linger(begin("international", "W:WK46,K47:BK3"), 9)
    assert shown(game) == {"FMJD Annex 1, 6.2": 9, "FMJD Annex 1, 6.4": 9}
