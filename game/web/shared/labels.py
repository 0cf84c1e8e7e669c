"""Small parts of sentences that every feature uses: lists, numbers in words, durations."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

WORDS = ("no", "one", "two", "three", "four", "five")
"""Small numbers as they are written in sentences."""


def listed(names: Iterable[str], last_word: str = "and") -> str:
    """``22``, ``22 and 26``, ``22, 26 and 30``."""
    *others, last = names
    return f"{', '.join(others)} {last_word} {last}" if others else last


def minutes_left(seconds: float) -> str:
    """How long a link is good, in whole minutes."""
    minutes = max(1, ceil(seconds / 60))
    return "1 minute" if minutes == 1 else f"{minutes} minutes"
