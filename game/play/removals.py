"""The ids a session has removed recently, so that a repeated request gets the same answer."""

from __future__ import annotations

from game.play.sessions import SessionStore

KEY = "removed"
"""Session key of the ids."""
MAX_REMEMBERED = 10


def remember_removal(session: SessionStore, what: str) -> None:
    """Remember the id of something removed; the session must be locked."""
    session[KEY] = [*_removed(session), what][-MAX_REMEMBERED:]


def was_removed(session: SessionStore, what: str) -> bool:
    """Return whether the id is among the last that this session has removed."""
    return what in _removed(session)


def _removed(session: SessionStore) -> list[str]:
    removed = session.get(KEY)
    return removed if isinstance(removed, list) else []
