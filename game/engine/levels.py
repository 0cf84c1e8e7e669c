"""The computer's levels as data: how far each looks and how much it forgives itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """One strength of play."""

    key: str
    """Name in sessions and jobs; never changes."""
    depth: int
    """Plies looked ahead before captures are played out."""
    margin: int
    """Any move may be picked whose score is at most this many centimen below the best."""
    budget_ms: int
    """Milliseconds from the player's move to the answer, waiting in line included."""


LEVELS: dict[str, Level] = {
    level.key: level
    for level in (
        # A margin well under a man: variety in quiet moves, never at the price of a piece.
        Level(key="beginner", depth=3, margin=20, budget_ms=750),
    )
}
"""Every level, by key, weakest first."""
