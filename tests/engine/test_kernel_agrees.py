"""The compiled engine plays by the rules: held against the arbiter, move list by move list."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from game.engine import compiled
from game.engine.compiled_search import CompiledSearch
from game.engine.convert import bridge, is_supported
from game.engine.limits import DECISIVE, WIN, Limit, OutOfTime
from game.notation import parse_fen
from game.rules import VARIANTS, Game, Variant, legal_moves
from tests.kit import random_games

SUPPORTED = [key for key, variant in VARIANTS.items() if is_supported(variant)]
COUNTS = json.loads((Path(__file__).parents[1] / "data" / "perft.json").read_text())
MOST_NODES = 3_000_000
"""Counts beyond this are left to `make test-slow`."""


def listed(variant: str, most: int) -> list[tuple[str, str, int, int]]:
    return [
        (entry["variant"], entry["fen"], int(depth), count)
        for entry in COUNTS
        if entry["variant"] == variant
        for depth, count in entry["depths"].items()
        if count <= most
    ]


def check_counts(engine: CompiledSearch, key: str, least: int, most: int) -> None:
    variant = VARIANTS[key]
    for _, fen, depth, count in listed(key, most):
        if count > least:
            position = variant.start if fen == "start" else parse_fen(fen, variant)
            assert engine.perft(position, variant, depth) == count, f"{key} {fen} at {depth}"


# The counts for Spanish are of a board numbered otherwise; its rules are Portuguese ones' twin and
# are compared with the arbiter below.
@pytest.mark.parametrize("key", [key for key in SUPPORTED if key != "spanish"])
def test_it_counts_as_many_lines_as_independent_programs_do(
    engine: CompiledSearch, key: str
) -> None:
    check_counts(engine, key, 0, MOST_NODES)


@pytest.mark.slow
@pytest.mark.parametrize("key", [key for key in SUPPORTED if key != "spanish"])
def test_it_counts_deep_lines_too(engine: CompiledSearch, key: str) -> None:
    check_counts(engine, key, MOST_NODES, 200_000_000)


@pytest.mark.parametrize("key", SUPPORTED)
def test_it_lists_the_moves_that_the_rules_list(engine: CompiledSearch, key: str) -> None:
    variant = VARIANTS[key]
    for game in islice(random_games(variant, seed=11), 6):
        at: Game | None = game
        while at is not None:
            moves = engine.moves(at.position, variant)
            assert len(moves) == len(at.legal_moves)
            assert {move.result for move in moves} == {move.result for move in at.legal_moves}
            assert {move.result: move.promotes for move in moves} == {
                move.result: move.promotes for move in at.legal_moves
            }
            at = at.previous


def test_a_board_of_seventy_two_squares_is_left_to_the_rules() -> None:
    assert not is_supported(VARIANTS["canadian"])
    with pytest.raises(ValueError, match="Canadian"):
        bridge("canadian")


def test_squares_of_mirrored_boards_keep_their_neighbours() -> None:
    for key in SUPPORTED:
        view = bridge(key)
        board = view.variant.board
        half = board.columns // 2
        for square in range(1, board.size + 1):
            for direction in board.directions(view.variant.move_lines):
                for beside in board.ray(square, direction)[:1]:
                    assert abs(view.bits[square] - view.bits[beside]) in (half, half + 1)


def test_it_finds_the_same_values_twice(engine: CompiledSearch) -> None:
    english = VARIANTS["english"]
    found = []
    for _ in range(2):
        engine.forget()
        found.append(engine.search(english.start, english, Limit(nodes=50_000)))
    assert found[0] == found[1]


SIGNATURE = {"english": 16_274, "brazilian": 26_371, "italian": 35_331}
"""Positions searched, all games of a rule set summed: what a refactoring must leave alone."""


@pytest.mark.parametrize("key", list(SIGNATURE))
def test_a_change_that_is_none_leaves_the_number_of_positions_searched(
    engine: CompiledSearch, key: str
) -> None:
    variant = VARIANTS[key]
    nodes = 0
    for game in islice(random_games(variant, seed=5, longest=24), 5):
        if game.legal_moves:
            engine.forget()
            nodes += engine.search(game.position, variant, Limit(depth=8)).nodes
    assert nodes == SIGNATURE[key], "if the search was meant to change, pin the new number"


def test_it_stops_at_its_limits(engine: CompiledSearch) -> None:
    brazilian = VARIANTS["brazilian"]
    result = engine.search(brazilian.start, brazilian, Limit(nodes=10_000))
    assert result.nodes <= 10_000
    with pytest.raises(OutOfTime):
        engine.search(brazilian.start, brazilian, Limit(deadline=0.001))


def test_a_win_in_one_is_the_best_win(engine: CompiledSearch) -> None:
    english = VARIANTS["english"]
    position = parse_fen("B:W17:B14", english)
    result = engine.search(position, english, Limit(depth=6))
    assert str(result.move) == "14x21"
    assert result.score == WIN - 1


def test_a_game_near_its_draw_counter_is_seen_to_end(engine: CompiledSearch) -> None:
    english = VARIANTS["english"]
    game = Game(english, parse_fen("B:WK32,K31:BK1,K5,K9", english))
    earlier = [game.position] * 79
    result = engine.search(game.position, english, Limit(depth=5), earlier=earlier)
    assert abs(result.score) <= DECISIVE


@pytest.mark.parametrize("key", SUPPORTED)
def test_every_move_is_valued_exactly_within_the_margin(engine: CompiledSearch, key: str) -> None:
    variant: Variant = VARIANTS[key]
    for game in islice(random_games(variant, seed=9, longest=30), 4):
        if len(game.legal_moves) < 2:
            continue
        engine.forget()
        result = engine.search(game.position, variant, Limit(depth=3), margin=25)
        assert result.move in [choice.move for choice in result.choices]
        assert all(choice.move in legal_moves(game.position, variant) for choice in result.choices)
        assert all(result.score - 25 <= choice.score for choice in result.choices)


@pytest.mark.usefixtures("engine")
def test_kept_code_is_found_by_the_next_process() -> None:
    before = compiled.fingerprint()
    assert compiled.is_ready()
    kept = compiled.folder()
    assert kept is not None
    assert kept.name == before
    program = "from game.engine import compiled; s = compiled.load(); print(s.entries()[0][1]())"
    ran = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        timeout=200,
    )
    assert ran.stdout.strip() == "49"
