"""How a person likes the site: names of squares, colours, look, and what the board does by itself.

Kept in the person's own session, apart from the game, and read forgivingly: what is missing or no
longer offered is as if it had never been chosen.
"""

from __future__ import annotations

import zlib
from dataclasses import asdict, dataclass, fields
from typing import Any

from game.play.sessions import SessionStore

KEY = "preferences"
"""Where in the session they lie."""
CHOICES = {
    "numbering": ("own", "numeric", "algebraic"),
    "palette": ("black-white", "red-white", "red-black", "dark-light"),
    "board": ("green", "wood", "slate", "sand", "contrast"),
    "pieces": ("classic", "flat", "letters"),
    "scheme": ("system", "light", "dark"),
    "size": ("normal", "large"),
    "bottom": ("player", "black", "white", "mover"),
    "announcements": ("full", "short"),
}
"""What may be chosen; the first of each is what nobody had to choose."""
SWITCHES = ("autoplay", "confirm", "hints")
"""What is on or off."""


@dataclass(frozen=True)
class Preferences:
    """One person's choices; the values are keys of ``CHOICES``."""

    numbering: str = "own"
    """How squares are named: as the rule set's own books do, or always in one way."""
    palette: str = "black-white"
    """The two colours of the pieces, and the words for them."""
    board: str = "green"
    """The colours of the board."""
    pieces: str = "classic"
    """How pieces are drawn."""
    scheme: str = "system"
    """Light or dark."""
    size: str = "normal"
    """How large the board is."""
    bottom: str = "player"
    """Which side sits at the bottom: the person's own, always one, or whichever is to move."""
    announcements: str = "full"
    """How much is said of a move to a screen reader."""
    autoplay: bool = False
    """Whether a capture that is the only legal move is played by itself."""
    confirm: bool = False
    """Whether every move is asked for once more."""
    hints: bool = True
    """Whether hints are offered."""


def preferences(session: SessionStore) -> Preferences:
    """What this person has chosen."""
    return _read(session.get(KEY))


def choose(session: SessionStore, **choices: Any) -> Preferences:
    """Change what ``choices`` names and keep the rest; the values must be offered ones."""
    with session.exclusive():
        chosen = _read({**asdict(preferences(session)), **choices})
        session[KEY] = asdict(chosen)
        return chosen


def fingerprint(chosen: Preferences) -> str:
    """A short text that differs from that of other choices."""
    return f"{zlib.crc32(repr(chosen).encode()):08x}"


def _read(stored: Any) -> Preferences:
    if not isinstance(stored, dict):
        return Preferences()
    kept = {
        field.name: stored[field.name]
        for field in fields(Preferences)
        if _is_offered(field.name, stored.get(field.name))
    }
    return Preferences(**kept)


def _is_offered(name: str, value: Any) -> bool:
    return isinstance(value, bool) if name in SWITCHES else value in CHOICES[name]
