"""Node counts that independent programs agree on; tests/data/perft.json names them by row."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.notation import parse_fen
from game.rules import VARIANTS, Board, Position, Side, Variant, legal_moves, perft
from tests.kit import load
from tests.rules.brute_force import every_move

QUICK_NODES = 80_000
"""Counts below this are checked in every run, ..."""
SLOW_NODES = 1_200_000
"""... and those below this by the slow tests."""

GAMES = {
    **VARIANTS,
    # The counts number Spanish squares from a8, not from h1.
    "spanish": replace(VARIANTS["spanish"], board=Board(dark_corner_is_left=False)),
}
ROWS: list[dict[str, Any]] = load("perft.json")


def _start(row: dict[str, Any], variant: Variant) -> Position:
    if row["fen"] != "start":
        return parse_fen(row["fen"], variant)
    return variant.start


def _name(row: dict[str, Any]) -> str:
    return f"{row['variant']} {row['fen']}"


def _depths(row: dict[str, Any], least: int, most: int) -> dict[int, int]:
    return {int(d): nodes for d, nodes in row["depths"].items() if least <= nodes < most}


@pytest.mark.parametrize("row", ROWS, ids=_name)
def test_perft_matches_other_programs(row: dict[str, Any]) -> None:
    variant = GAMES[row["variant"]]
    start = _start(row, variant)
    expected = _depths(row, 0, QUICK_NODES)
    assert {depth: perft(start, variant, depth) for depth in expected} == expected


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=_name)
def test_deep_perft_matches_other_programs(row: dict[str, Any]) -> None:
    variant = GAMES[row["variant"]]
    start = _start(row, variant)
    expected = _depths(row, QUICK_NODES, SLOW_NODES)
    assert {depth: perft(start, variant, depth) for depth in expected} == expected


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row["variant"] in VARIANTS and "depths_keep" in row], ids=_name
)
def test_brute_force_finds_every_order_of_jumps_others_count(
    row: dict[str, Any],
) -> None:
    variant = GAMES[row["variant"]]
    ways = every_move(_start(row, variant), variant)
    orders = {(route[0], route[-1], taken) for route, taken in ways.items()}
    assert len(orders) == row["depths_keep"]["1"]


def test_perft_of_depth_0_is_1() -> None:
    english = VARIANTS["english"]
    assert perft(english.start, english, 0) == 1


def test_perft_of_a_finished_game_is_0() -> None:
    english = VARIANTS["english"]
    over = Position(0, 0, english.start.white_men, 0, Side.BLACK)
    assert perft(over, english, 1) == perft(over, english, 5) == 0
    assert legal_moves(over, english) == ()
