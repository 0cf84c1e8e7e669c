"""Published positions, with the first move of their solution."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.engine.analysis import Result, evaluate
from game.engine.compiled_search import CompiledSearch
from game.engine.limits import Limit
from game.notation import parse_fen
from game.rules import VARIANTS

DATA = Path(__file__).parents[1] / "data"
KNOWN = [
    entry
    for name in ("endings.json", "positions.json")
    for entry in json.loads((DATA / name).read_text())
    if "best" in entry
]
NODES = 8_000_000
"""Nodes per position: about two seconds on a current machine."""
WITHIN_TABLES = 5
"""The most pieces in the English tables."""
GOAL = 13 / 16


def first_move(engine: CompiledSearch, fen: str, key: str) -> str:
    variant = VARIANTS[key]
    engine.forget()
    return str(evaluate(parse_fen(fen, variant), variant, Limit(nodes=NODES)).line[0])


def pieces(fen: str, key: str) -> int:
    return parse_fen(fen, VARIANTS[key]).occupied.bit_count()


SMALL = [known for known in KNOWN if pieces(known["fen"], known["variant"]) <= WITHIN_TABLES]


@pytest.mark.parametrize("known", SMALL, ids=[known["id"] for known in SMALL])
def test_solves_small_endings_at_once(engine: CompiledSearch, known: dict[str, str]) -> None:
    variant = VARIANTS[known["variant"]]
    position = parse_fen(known["fen"], variant)
    found = evaluate(position, variant, Limit(depth=4))
    assert str(found.line[0]) in known["best"]
    expected = Result.DRAW if known["result"] == "draw" else Result.WIN
    assert found.result is expected


@pytest.mark.slow
def test_solves_thirteen_in_sixteen_larger_positions(
    engine: CompiledSearch,
) -> None:
    large = [known for known in KNOWN if known not in SMALL]
    missed = [
        known["id"]
        for known in large
        if first_move(engine, known["fen"], known["variant"]) not in known["best"]
    ]
    assert len(large) - len(missed) >= GOAL * len(large), missed
