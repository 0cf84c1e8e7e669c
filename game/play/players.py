"""A player's identity: a random id in their session, created when first needed."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode

from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef
from django.utils.crypto import salted_hmac

from game.models import Player
from game.play.sessions import SessionStore

KEY = "player_id"
"""Session key of the player's id."""


def new_id() -> str:
    """Return an id for a player, a game or a device that nobody can guess."""
    return secrets.token_urlsafe(12)


def id_made_by(form: str, player: str) -> str:
    """Return the id of what a player's form creates: the same each time the form is sent."""
    if not form:
        return new_id()
    digest = salted_hmac("crownhead.form", f"{player} {form}", algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:12]).decode()


def known_player(session: SessionStore) -> str | None:
    """Return the id of this session's player, or None if none has been created."""
    player = session.get(KEY)
    return player if isinstance(player, str) else None


def latest_player(session: SessionStore) -> str | None:
    """Return ``known_player`` as stored by now: the request before may still have been running."""
    with session.exclusive():
        return known_player(session)


def player_of(session: SessionStore) -> str:
    """Return the id of this session's player, creating it if needed; the session must be locked.

    If the session was damaged and the id lost, its key leads to the same player again.
    """
    known = known_player(session)
    if known is not None:
        return known
    if session.session_key is None:
        session.create()
    player, _ = Player.objects.get_or_create(
        session_key=session.session_key, defaults={"id": new_id()}
    )
    session[KEY] = player.id
    return player.id


def delete_players_without_session() -> None:
    """Delete players whose sessions have expired and been cleared, with all their games."""
    session = Session.objects.filter(session_key=OuterRef("session_key"))
    Player.objects.filter(~Exists(session)).delete()
