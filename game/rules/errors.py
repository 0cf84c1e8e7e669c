"""The three ways in which a text can fail to be a move or a position.

All are ``ValueError``, and carry the text and what else may help to correct it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.rules.move import Move


class InvalidNotation(ValueError):
    """The text cannot be parsed: it names no squares, or breaks the format."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"{text[:80]!r}: {reason}")
        self.text = text
        self.reason = reason


class IllegalMove(ValueError):
    """The text names squares, but no legal move of the position visits them."""

    def __init__(self, text: str, position: str) -> None:
        super().__init__(f"{text[:80]!r} is not a legal move in {position}")
        self.text = text


class AmbiguousMove(ValueError):
    """The text matches several legal moves with different results, listed in ``choices``."""

    def __init__(self, text: str, choices: Sequence[Move]) -> None:
        listed = ", ".join(map(str, choices))
        super().__init__(f"{text[:80]!r} could be any of {listed}")
        self.text = text
        self.choices = tuple(choices)
