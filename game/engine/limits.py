"""How far a search may go and what it found: plain values, scores in centimen.

A score is seen from the side to move. A proven win in n plies is ``WIN - n``, a proven loss
``n - WIN``, so that the quicker win and the longer defence score higher.
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
"""Share of the time to think after which no further depth is begun: each takes about as long as all
before it together, so it would be cut short."""


class OutOfTime(Exception):
    """The limit came before the search had looked at every move once."""


class Cancel:
    """Calls a search off from another thread or process, at once or from some moment on."""

    def __init__(self, word: ctypes.c_uint64 | None = None) -> None:
        """Make one of its own, or one whose ``word`` lies in memory that processes share."""
        self._word = ctypes.c_uint64(0) if word is None else word

    def set(self, moment: float | None = None) -> None:
        """Have the search stop at a moment in ``time.monotonic()`` seconds, or now."""
        self._word.value = 1 if moment is None else max(int(moment * 1e9), 1)

    @property
    def is_set(self) -> bool:
        """Whether the moment has come."""
        return 0 < self._word.value <= time.monotonic_ns()

    @property
    def address(self) -> int:
        """Where compiled code finds the moment: nanoseconds of the monotonic clock, or 0."""
        return ctypes.addressof(self._word)


@dataclass(frozen=True)
class Limit:
    """When a search stops: at whichever comes first."""

    depth: int = MAX_DEPTH
    """Plies looked ahead before captures are played out; at least 1."""
    deadline: float | None = None
    """Absolute ``time.monotonic()`` seconds: one clock for every process of a machine."""
    nodes: int | None = None
    """Positions visited, for searches that must come out alike on every machine."""
    cancel: Cancel | None = None
    """May call the search off while it runs; what it has found by then is the result."""
    is_plain: bool = False
    """Every ply costs depth: none is free for being forced, none is looked at less deep."""
    enough: float | None = None
    """Absolute seconds after which no further depth is begun: it would hardly be finished."""


@dataclass(frozen=True)
class ScoredMove:
    """A move of the searched position and its score for the side that plays it."""

    move: Move
    score: int


@dataclass(frozen=True)
class SearchResult:
    """What a search found in the last depth it finished."""

    move: Move
    score: int
    """The score of ``move``."""
    depth: int
    nodes: int
    choices: tuple[ScoredMove, ...]
    """Every move within the margin of the best, in list order; for advice every move there is."""
    line: tuple[Move, ...] = ()
    """For advice: how the game goes on if both play their best, ``move`` first."""


@dataclass(frozen=True)
class Line:
    """What one finished depth of a search found: how the game goes on if both play their best."""

    score: int
    moves: tuple[Move, ...]
    """At least one, from the searched position on; as many as the search still knows."""
    depth: int
    nodes: int
    """Positions visited so far, all depths together."""
