"""A person's preferences: square names, colours and look, and what the board does automatically.

Stored in the person's own session, apart from the game. What is missing or no longer offered has
its default value.
"""

from __future__ import annotations

import zlib
from dataclasses import asdict, dataclass, fields
from typing import Any

from game.play.sessions import SessionStore

KEY = "preferences"
"""Session key of the preferences."""
CHOICES = {
    "numbering": ("own", "numeric", "algebraic"),
    "palette": ("black-white", "red-white", "red-black", "dark-light"),
    "board": ("green", "wood", "slate", "sand", "contrast"),
    "pieces": ("classic", "flat", "letters"),
    "scheme": ("system", "light", "dark"),
    "size": ("normal", "large"),
    "bottom": ("player", "black", "white", "mover"),
    "announcements": ("full", "short"),
    "motion": ("normal", "fast", "slow", "off"),
}
"""The values of each preference; the first is the default."""
SWITCHES = ("autoplay", "confirm", "hints", "plans", "sounds", "vibration")
"""Preferences that are on or off."""


@dataclass(frozen=True)
class Preferences:
    """One person's preferences; the values are those in ``CHOICES``."""

    numbering: str = "own"
    """How squares are named: as is usual for the rule set, or always in the same way."""
    palette: str = "black-white"
    """The two colours of the pieces, and their names."""
    board: str = "green"
    """The colours of the board."""
    pieces: str = "classic"
    """How pieces are drawn."""
    scheme: str = "system"
    """Light or dark, or as the device is set."""
    size: str = "normal"
    """The size of the board."""
    bottom: str = "player"
    """Which side is at the bottom: the person's own, always one of them, or the side to move."""
    announcements: str = "full"
    """How much of a move is announced to screen readers."""
    motion: str = "normal"
    """How fast pieces slide, if at all; a device that asks for less motion has its way."""
    autoplay: bool = False
    """Whether forced captures are played automatically."""
    confirm: bool = False
    """Whether each move has to be confirmed."""
    hints: bool = True
    """Whether hints are offered."""
    plans: bool = True
    """Whether the next move can be planned while the opponent thinks."""
    sounds: bool = False
    """Whether moves, captures, crownings, ends and little time are heard."""
    vibration: bool = False
    """Whether a phone that can vibrates for the same."""


def preferences(session: SessionStore) -> Preferences:
    """Return this person's preferences."""
    return _decode(session.get(KEY))


def choose(session: SessionStore, **choices: Any) -> Preferences:
    """Change the preferences named in ``choices``, store and return all of them.

    A value that is not offered resets its preference to the default.
    """
    with session.exclusive():
        chosen = _decode({**asdict(preferences(session)), **choices})
        session[KEY] = asdict(chosen)
        return chosen


def fingerprint(chosen: Preferences) -> str:
    """Return a short text that identifies these preferences."""
    return f"{zlib.crc32(repr(chosen).encode()):08x}"


def _decode(stored: Any) -> Preferences:
    if not isinstance(stored, dict):
        return Preferences()
    valid = {
        field.name: stored[field.name]
        for field in fields(Preferences)
        if _is_offered(field.name, stored.get(field.name))
    }
    return Preferences(**valid)


def _is_offered(name: str, value: Any) -> bool:
    return isinstance(value, bool) if name in SWITCHES else value in CHOICES[name]
