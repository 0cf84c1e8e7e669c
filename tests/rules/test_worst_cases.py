"""Positions built to be slow: kings among many pieces that can be captured in many orders.

They were found by hill climbing on the number of steps that the generator takes. The tests count
steps too, since those are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.notation import find_move, format_move, parse_fen
from game.rules import VARIANTS, continuations, legal_moves, movegen
from tests.rules.brute_force import every_move

MAX_STEPS = 200_000
"""Searches for the next jump. Without its shortcuts the generator would need millions."""
ON_8_BY_8 = [
    ("english", "W:WK3,K5,K15,K32:BK9,K10,K11,K17,K18,K19,K25,K26,K27"),
    ("italian", "W:WK1,K5,K15,K32:BK10,K11,K12,K18,K19,K20,K26,K27,K28"),
    ("russian", "W:WK2,K4,K5,K28:BK8,K9,K10,K16,K17,K18,K24,K25,K26"),
    ("pool", "W:WK2,K5,K29,K30:BK4,K6,K8,K10,K11,K18,K19,K22,K24,K25,K28"),
    ("brazilian", "W:WK2,K5,K29,K30:BK4,K6,K8,K10,K11,K18,K19,K22,K24,K25,K28"),
]
ON_LARGER_BOARDS = [
    (
        "international",
        "W:WK4,K5,K46,K50:BK7,K9,K10,K12,K13,K20,K22,K23,K24,K27,K31,K33,K34,K38,K40,K41,K42,K47",
    ),
    # A king in a lattice of 25 men, 23 of which one capture takes.
    (
        "canadian",
        "W:WK28:B8,9,10,11,12,20,21,22,23,24,32,33,34,35,36,44,45,46,47,48,56,57,58,59,60",
    ),
    (
        "canadian",
        "W:WK1,K3,K6,K7,K30,K47,K55,K66,K67,K68,K69,K72"
        ":BK8,K11,K12,K15,K20,K23,K24,K27,K32,K36,K39,K40,K41,K44,K52,K53,K56,K58,K60,K63",
    ),
]


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], int]:
    """A function that returns how many steps the generator takes to do some work."""
    taken = 0
    jumps = movegen._Chain._jumps

    def counted(chain: movegen._Chain, stage: movegen._Stage) -> list[list[movegen._Jump]]:
        nonlocal taken
        taken += 1
        return jumps(chain, stage)

    def steps_of(work: Callable[[], object]) -> int:
        nonlocal taken
        taken = 0
        work()
        return taken

    monkeypatch.setattr(movegen._Chain, "_jumps", counted)
    return steps_of


@pytest.mark.parametrize(("key", "fen"), ON_8_BY_8 + ON_LARGER_BOARDS)
def test_worst_known_captures_take_few_steps(
    key: str, fen: str, steps: Callable[[Callable[[], object]], int]
) -> None:
    variant = VARIANTS[key]
    at = parse_fen(fen, variant)
    moves = legal_moves(at, variant)
    text = format_move(moves[-1], variant)
    assert 0 < steps(lambda: legal_moves(at, variant)) < MAX_STEPS
    assert 0 < steps(lambda: continuations(at, variant, moves[-1].path[:1])) < MAX_STEPS
    assert 0 < steps(lambda: find_move(text, at, variant)) < MAX_STEPS
    assert find_move(text, at, variant) == moves[-1]


@pytest.mark.parametrize(("key", "fen"), ON_8_BY_8)
def test_shortcuts_lose_no_result_of_the_worst_captures(key: str, fen: str) -> None:
    variant = VARIANTS[key]
    at = parse_fen(fen, variant)
    ways = every_move(at, variant)
    results = {(way[0], way[-1], frozenset(taken)) for way, taken in ways.items()}
    assert {move.result for move in legal_moves(at, variant)} == results
