"""How a game ended: who won, if anyone, and why. Every page and file reads this one answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from game.rules.geometry import Side


class Termination(Enum):
    """Why a game is over."""

    NO_PIECES = "no pieces"
    BLOCKED = "blocked"
    REPETITION = "repetition"
    DRAW_COUNTER = "draw counter"
    AGREEMENT = "agreement"
    RESIGNATION = "resignation"
    FLAG = "flag"
    """A player ran out of time."""
    ABSENCE = "absence"
    """A player left, and the opponent claimed the game."""


@dataclass(frozen=True)
class Outcome:
    """The end of a game; ``winner`` is None for a draw."""

    winner: Side | None
    termination: Termination
    article: str = ""
    """The rulebook article of the draw counter that drew the game, else empty."""
