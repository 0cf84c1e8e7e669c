"""The three ways a text can fail to be a move or a position.

All are ``ValueError`` and carry the text and, where there is one, what could have been said
instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.rules.move import Move


class InvalidNotation(ValueError):
    """The text cannot be read at all: it names no square, or breaks the format."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"{text[:80]!r}: {reason}")
        self.text = text
        self.reason = reason


class IllegalMove(ValueError):
    """The text names squares, but no legal move of this position goes that way."""

    def __init__(self, text: str, position: str) -> None:
        super().__init__(f"{text[:80]!r} is not a legal move in {position}")
        self.text = text


class AmbiguousMove(ValueError):
    """The text fits several legal moves with different results; ``choices`` has them all."""

    def __init__(self, text: str, choices: Sequence[Move]) -> None:
        listed = ", ".join(map(str, choices))
        super().__init__(f"{text[:80]!r} could be any of {listed}")
        self.text = text
        self.choices = tuple(choices)
