"""A game: playing and undoing moves, repetition, and how it ends."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.notation import find_move, format_fen, parse_fen
from game.rules import VARIANTS, Game, Outcome, Side, Termination, Variant
from game.rules.draws import NOTHING, DrawCounter, always
from tests.kit import load, random_games, thorough, variants

ENGLISH = VARIANTS["english"]
CORNERS = "B:WK32:BK1"
SHUFFLE = ("1-5", "32-28", "5-1", "28-32")
"""Four plies that take two kings out of the corners and back."""


def begin(fen: str, variant: Variant = ENGLISH) -> Game:
    return Game(variant, parse_fen(fen, variant))


def play(game: Game, *moves: str) -> Game:
    for move in moves:
        game = game.play(find_move(move, game.position, game.variant))
    return game


@pytest.mark.parametrize("case", load("sequences.json"), ids=lambda case: case["id"])
def test_counts_repetitions_and_quiet_plies_of_known_games(
    case: dict[str, Any],
) -> None:
    game = begin(case["start_fen"], VARIANTS[case["variant"]])
    counted = []
    for move in case["moves"]:
        game = play(game, move)
        counted.append([game.ply, game.repetitions, game.quiet_plies])
    assert counted == (case["trace"] or counted)
    thirds = [ply for ply, repetitions, _ in counted if repetitions >= 3]
    assert (thirds[0] if thirds else None) == case["first_threefold_ply"]
    assert max(repetitions for _, repetitions, _ in counted) == case["max_repetition"]
    assert game.quiet_plies == case["quiet_king_plies_at_end"]
    assert len(game.legal_moves) == case["legal_moves_at_end"]
    assert game.position == parse_fen(case["final_fen"], game.variant)


@pytest.mark.parametrize("name", ["variant", "position", "ply", "previous", "counts", "_ending"])
def test_game_cannot_be_changed(name: str) -> None:
    game = play(Game(ENGLISH), "11-15")
    before = getattr(game, name)
    with pytest.raises(FrozenInstanceError):
        setattr(game, name, None)
    with pytest.raises(FrozenInstanceError):
        delattr(game, name)
    assert getattr(game, name) is before


@settings(thorough, max_examples=40)
@given(variants, st.integers(0, 10**6))
def test_undo_goes_back_through_the_same_positions(variant: Variant, seed: int) -> None:
    game = next(random_games(variant, seed, longest=60))
    positions = [variant.start]
    for move in game.moves:
        positions.append(positions[-1].after(move))
    while game.ply:
        assert game.position == positions[game.ply]
        assert game.start == variant.start
        assert len(game.moves) == game.ply
        assert game.last_move == game.moves[-1]
        game = game.undo()
    assert game.position == variant.start
    assert game.moves == ()
    assert game.last_move is None


def test_play_leaves_the_game_before_unchanged() -> None:
    before = Game(ENGLISH)
    one, other = play(before, "11-15"), play(before, "9-13")
    assert (before.ply, before.position) == (0, ENGLISH.start)
    assert one.position != other.position
    assert one.previous is other.previous is before


def test_undo_at_the_start_is_an_error() -> None:
    with pytest.raises(ValueError, match="no move has been played yet"):
        Game(ENGLISH).undo()


def test_long_game_needs_no_deep_stack() -> None:
    game = begin(CORNERS)
    shuffle = [
        find_move(move, play(game, *SHUFFLE[:n]).position, ENGLISH)
        for n, move in enumerate(SHUFFLE)
    ]
    for n in range(20_000):
        game = game.play(shuffle[n % 4])
    assert game.start == parse_fen(CORNERS, ENGLISH)
    assert len(game.moves) == game.quiet_plies == 20_000
    del game


def test_starting_position_counts_as_an_occurrence() -> None:
    game = play(begin(CORNERS), *SHUFFLE)
    assert (game.repetitions, game.outcome) == (2, None)
    game = play(game, *SHUFFLE[:3])
    assert game.outcome is None
    assert play(game, SHUFFLE[3]).outcome == Outcome(None, Termination.REPETITION)


def test_repetition_requires_the_same_side_to_move() -> None:
    # White's flying king comes back in three moves, Black's in two, so the other side is to move.
    game = begin("W:WK29:BK28", VARIANTS["russian"])
    later = play(game, "29-25", "28-32", "25-22", "32-28", "22-29")
    assert later.position == game.position._replace(side=Side.BLACK)
    assert later.repetitions == 1


def test_no_position_from_before_a_mans_move_can_be_repeated() -> None:
    game = play(begin("B:WK32,21:BK1"), *SHUFFLE, "1-5", "21-17", "5-1")
    assert (game.repetitions, game.quiet_plies) == (1, 1)
    assert play(game, *("32-28", "1-5", "28-32", "5-1")).repetitions == 2


def test_game_can_be_played_on_past_a_draw() -> None:
    game = play(begin(CORNERS), *SHUFFLE * 25)
    assert game.outcome == Outcome(None, Termination.REPETITION)
    assert (game.repetitions, game.quiet_plies, game.counts) == (26, 100, (100,))
    assert game.legal_moves


@pytest.mark.parametrize(
    ("fen", "termination"),
    [("B:W18:B", Termination.NO_PIECES), ("B:WK32:B28", Termination.BLOCKED)],
)
def test_side_that_cannot_move_has_lost(fen: str, termination: Termination) -> None:
    assert begin(fen).outcome == Outcome(Side.WHITE, termination)


def test_side_not_to_move_may_have_no_pieces_or_moves() -> None:
    assert begin("W:W18:B").outcome is None
    assert begin("W:WK32:B28").outcome is None


@pytest.mark.parametrize("repetitions", [1, 3])
def test_win_takes_precedence_over_a_draw_by_rule(repetitions: int) -> None:
    at_once = replace(
        ENGLISH,
        max_repetitions=repetitions,
        draw_counters=(DrawCounter("quiet", "article", 1, always, NOTHING),),
    )
    game = play(begin("W:WK27:B28", at_once), "27-32")
    assert game.counts == (1,)
    assert game.outcome == Outcome(Side.WHITE, Termination.BLOCKED)
    assert play(begin("W:WK27:B20", at_once), "27-32").outcome == Outcome(
        None,
        *((Termination.REPETITION,) if repetitions == 1 else (Termination.DRAW_COUNTER, "article")),
    )


def test_opponent_wins_when_a_player_resigns() -> None:
    game = play(Game(ENGLISH), "11-15")
    resigned = game.resign(Side.BLACK)
    assert resigned.outcome == Outcome(Side.WHITE, Termination.RESIGNATION)
    assert game.resign(Side.WHITE).outcome == Outcome(Side.BLACK, Termination.RESIGNATION)
    assert game.outcome is None


def test_players_can_agree_to_a_draw() -> None:
    game = play(Game(ENGLISH), "11-15").agree_draw()
    assert game.outcome == Outcome(None, Termination.AGREEMENT)


def test_ended_game_keeps_its_history() -> None:
    game = play(begin(CORNERS), *SHUFFLE)
    ended = game.agree_draw()
    assert (ended.position, ended.ply, ended.moves) == (game.position, 4, game.moves)
    assert (ended.repetitions, ended.quiet_plies, ended.counts) == (2, 4, (4,))
    assert (ended.start, ended.last_move) == (game.start, game.last_move)
    assert ended.undo().outcome is None


def test_win_on_the_board_cannot_be_resigned_or_agreed_away() -> None:
    won = begin("B:WK32:B28")
    assert won.agree_draw().outcome == won.outcome == Outcome(Side.WHITE, Termination.BLOCKED)
    assert won.resign(Side.WHITE).outcome == won.outcome


def test_resignation_overrides_a_draw_that_was_played_past() -> None:
    game = play(begin(CORNERS), *SHUFFLE * 2)
    assert game.outcome == Outcome(None, Termination.REPETITION)
    assert game.resign(Side.BLACK).outcome == Outcome(Side.WHITE, Termination.RESIGNATION)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.key)
def test_random_games_end_in_every_variant(variant: Variant) -> None:
    games = random_games(variant, seed=1, longest=400)
    ends = {next(games).outcome for _ in range(5)}
    assert any(outcome is not None for outcome in ends)
    assert format_fen(next(games).position, variant)


FRISIAN = VARIANTS["frisian"]
OUT_AND_BACK = ("46-41", "1-6", "41-46", "6-1", "46-41", "1-6")
"""Three moves in a row of each side's one king."""


def test_frisian_king_may_not_make_a_fourth_quiet_move_in_a_row() -> None:
    # Frisian rules 2011, art. 17
    game = play(begin("W:WK46,50:BK1,15", FRISIAN), *OUT_AND_BACK)
    assert game.king_at_move_limit == 41
    assert {move.origin for move in game.legal_moves} == {50}
    after = play(game, "50-45")
    assert {move.origin for move in after.legal_moves} == {15}
    later = play(after, "15-20")
    assert later.king_at_move_limit is None
    assert {move.origin for move in later.legal_moves} == {41, 45}


def test_frisian_king_has_no_move_limit_when_its_side_has_no_men() -> None:
    game = play(begin("W:WK46:BK1,15", FRISIAN), *OUT_AND_BACK)
    assert game.king_at_move_limit is None
    assert {move.origin for move in game.legal_moves} == {41}


def test_king_has_no_move_limit_in_other_games() -> None:
    game = play(begin("W:WK46,50:BK1,15", VARIANTS["international"]), *OUT_AND_BACK)
    assert {move.origin for move in game.legal_moves} == {41, 50}


def test_king_at_its_move_limit_may_move_if_nothing_else_can() -> None:
    limited = replace(ENGLISH, max_same_king_moves=3)
    game = play(begin("W:WK32,12:BK1,3,8", limited), "32-28", "1-5", "28-32", "5-1", "32-28", "1-5")
    assert game.king_at_move_limit == 28
    assert {move.origin for move in game.legal_moves} == {28}


def test_king_at_its_move_limit_may_capture() -> None:
    limited = replace(ENGLISH, max_same_king_moves=3)
    shuffled = play(begin("W:WK32,13:BK1,19", limited), "32-28", "1-5", "28-32", "5-1", "32-28")
    game = play(shuffled, "19-24")
    assert game.king_at_move_limit == 28
    assert [str(move) for move in game.legal_moves] == ["28x19"]


@pytest.mark.parametrize(
    ("fen", "kind", "plies"),
    [("W:WK46,K49:BK5", "two kings", 14), ("W:WK46:BK4", "king against king", 4)],
)
def test_frisian_king_endings_have_short_limits(fen: str, kind: str, plies: int) -> None:
    # Frisian rules 2011, art. 18: seven moves each, and two
    counters = [counter for counter, _ in begin(fen, FRISIAN).running_counters]
    assert [(counter.kind, counter.plies) for counter in counters] == [(kind, plies)]
