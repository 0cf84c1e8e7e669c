"""Parts of sentences that every feature uses: lists, numbers as words, durations."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

WORDS = ("no", "one", "two", "three", "four", "five", "six")
"""Small numbers as words."""


def listed(names: Iterable[str], last_word: str = "and") -> str:
    """Join names: ``22``, ``22 and 26``, ``22, 26 and 30``."""
    *others, last = names
    return f"{', '.join(others)} {last_word} {last}" if others else last


def minutes_left(seconds: float) -> str:
    """Format a time left in whole minutes, rounded up; at least one."""
    minutes = max(1, ceil(seconds / 60))
    return "1 minute" if minutes == 1 else f"{minutes} minutes"
