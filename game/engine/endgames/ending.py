"""The value of one position in the tables."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Ending:
    """The result with best play, for the side to move."""

    result: int
    """1 a win, 0 a draw, -1 a loss."""
    plies: int | None
    """To the end, the quickest win against the longest defence; None for a draw and if unknown.

    0 means that the side to move has already lost: it has no move."""
