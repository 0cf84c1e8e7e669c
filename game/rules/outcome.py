"""How a game ended: who won, if anyone, and why. One answer that every page and file reads."""

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
    """A player's time was over."""
    ABSENCE = "absence"
    """A player stayed away, and the other one claimed the game."""


@dataclass(frozen=True)
class Outcome:
    """The end of a game; ``winner`` is None for a draw."""

    winner: Side | None
    termination: Termination
    article: str = ""
    """The rulebook article of the draw counter that struck, else empty."""
