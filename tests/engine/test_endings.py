"""The search with endgame tables: wins won endings, holds drawn ones, minds the draw counters."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from game.engine.compiled_search import CompiledSearch
from game.engine.endgames import Ending
from game.engine.kernel.scores import MIN_KNOWN_WIN
from game.engine.limits import DECISIVE, WIN, Limit
from game.notation import parse_fen
from game.rules import VARIANTS, Game, Position, Side
from tests.engine.endings import play_out, table_positions

pytestmark = pytest.mark.rotates(2)

ENGLISH, BRAZILIAN, RUSSIAN = (VARIANTS[key] for key in ("english", "brazilian", "russian"))
PUBLISHED = json.loads((Path(__file__).parents[1] / "data" / "endings.json").read_text())
FEW, MANY = Limit(nodes=5_000), Limit(nodes=200_000)


@pytest.mark.parametrize("ending", PUBLISHED, ids=lambda ending: ending["id"])
def test_knows_published_endings_and_finds_their_best_move(
    engine: CompiledSearch, ending: dict[str, Any]
) -> None:
    variant = VARIANTS[ending["variant"]]
    position = parse_fen(ending["fen"], variant)
    winner = ending["result"].removesuffix(" wins")
    result = 0 if winner == "draw" else 1 if winner == position.side.name.lower() else -1
    known = engine.probe(position, variant)
    assert known is None or known.result == result
    assert known is None or ending.get("dtw_plies", known.plies) == known.plies
    engine.forget()
    found = engine.search(position, variant, Limit(nodes=100_000), tables=True)
    if known is not None:
        assert (found.score > DECISIVE, found.score < -DECISIVE) == (result == 1, result == -1)
    assert str(found.move) in ending.get("best", [str(found.move)])


@pytest.mark.parametrize("variant", [ENGLISH, BRAZILIAN, RUSSIAN], ids=lambda game: game.key)
@pytest.mark.parametrize("result", [1, 0], ids=["won", "drawn"])
def test_plays_a_hundred_endings_without_a_mistake(
    engine: CompiledSearch, variant: Any, result: int, rotation: int
) -> None:
    """Half of them in this run, the others after the next commit (tests/rotation.py)."""
    positions = [*enumerate(islice(table_positions(engine, variant, result, 1), 18))]
    for number, position in positions[rotation % 2 :: 2]:
        assert play_out(engine, variant, position, FEW if result == 0 else MANY, number) is None


def test_win_after_the_draw_counter_expires_is_not_a_win(engine: CompiledSearch) -> None:
    position = parse_fen("B:WK32:BK5,K6", ENGLISH)
    known = engine.probe(position, ENGLISH)
    assert known is not None
    assert known.plies is not None
    assert known.plies > 10
    for shown, is_win in ((0, True), (80 - known.plies, True), (74, False)):
        engine.forget()
        found = engine.search(position, ENGLISH, Limit(depth=12), counts=(shown,), tables=True)
        assert (found.score > DECISIVE) is is_win, shown
    assert found.score == 0


def test_moves_a_man_in_time_to_reset_the_draw_counter(engine: CompiledSearch) -> None:
    position = parse_fen("W:WK15,K18,25:BK1", ENGLISH)
    engine.forget()
    found = engine.search(position, ENGLISH, Limit(depth=8), counts=(79,), tables=True)
    assert found.move.origin == 25
    assert found.score > DECISIVE


def test_known_win_of_five_pieces_outscores_any_evaluation(
    engine: CompiledSearch,
) -> None:
    position = next(
        at
        for at in table_positions(engine, ENGLISH, 1, 3)
        if (known := engine.probe(at, ENGLISH)) is not None and known.plies is None
    )
    engine.forget()
    found = engine.search(position, ENGLISH, Limit(depth=2), tables=True)
    assert found.score > MIN_KNOWN_WIN
    after = engine.probe(position.after(found.move), ENGLISH)
    assert after is not None
    assert after.result == -1


HARD = ["B:WK3,K19:B4,6,21", "B:WK7,K32:B8,17,K29"]


@pytest.mark.parametrize("fen", HARD)
def test_wins_long_endings_of_five_pieces(engine: CompiledSearch, fen: str) -> None:
    # In 113 and 85 plies; without the distance estimate the counter drew these.
    assert play_out(engine, ENGLISH, parse_fen(fen, ENGLISH), MANY, 1) is None


def test_does_not_probe_positions_with_a_man_on_its_crownhead(
    engine: CompiledSearch,
) -> None:
    position = Position(1 << 31, 0, 0, 1 << 3, Side.BLACK)
    assert engine.probe(position, ENGLISH) is None
    assert engine.probe(position._replace(side=Side.WHITE), ENGLISH) is None


def test_picks_the_draw_after_which_most_replies_lose(engine: CompiledSearch) -> None:
    # Six moves draw; after 27-23 one reply in four loses, after 27-31 one in eight, else none.
    position = parse_fen("W:WK12,K27:BK6,K22", ENGLISH)
    assert engine.probe(position, ENGLISH) == Ending(0, None)
    found = engine.search(position, ENGLISH, Limit(nodes=5_000), tables=True)
    assert [str(choice.move) for choice in found.choices] == [str(found.move)] == ["27-23"]
    assert found.score == 0


def test_search_without_tables_does_not_use_them(engine: CompiledSearch) -> None:
    position = parse_fen("W:W20,K15:B12,K28", ENGLISH)
    engine.forget()
    assert engine.search(position, ENGLISH, Limit(depth=6), tables=True).score > DECISIVE
    assert abs(engine.search(position, ENGLISH, Limit(depth=6)).score) < MIN_KNOWN_WIN


def test_line_continues_to_the_end_by_the_tables(engine: CompiledSearch) -> None:
    position = parse_fen("W:WK2,K7,K13:BK3", RUSSIAN)
    *_, line = engine.deepening(position, RUSSIAN, Limit(depth=30))
    assert (line.depth, line.score, len(line.moves)) == (1, WIN - 25, 25)
    game = Game(RUSSIAN, position)
    for move in line.moves:
        game = game.play(move)
    assert game.outcome is not None
    assert game.outcome.winner is Side.WHITE


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("variant", [ENGLISH, BRAZILIAN, RUSSIAN], ids=lambda game: game.key)
@pytest.mark.parametrize("result", [1, 0], ids=["won", "drawn"])
def test_plays_ten_thousand_endings_without_a_mistake(
    engine: CompiledSearch, variant: Any, result: int
) -> None:
    for number, position in enumerate(islice(table_positions(engine, variant, result, 2), 1_700)):
        assert play_out(engine, variant, position, FEW if result == 0 else MANY, number) is None
