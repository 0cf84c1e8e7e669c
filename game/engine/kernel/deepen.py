"""Iterative deepening: one ply deeper at a time, until a limit or a proven result.

The compiled search does the work; what happens once per depth is plain Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from game.engine.kernel import layout
from game.engine.kernel.aspiration import run_aspiration, run_search
from game.engine.kernel.bits import U
from game.engine.kernel.counters import advance_counters, event_of
from game.engine.kernel.movegen import generate, moves_at
from game.engine.kernel.play import key_after, key_of, kings_after, men_after
from game.engine.kernel.scores import DECISIVE, DRAW, INFINITE, WIN
from game.engine.kernel.search import has_move
from game.engine.kernel.slices import UNKNOWN, probe_after_captures
from game.engine.kernel.table import NO_MOVE, probe_move
from game.engine.kernel.workspace import Workspace

_ROOT = U(0)

# Compiled functions return a word as a plain int, and take a plain int to be signed, so every word
# is converted before it is passed in again.

PackedPosition = tuple[int, int, int, int, int]
"""The mover's men and kings, the opponent's, and the side to move."""


@dataclass(frozen=True)
class DepthResult:
    """What one completed depth found."""

    depth: int
    value: int
    move: int
    captured: int
    """The best move in the engine's encoding."""
    nodes: int


def position_key(workspace: Workspace, position: PackedPosition) -> int:
    """Return the Zobrist key of a position."""
    return int(key_of(workspace, *map(U, position)))


def deepen(
    workspace: Workspace, position: PackedPosition, reversible: int, depth: int
) -> Iterator[DepthResult]:
    """Yield the result of each depth from 1 to ``depth``; stop at the limits in the workspace.

    ``reversible`` is the number of king moves without a capture that led to the position. Stops
    early at a proven win or loss that no deeper search can shorten, and at the value that the
    endgame tables give the position.
    """
    words = tuple(map(U, position))
    key = U(key_of(workspace, *words))
    value = 0
    known_value = _probe_root(workspace, position)
    for current in range(1, depth + 1):
        value = int(run_aspiration(workspace, current, value, *words, key, U(reversible)))
        if workspace[layout.S_STOPPED]:
            return
        slot = int(moves_at(_ROOT)) + 2 * int(workspace[layout.S_BEST_MOVE])
        move, captured = int(workspace[slot]), int(workspace[slot + 1])
        yield DepthResult(current, value, move, captured, int(workspace[layout.S_NODES]))
        if value == known_value or (abs(value) > DECISIVE and WIN - abs(value) <= current):
            return


def _probe_root(workspace: Workspace, position: PackedPosition) -> int | None:
    """Return the endgame tables' score of a position; None if off or not covered."""
    if sum(pieces.bit_count() for pieces in position[:4]) > workspace[layout.S_PROBE_LIMIT]:
        return None
    probed = int(probe_after_captures(workspace, _ROOT, *map(U, position)))
    if probed >= UNKNOWN:
        return None
    if probed == 0:
        return DRAW
    return probed - 1 - WIN if probed % 2 else WIN - (probed - 1)


def score_root_moves(
    workspace: Workspace, position: PackedPosition, reversible: int, depth: int, margin: int
) -> list[tuple[int, int, int]]:
    """Return (move, squares captured, score) of every root move at ``depth``.

    Exact for each move within ``margin`` of the best; any other gets an upper bound below that
    margin. Empty if a limit was reached first.
    """
    men, kings, opp_men, opp_kings, side = map(U, position)
    key = U(key_of(workspace, men, kings, opp_men, opp_kings, side))
    count = int(generate(workspace, _ROOT, men, kings, opp_men, opp_kings, side))
    base = int(moves_at(_ROOT))
    root_moves = [
        (workspace[base + 2 * index], workspace[base + 2 * index + 1]) for index in range(count)
    ]
    workspace[layout.PATH + int(workspace[layout.S_EARLIER])] = key
    best = -INFINITE
    opponent = U(1) - side
    found = []
    for move, captured in root_moves:
        floor = max(-INFINITE, best - margin - 1)
        new_men, new_kings = U(men_after(men, move)), U(kings_after(men, kings, move))
        opp_men_left, opp_kings_left = opp_men & ~captured, opp_kings & ~captured
        event = U(event_of(move, captured, kings))
        child = (opp_men_left, opp_kings_left, new_men, new_kings)
        if advance_counters(workspace, _ROOT, event, *child) and has_move(
            workspace, *child, opponent
        ):
            found.append((int(move), int(captured), DRAW))
            best = max(best, DRAW)
            continue
        new_key = U(key_after(workspace, key, men, kings, opp_men, move, captured, side))
        value = -int(
            run_search(
                workspace, U(1), depth - 1, -INFINITE, -floor,
                *child, opponent, new_key,
                U(0) if event else U(reversible + 1),
            )
        )  # fmt: skip
        if workspace[layout.S_STOPPED]:
            return []
        found.append((int(move), int(captured), value))
        best = max(best, value)
    return found


def principal_variation(
    workspace: Workspace, position: PackedPosition, length: int
) -> list[tuple[int, int]]:
    """Follow the best moves in the transposition table from a position; at most ``length``."""
    words = tuple(map(U, position))
    line: list[tuple[int, int]] = []
    seen: set[int] = set()
    while len(line) < length:
        men, kings, opp_men, opp_kings, side = words
        key = U(key_of(workspace, *words))
        index = U(probe_move(workspace, key))
        if index == NO_MOVE or int(key) in seen:
            break
        seen.add(int(key))
        count = generate(workspace, _ROOT, *words)
        if index >= count:
            break
        slot = int(moves_at(_ROOT)) + 2 * int(index)
        move, captured = workspace[slot], workspace[slot + 1]
        line.append((int(move), int(captured)))
        words = (
            opp_men & ~captured,
            opp_kings & ~captured,
            U(men_after(men, move)),
            U(kings_after(men, kings, move)),
            U(1) - side,
        )
    return line
