"""The compiled engine follows the rules: compared with ``game.rules``, move list by move list."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from game.engine import compiled
from game.engine.compiled_search import CompiledSearch
from game.engine.convert import codec_of, is_supported
from game.engine.kernel import layout
from game.engine.kernel.bits import U
from game.engine.kernel.counters import advance_counters, event_of
from game.engine.kernel.perft import moves_of
from game.engine.kernel.workspace import new_workspace
from game.engine.limits import DECISIVE, WIN, Limit, OutOfTime
from game.notation import parse_fen
from game.rules import VARIANTS, Game, Position, Side, Variant, legal_moves
from game.rules.geometry import bit
from tests.kit import random_games

SUPPORTED = [key for key, variant in VARIANTS.items() if is_supported(variant)]
COUNTS = json.loads((Path(__file__).parents[1] / "data" / "perft.json").read_text())
MAX_NODES = 3_000_000
"""Larger counts are left to `make test-slow`."""


def listed(variant: str, max_nodes: int) -> list[tuple[str, str, int, int]]:
    return [
        (entry["variant"], entry["fen"], int(depth), count)
        for entry in COUNTS
        if entry["variant"] == variant
        for depth, count in entry["depths"].items()
        if count <= max_nodes
    ]


def check_counts(engine: CompiledSearch, key: str, min_nodes: int, max_nodes: int) -> None:
    variant = VARIANTS[key]
    for _, fen, depth, count in listed(key, max_nodes):
        if count > min_nodes:
            position = variant.start if fen == "start" else parse_fen(fen, variant)
            assert engine.perft(position, variant, depth) == count, f"{key} {fen} at {depth}"


# The published counts for Spanish use another board numbering; its rules mirror the Portuguese ones
# and are compared with the arbiter below.
@pytest.mark.parametrize("key", [key for key in SUPPORTED if key != "spanish"])
def test_perft_matches_independent_programs(engine: CompiledSearch, key: str) -> None:
    check_counts(engine, key, 0, MAX_NODES)


@pytest.mark.slow
@pytest.mark.parametrize("key", [key for key in SUPPORTED if key != "spanish"])
def test_deep_perft_matches_independent_programs(engine: CompiledSearch, key: str) -> None:
    check_counts(engine, key, MAX_NODES, 200_000_000)


@pytest.mark.parametrize("key", SUPPORTED)
def test_lists_the_same_moves_as_the_rules(engine: CompiledSearch, key: str) -> None:
    variant = VARIANTS[key]
    for game in islice(random_games(variant, seed=11), 6):
        current: Game | None = game
        while current is not None:
            moves = engine.moves(current.position, variant)
            assert len(moves) == len(current.legal_moves)
            assert {move.result for move in moves} == {move.result for move in current.legal_moves}
            assert {move.result: move.promotes for move in moves} == {
                move.result: move.promotes for move in current.legal_moves
            }
            current = current.previous


def test_does_not_support_the_twelve_by_twelve_board() -> None:
    assert not is_supported(VARIANTS["canadian"])
    with pytest.raises(ValueError, match="Canadian"):
        codec_of("canadian")


def test_mirrored_boards_keep_adjacent_squares_adjacent() -> None:
    for key in SUPPORTED:
        codec = codec_of(key)
        board = codec.variant.board
        half = board.columns // 2
        for square in range(1, board.size + 1):
            for direction in board.directions(codec.variant.move_lines):
                for beside in board.ray(square, direction)[:1]:
                    assert abs(codec.bits[square] - codec.bits[beside]) in (half, half + 1)


def test_compiled_search_is_deterministic(engine: CompiledSearch) -> None:
    english = VARIANTS["english"]
    found = []
    for _ in range(2):
        engine.forget()
        found.append(engine.search(english.start, english, Limit(nodes=50_000)))
    assert found[0] == found[1]


SIGNATURE = {"english": 16_274, "brazilian": 26_371, "italian": 35_331}
"""Nodes searched, summed over the games of a rule set: refactoring must not change them."""


@pytest.mark.parametrize("key", list(SIGNATURE))
def test_node_counts_match_the_signature(engine: CompiledSearch, key: str) -> None:
    variant = VARIANTS[key]
    nodes = 0
    for game in islice(random_games(variant, seed=5, longest=24), 5):
        if game.legal_moves:
            engine.forget()
            nodes += engine.search(game.position, variant, Limit(depth=8)).nodes
    assert nodes == SIGNATURE[key], "if the search was meant to change, pin the new number"


def test_stops_at_its_limits(engine: CompiledSearch) -> None:
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


def test_sees_that_the_draw_counter_is_about_to_expire(engine: CompiledSearch) -> None:
    english = VARIANTS["english"]
    game = Game(english, parse_fen("B:WK32,K31:BK1,K5,K9", english))
    result = engine.search(game.position, english, Limit(depth=5), counts=(79,))
    assert abs(result.score) <= DECISIVE


def endings(variant: Variant, rng: random.Random) -> Iterator[Game]:
    """Yield games that start with a few pieces and in which hardly anything is given away."""
    while True:
        few, many = rng.sample(list(Side), 2)
        sets = {(side, is_king): 0 for side in (few, many) for is_king in (False, True)}
        squares = rng.sample(range(1, variant.board.size + 1), rng.randint(2, 9))
        for number, square in enumerate(squares):
            owner = few if number == 0 or (number > 3 and rng.random() < 0.4) else many
            is_king = number < 2 or rng.random() < 0.6
            is_king = is_king or bool(variant.crownheads[owner] & bit(square))
            sets[owner, is_king] |= bit(square)
        bitboards = [sets[side, is_king] for side in Side for is_king in (False, True)]
        game = Game(variant, Position(*bitboards, rng.choice(list(Side))))
        while game.legal_moves and game.ply < 130:
            after = game.play(rng.choice(game.legal_moves))
            for _ in range(4):
                if after.legal_moves and after.legal_moves[0].is_capture and rng.random() < 0.9:
                    after = game.play(rng.choice(game.legal_moves))
            game = after
        yield game


@pytest.mark.parametrize("key", SUPPORTED)
def test_draw_counters_match_the_rules(key: str) -> None:
    codec = codec_of(key)
    workspace = new_workspace(codec.rules)
    here, there = layout.COUNTS, layout.COUNTS + layout.MAX_COUNTERS
    drawn_by = set()
    for last in islice(endings(codec.variant, random.Random(key)), 150):
        game = Game(codec.variant, last.start)
        workspace[here : here + len(game.counts)] = [stored_count(count) for count in game.counts]
        for move in last.moves:
            words = codec.encode_position(game.position)
            expected = (
                codec.bits[move.origin],
                codec.bits[move.destination],
                sum(1 << codec.bits[square] for square in move.captures),
            )
            encoded, captured = next(
                (encoded, captured)
                for encoded, captured in moves_of(workspace, words)
                if (encoded & 255, encoded >> 8 & 255, captured) == expected
            )
            game = game.play(move)
            event = U(event_of(U(encoded), U(captured), U(words[1])))
            left = map(U, codec.encode_position(game.position)[:4])
            is_draw = advance_counters(workspace, U(0), event, *left)
            now = workspace[there : there + len(game.counts)]
            assert [*now] == [stored_count(count) for count in game.counts]
            ended = {counter.kind for counter, n in game.running_counters if n >= counter.plies}
            assert is_draw == bool(ended)
            drawn_by |= ended
            workspace[here : here + len(game.counts)] = now
    # Six pieces do not survive sixty random moves.
    assert drawn_by >= {c.kind for c in codec.variant.draw_counters} - {"middle ending"}


def stored_count(count: int | None) -> int:
    """Return a counter's value as the kernel stores it."""
    return 0 if count is None else count + 1


@pytest.mark.parametrize("key", SUPPORTED)
def test_scores_of_choices_are_within_the_margin(engine: CompiledSearch, key: str) -> None:
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
def test_next_process_finds_the_compiled_code() -> None:
    before = compiled.fingerprint()
    assert compiled.is_ready()
    kept = compiled.cache_folder()
    assert kept is not None
    assert kept.name == before
    program = "from game.engine import compiled; s = compiled.load(); print(s.entries()[0][1]())"
    process = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        timeout=200,
    )
    assert process.stdout.strip() == "49"
