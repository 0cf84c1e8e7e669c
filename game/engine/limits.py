"""How far a search may go and what it found: plain values, scores in centimen.

A score is seen from the side to move. A proven win in n plies is ``WIN - n``, a proven loss
``n - WIN``, so that the quicker win and the longer defence score higher.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass

from game.rules import Move

MAN = 100
"""One man is a hundred centimen."""
WIN = 30_000
DECISIVE = WIN - 1_000
"""A score beyond this, either way, is a proven result; no evaluation comes near it."""
DRAW = 0
MAX_DEPTH = 99


class OutOfTime(Exception):
    """The limit came before the search had looked at every move once."""


class Cancel:
    """Calls searches off from another thread: each stops at its next look at the clock."""

    def __init__(self) -> None:
        self._word = ctypes.c_uint64(0)

    def set(self) -> None:
        """Call off every search that was given this."""
        self._word.value = 1

    @property
    def is_set(self) -> bool:
        """Whether the answer is no longer wanted."""
        return self._word.value != 0

    @property
    def address(self) -> int:
        """Where the compiled search looks: a word that is not 0 once this is set."""
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
    """Every move within the margin of the best, in list order."""


@dataclass(frozen=True)
class Line:
    """What one finished depth of a search found: how the game goes on if both play their best."""

    score: int
    moves: tuple[Move, ...]
    """At least one, from the searched position on; as many as the search still knows."""
    depth: int
    nodes: int
    """Positions visited so far, all depths together."""
