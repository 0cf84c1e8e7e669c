"""Iterative deepening: one ply deeper at a time, until a limit or a proven result.

The compiled search does the work; what is done once for each depth is done here, in plain Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from game.engine.kernel import layout
from game.engine.kernel.aspiration import value_near, value_within
from game.engine.kernel.bits import U
from game.engine.kernel.counters import carry_counters, event_of
from game.engine.kernel.movegen import generate, moves_at
from game.engine.kernel.play import key_after, key_of, kings_after, men_after
from game.engine.kernel.scores import DECISIVE, DRAW, INFINITE, WIN
from game.engine.kernel.search import has_move
from game.engine.kernel.slices import UNKNOWN, settled
from game.engine.kernel.table import NO_MOVE, known_move
from game.engine.kernel.workspace import Workspace

_ROOT = U(0)

# Compiled functions hand a word back as a plain int, and take a plain int for a signed number:
# every word that goes in again is made one first.

Words = tuple[int, int, int, int, int]
"""The mover's men and kings, the opponent's, and the side to move."""


@dataclass(frozen=True)
class Finding:
    """What one finished depth found."""

    depth: int
    value: int
    word: int
    dead: int
    """The best move as the engine has it."""
    nodes: int


def key_of_words(workspace: Workspace, position: Words) -> int:
    """The Zobrist key of a position."""
    return int(key_of(workspace, *map(U, position)))


def deepen(workspace: Workspace, position: Words, quiet: int, depth: int) -> Iterator[Finding]:
    """Yield what each depth finds, from 1 to ``depth``; stops at the limits in the workspace.

    ``quiet`` is the number of king moves without capture before the position. A proven win or loss
    ends it, once looking deeper cannot find a shorter one, and so does the value that the endgame
    tables give the position.
    """
    words = tuple(map(U, position))
    key = U(key_of(workspace, *words))
    value = 0
    certain = _tables_value(workspace, position)
    for now in range(1, depth + 1):
        value = int(value_near(workspace, now, value, *words, key, U(quiet)))
        if workspace[layout.S_STOPPED]:
            return
        place = int(moves_at(_ROOT)) + 2 * int(workspace[layout.S_BEST_MOVE])
        word, dead = int(workspace[place]), int(workspace[place + 1])
        yield Finding(now, value, word, dead, int(workspace[layout.S_NODES]))
        if value == certain or (abs(value) > DECISIVE and WIN - abs(value) <= now):
            return


def _tables_value(workspace: Workspace, position: Words) -> int | None:
    """What a position is worth by the endgame tables, if the search asks them and they know."""
    if sum(held.bit_count() for held in position[:4]) > workspace[layout.S_TABLES]:
        return None
    said = int(settled(workspace, _ROOT, *map(U, position)))
    if said >= UNKNOWN:
        return None
    if said == 0:
        return DRAW
    return said - 1 - WIN if said % 2 else WIN - (said - 1)


def values_of_moves(
    workspace: Workspace, position: Words, quiet: int, depth: int, margin: int
) -> list[tuple[int, int, int]]:
    """(word, squares taken, value) of every root move at ``depth``.

    Exact for each move within ``margin`` of the best; any other gets an upper bound that is lower
    than that. Empty if a limit was reached on the way.
    """
    men, kings, opp_men, opp_kings, side = map(U, position)
    key = U(key_of(workspace, men, kings, opp_men, opp_kings, side))
    count = int(generate(workspace, _ROOT, men, kings, opp_men, opp_kings, side))
    base = int(moves_at(_ROOT))
    listed = [(workspace[base + 2 * at], workspace[base + 2 * at + 1]) for at in range(count)]
    workspace[layout.PATH + int(workspace[layout.S_EARLIER])] = key
    best = -INFINITE
    other = U(1) - side
    found = []
    for word, dead in listed:
        floor = max(-INFINITE, best - margin - 1)
        now_men, now_kings = U(men_after(men, word)), U(kings_after(men, kings, word))
        left_men, left_kings = opp_men & ~dead, opp_kings & ~dead
        event = U(event_of(word, dead, kings))
        left = (left_men, left_kings, now_men, now_kings)
        if carry_counters(workspace, _ROOT, event, *left) and has_move(workspace, *left, other):
            found.append((int(word), int(dead), DRAW))
            best = max(best, DRAW)
            continue
        now_key = U(key_after(workspace, key, men, kings, opp_men, word, dead, side))
        value = -int(
            value_within(
                workspace, U(1), depth - 1, -INFINITE, -floor,
                *left, other, now_key,
                U(0) if event else U(quiet + 1),
            )
        )  # fmt: skip
        if workspace[layout.S_STOPPED]:
            return []
        found.append((int(word), int(dead), value))
        best = max(best, value)
    return found


def best_line(workspace: Workspace, position: Words, length: int) -> list[tuple[int, int]]:
    """The moves that the table holds for best, from a position on; at most ``length``."""
    words = tuple(map(U, position))
    line: list[tuple[int, int]] = []
    seen: set[int] = set()
    while len(line) < length:
        men, kings, opp_men, opp_kings, side = words
        key = U(key_of(workspace, *words))
        index = U(known_move(workspace, key))
        if index == NO_MOVE or int(key) in seen:
            break
        seen.add(int(key))
        count = generate(workspace, _ROOT, *words)
        if index >= count:
            break
        place = int(moves_at(_ROOT)) + 2 * int(index)
        word, dead = workspace[place], workspace[place + 1]
        line.append((int(word), int(dead)))
        words = (
            opp_men & ~dead,
            opp_kings & ~dead,
            U(men_after(men, word)),
            U(kings_after(men, kings, word)),
            U(1) - side,
        )
    return line
