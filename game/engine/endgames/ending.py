"""What the tables say of one position."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Ending:
    """How a position ends with best play, seen from its side to move."""

    result: int
    """1 a win, 0 a draw, -1 a loss."""
    plies: int | None
    """To the end, quickest win against longest defence; None for a draw and where it is not known.

    0 means that the side to move has lost already: it has no move."""
