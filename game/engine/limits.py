"""The limits of a search and its result: plain values, scores in centimen.

A score is for the side to move. A proven win in n plies is ``WIN - n``, a proven loss ``n - WIN``,
so that quicker wins and longer defences score higher.
"""

from __future__ import annotations

import ctypes
import time
from dataclasses import dataclass

from game.rules import Move

MAN = 100
"""One man is a hundred centimen."""
WIN = 30_000
DECISIVE = WIN - 1_000
"""A score beyond this, either way, is a proven result; no evaluation comes near it."""
DRAW = 0
MAX_DEPTH = 99
NEW_DEPTH_SHARE = 0.6
"""Share of the thinking time after which no new depth is started: each takes about as long as all
before it together, so it would not be finished."""


class OutOfTime(Exception):
    """The limit came before the first depth was complete."""


class Cancel:
    """Cancels a search from another thread or process, at once or at a given time."""

    def __init__(self, word: ctypes.c_uint64 | None = None) -> None:
        """Use a word of its own, or ``word`` in memory that processes share."""
        self._word = ctypes.c_uint64(0) if word is None else word

    def set(self, moment: float | None = None) -> None:
        """Stop the search at a ``time.monotonic()`` time, or now."""
        self._word.value = 1 if moment is None else max(int(moment * 1e9), 1)

    @property
    def is_set(self) -> bool:
        """Whether that time has come."""
        return 0 < self._word.value <= time.monotonic_ns()

    @property
    def address(self) -> int:
        """Where compiled code reads the time: nanoseconds of the monotonic clock, or 0."""
        return ctypes.addressof(self._word)


@dataclass(frozen=True)
class Limit:
    """When a search stops: at whichever limit comes first."""

    depth: int = MAX_DEPTH
    """Plies searched before quiescence; at least 1."""
    deadline: float | None = None
    """Absolute ``time.monotonic()`` seconds: one clock for every process of a machine."""
    nodes: int | None = None
    """Nodes searched, for results that must be the same on every machine."""
    cancel: Cancel | None = None
    """May cancel the search while it runs; the result is what it has found by then."""
    is_plain: bool = False
    """Full width: no extensions, reductions or pruning."""
    enough: float | None = None
    """Absolute seconds after which no new depth is started: it would hardly be finished."""


@dataclass(frozen=True)
class ScoredMove:
    """A move of the searched position and its score for the side that plays it."""

    move: Move
    score: int


@dataclass(frozen=True)
class SearchResult:
    """The result of the last depth a search completed."""

    move: Move
    score: int
    """The score of ``move``."""
    depth: int
    nodes: int
    choices: tuple[ScoredMove, ...]
    """Every move within the margin of the best, in list order; for advice every legal move."""
    line: tuple[Move, ...] = ()
    """For advice: the principal variation, ``move`` first."""


@dataclass(frozen=True)
class Line:
    """The principal variation of one completed depth."""

    score: int
    moves: tuple[Move, ...]
    """At least one, from the searched position; as many as the search still has."""
    depth: int
    nodes: int
    """Nodes searched so far, all depths together."""
