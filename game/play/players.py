"""Who somebody is: a random id in their session, made when first needed, and nothing more."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode

from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef
from django.utils.crypto import salted_hmac

from game.models import Player
from game.play.sessions import SessionStore

KEY = "player_id"
"""Where in the session it lies."""


def new_id() -> str:
    """An id that nobody can guess, for a player, a game, a device."""
    return secrets.token_urlsafe(12)


def id_made_by(form: str, player: str) -> str:
    """The id of what a player's form makes: the same however often that very form is sent."""
    if not form:
        return new_id()
    digest = salted_hmac("crownhead.form", f"{player} {form}", algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:12]).decode()


def known_player(session: SessionStore) -> str | None:
    """The id of this session's player, if they have needed one."""
    known = session.get(KEY)
    return known if isinstance(known, str) else None


def player_of(session: SessionStore) -> str:
    """The id of this session's player, made if need be; the session must be held.

    A session that was damaged has forgotten the id; its key leads to the same player again.
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
    """Delete players, and with them their games, whose sessions have ended and were cleared."""
    session = Session.objects.filter(session_key=OuterRef("session_key"))
    Player.objects.filter(~Exists(session)).delete()
