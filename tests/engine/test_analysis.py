"""Scores and best lines of positions, by the compiled and by the plain search."""

from __future__ import annotations

import threading
import time
from itertools import islice
from typing import Any

import pytest

from game.engine import analysis, compiled
from game.engine.analysis import (
    Result,
    Verdict,
    deepening,
    engine_for,
    evaluate,
    scores,
)
from game.engine.compiled_search import CompiledSearch
from game.engine.limits import DECISIVE, MAX_DEPTH, WIN, Cancel, Limit, OutOfTime
from game.notation import find_move, parse_fen
from game.rules import VARIANTS, Game, Move, Position, Variant, legal_moves
from tests.engine.positions import LONG_THINK, midgame_positions
from tests.kit import load

ENGLISH, BRAZILIAN, CANADIAN = (VARIANTS[key] for key in ("english", "brazilian", "canadian"))


@pytest.fixture(params=["compiled", "plain"])
def either(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "plain":
        monkeypatch.setattr(analysis, "is_supported", lambda variant: False)
    return str(request.param)


def play_out(position: Position, variant: Variant, found: analysis.Analysis) -> Position:
    for move in found.line:
        assert move in legal_moves(position, variant)
        position = position.after(move)
    return position


@pytest.mark.usefixtures("either")
@pytest.mark.parametrize("key", ["english", "brazilian", "international", "italian"])
def test_every_move_of_the_best_line_is_legal(key: str) -> None:
    variant = VARIANTS[key]
    for position in islice(midgame_positions(variant, 21), 6):
        found = evaluate(position, variant, Limit(depth=3))
        assert found.line
        play_out(position, variant, found)


@pytest.mark.usefixtures("either")
def test_forced_win_has_its_distance_and_full_line() -> None:
    position = parse_fen("W:W6,22,23,26,29:B9,18", ENGLISH)
    found = evaluate(position, ENGLISH, Limit(depth=5))
    assert (found.result, found.distance, found.verdict) == (Result.WIN, 1, Verdict.WON)
    assert [str(move) for move in found.line] == ["23x14x5"]
    assert not legal_moves(play_out(position, ENGLISH, found), ENGLISH)


@pytest.mark.usefixtures("either")
def test_forced_loss_is_seen_from_the_losing_side() -> None:
    position = parse_fen("B:WK31:B14", ENGLISH)
    found = evaluate(position, ENGLISH, Limit(depth=12))
    assert (found.result, found.verdict) == (Result.LOSS, Verdict.LOST)
    assert found.distance == WIN + found.score == len(found.line)
    assert not legal_moves(play_out(position, ENGLISH, found), ENGLISH)


def test_tables_give_result_and_distance_of_a_small_ending() -> None:
    # Two kings against one in the double corner: a win beyond the horizon of a short search.
    position = parse_fen("W:WK14,K15:BK28", ENGLISH)
    known = compiled.load().probe(position, ENGLISH)
    assert known is not None
    found = evaluate(position, ENGLISH, Limit(depth=1))
    assert (found.result, found.distance) == (Result.WIN, known.plies)
    assert found.distance is not None
    assert found.distance > 5
    assert len(found.line) == found.distance
    assert not legal_moves(play_out(position, ENGLISH, found), ENGLISH)
    blind = evaluate(position, ENGLISH, Limit(depth=1), tables=False)
    assert (blind.result, blind.distance) == (None, None)


def test_tables_give_a_drawn_result() -> None:
    found = evaluate(parse_fen("W:WK32:BK1", ENGLISH), ENGLISH, Limit(depth=2))
    assert (found.score, found.result, found.verdict) == (0, Result.DRAW, Verdict.DRAWN)


def test_win_forestalled_by_a_draw_counter_is_not_certain() -> None:
    position = parse_fen("W:WK14,K15:BK28", ENGLISH)
    found = evaluate(position, ENGLISH, Limit(depth=2), counts=(79,))
    assert (found.result, found.distance) == (None, None)
    # With five pieces the tables are WLD only.
    position = parse_fen("W:WK14,K15,K18,K19:BK28", ENGLISH)
    assert evaluate(position, ENGLISH, Limit(depth=2)).result is Result.WIN
    late = evaluate(position, ENGLISH, Limit(depth=1), counts=(79,))
    assert late.result is None


def test_side_without_a_move_has_lost() -> None:
    position = parse_fen("W:W:B1", ENGLISH)
    found = evaluate(position, ENGLISH, Limit(depth=3))
    assert (found.result, found.distance, found.line) == (Result.LOSS, 0, ())


@pytest.mark.parametrize(
    ("score", "verdict"),
    [
        (0, Verdict.EVEN),
        (25, Verdict.EVEN),
        (-26, Verdict.SLIGHTLY_WORSE),
        (70, Verdict.SLIGHTLY_BETTER),
        (-100, Verdict.WORSE),
        (101, Verdict.BETTER),
        (-300, Verdict.LOSING),
        (DECISIVE, Verdict.WINNING),
        (DECISIVE + 1, Verdict.WON),
        (-DECISIVE - 1, Verdict.LOST),
    ],
)
def test_verdict_of_a_score(score: int, verdict: Verdict) -> None:
    assert analysis.Analysis(score, (), 1, 1, None, None).verdict is verdict


@pytest.mark.usefixtures("either")
def test_scores_every_legal_move() -> None:
    for position in islice(midgame_positions(BRAZILIAN, 22), 5):
        found = scores(position, BRAZILIAN, Limit(depth=2))
        listed = legal_moves(position, BRAZILIAN)
        assert tuple(choice.move for choice in found.choices) == listed
        assert found.score == max(choice.score for choice in found.choices)
        alone = evaluate(position, BRAZILIAN, Limit(depth=2))
        if abs(found.score) < DECISIVE:
            assert found.score == alone.score


@pytest.mark.usefixtures("either")
def test_losing_moves_are_scored_beside_a_winning_one() -> None:
    position = parse_fen("B:W20:B11,12,14,27,K31", ENGLISH)
    found = scores(position, ENGLISH, Limit(depth=3))
    assert str(found.move) == "12-16"
    assert found.score == WIN - 1
    assert len(found.choices) == len(legal_moves(position, ENGLISH)) > 1


@pytest.mark.usefixtures("either")
def test_scores_a_move_back_to_an_earlier_position_as_a_draw() -> None:
    game = Game(ENGLISH, parse_fen("W:WK32,K31:BK1,K2,K3,4", ENGLISH))
    earlier = []
    for path in [(32, 27), (1, 6), (27, 32)]:
        earlier.append(game.position)
        game = game.play(Move(path))
    found = scores(game.position, ENGLISH, Limit(depth=1), earlier=earlier)
    assert {str(choice.move): choice.score for choice in found.choices}["6-1"] == 0


@pytest.mark.usefixtures("either")
@pytest.mark.parametrize("case", load("draws.json"), ids=lambda case: case["article"])
def test_counter_that_a_mans_move_does_not_reset_draws(case: dict[str, Any]) -> None:
    variant = VARIANTS[case["variant"]]
    game = Game(variant, parse_fen(case["start_fen"], variant))
    for move in case["moves"][:-1]:
        game = game.play(find_move(move, game.position, variant))
    last = find_move(case["moves"][-1], game.position, variant)
    found = scores(
        game.position,
        variant,
        Limit(depth=1),
        earlier=game.earlier_positions,
        counts=game.counts,
        tables=False,
    )
    assert {choice.move: choice.score for choice in found.choices}[last] == 0
    at_first = scores(game.position, variant, Limit(depth=1), tables=False)
    assert {choice.move: choice.score for choice in at_first.choices}[last] < 0


def test_plain_search_analyses_canadian_checkers() -> None:
    found = evaluate(CANADIAN.start, CANADIAN, Limit(depth=2))
    assert found.depth == 2
    assert not isinstance(engine_for(CANADIAN), CompiledSearch)


@pytest.mark.usefixtures("either")
def test_another_thread_can_cancel_a_search() -> None:
    cancel = Cancel()
    found = []
    for deeper in deepening(ENGLISH.start, ENGLISH, Limit(cancel=cancel)):
        if not found:
            threading.Timer(0.2, cancel.set).start()
        found.append(deeper.depth)
    assert cancel.is_set
    assert found[-1] < MAX_DEPTH


@pytest.mark.usefixtures("either")
def test_no_analysis_without_time_for_depth_one() -> None:
    with pytest.raises(OutOfTime):
        evaluate(LONG_THINK, BRAZILIAN, Limit(deadline=time.monotonic()))
    with pytest.raises(OutOfTime):
        scores(LONG_THINK, BRAZILIAN, Limit(nodes=1))
