"""The search with endgame tables: won endings are won, drawn ones held, draw counters minded."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from game.engine.compiled_search import CompiledSearch
from game.engine.limits import DECISIVE, Limit
from game.notation import parse_fen
from game.rules import VARIANTS
from tests.engine.endings import play_out, table_positions

ENGLISH, BRAZILIAN, RUSSIAN = (VARIANTS[key] for key in ("english", "brazilian", "russian"))
PUBLISHED = json.loads((Path(__file__).parents[1] / "data" / "endings.json").read_text())
FEW, MANY = Limit(nodes=2_000), Limit(nodes=100_000)


@pytest.mark.parametrize("ending", PUBLISHED, ids=lambda ending: ending["id"])
def test_a_published_ending_is_known_and_its_move_found(
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
def test_nothing_slips_from_a_hundred_endings(
    engine: CompiledSearch, variant: Any, result: int
) -> None:
    for number, position in enumerate(islice(table_positions(engine, variant, result, 1), 35)):
        assert play_out(engine, variant, position, FEW if result == 0 else MANY, number) is None
