"""What a session has removed of late, so that a second press hears what the first one did."""

from __future__ import annotations

from game.play.sessions import SessionStore

KEY = "removed"
"""Where in the session the ids lie."""
MOST = 10


def remember_removal(session: SessionStore, what: str) -> None:
    """Remember the id of a thing that is no more; the session must be held."""
    session[KEY] = [*_removed(session), what][-MOST:]


def was_removed(session: SessionStore, what: str) -> bool:
    """Whether this session has removed the thing of that id, among its last few."""
    return what in _removed(session)


def _removed(session: SessionStore) -> list[str]:
    kept = session.get(KEY)
    return kept if isinstance(kept, list) else []
