"""Sessions that are read, changed and written as one step, so that two orders never both win.

Django loads a session when a request first looks at it and writes it back when the response
leaves; of two requests at once the slower one silently undoes the other. Here a change is only
possible inside ``exclusive``, which holds the row from reading to writing.

A session that cannot be read (the secret key is another one, or the text is damaged) is set aside
before anything is stored in its place, and comes back by itself once it can be read again.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import VALID_KEY_CHARS, CreateError
from django.contrib.sessions.base_session import AbstractBaseSession
from django.contrib.sessions.models import Session
from django.core import signing
from django.db import connections, router, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.crypto import constant_time_compare, get_random_string, salted_hmac
from django.utils.encoding import force_str

from game.models import UnreadSession
from game.server.fair_use import new_sessions

logger = logging.getLogger("crownhead")

DAMAGED = "damaged"
"""Key under which an unreadable session remembers that there was something to read."""
CHANCE, SEAL = 20, 20
"""Characters of a reserved key that are random, and of those that show whose key it is."""


def reserved_key() -> str:
    """A key for a session that has no row until something is stored in it.

    Handed out with the first form, so that both halves of a double click bring the same one. Only
    the server can make it: a session never gets a key that whoever asks has thought up.
    """
    chance = get_random_string(CHANCE, VALID_KEY_CHARS)
    return chance + _seal(chance, settings.SECRET_KEY)


def is_reserved(key: str) -> bool:
    """Whether a key is one that this site has handed out."""
    chance, seal = key[:CHANCE], key[CHANCE:]
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(constant_time_compare(seal, _seal(chance, secret)) for secret in secrets)


def _seal(chance: str, secret: str | bytes) -> str:
    return salted_hmac("crownhead.session", chance, secret, algorithm="sha256").hexdigest()[:SEAL]


class SessionStore(db.SessionStore):
    """Database sessions written only inside ``exclusive``."""

    _is_held = False
    reserved: str | None = None
    """The key that the session will have once something is stored in it."""

    def load(self) -> dict[str, Any]:
        """The stored contents; empty for an unknown or expired key, which is then forgotten.

        A key that was reserved is kept aside for the first change.

        Every page asks this one question, so it is asked in SQL: building it anew from the model
        each time takes ten times as long as the database takes to answer.
        """
        connection = connections[router.db_for_read(self.model)]
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT session_data FROM django_session"
                " WHERE session_key = %s AND expire_date > %s",
                [self.session_key, now],
            )
            row = cursor.fetchone()
        if row is None:
            self._forget_key()
            return {}
        contents = self.readable(row[0])
        return self._from_aside()[0] if contents is None else contents

    def is_empty(self) -> bool:
        """Whether the browser's cookie leads nowhere: the session middleware then deletes it."""
        return super().is_empty() and self.reserved is None

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Hold this session's row; changes made inside are written before anyone else reads it.

        A session that has no row yet gets one when something was changed. On SQLite the
        transaction itself is the lock (``transaction_mode`` IMMEDIATE); elsewhere the row is.
        Raises TooManyRequests where the network that asks has begun too many sessions.
        """
        using = router.db_for_write(self.model)
        with transaction.atomic(using=using):
            row, is_new = self._held(using), False
            if row is None and self.reserved is not None:
                # Whoever comes second with the same key waits here until the first is done.
                is_new = self._begin()
                row = None if is_new else self._held(using)
            contents = self.readable(row.session_data) if row else {}
            unread = row if contents is None else None
            came_back: list[UnreadSession] = []
            if contents is None:
                contents, came_back = self._from_aside()
            self._session_cache: dict[str, Any] = contents
            self.accessed = True
            self._is_held = True
            try:
                yield
                if self.modified:
                    if unread is not None:
                        self._set_aside(unread.session_data, came_back)
                    if row is None and not is_new:
                        new_sessions.begin()
                    super().save()
                elif is_new:
                    self.delete()
                    self._forget_key()
            finally:
                self._is_held = False

    def _held(self, using: str) -> AbstractBaseSession | None:
        """The row, held; None if there is none, or its time is over."""
        key = self.session_key or self.reserved
        rows = self.model.objects.using(using).select_for_update()
        row = rows.filter(session_key=key, expire_date__gt=timezone.now()).first() if key else None
        if row is None:
            self._forget_key()
        else:
            self._session_key = row.session_key
        return row

    def _begin(self) -> bool:
        """Make the row for the reserved key; False if another request has, whom this waits for."""
        self._session_key, self._session_cache = self.reserved, {}
        new_sessions.begin()
        try:
            super().save(must_create=True)
        except CreateError:
            return False
        return True

    def _forget_key(self) -> None:
        key = self.session_key or self.reserved
        self.reserved = key if key and is_reserved(key) else None
        self._session_key = None

    def save(self, must_create: bool = False) -> None:
        """Write, if held; the session middleware's own later write has nothing left to do."""
        if self._is_held:
            super().save(must_create)

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        """The contents of a session's text; of one that cannot be read a mark, never an error."""
        contents = self.readable(session_data)
        return {DAMAGED: True} if contents is None else contents

    def readable(self, session_data: bytes | str) -> dict[str, Any] | None:
        """The contents of a session's text; None if it cannot be read, whatever is wrong."""
        try:
            contents = signing.loads(
                force_str(session_data), salt=self.key_salt, serializer=self.serializer
            )
        except Exception:  # noqa: BLE001
            # Signature, compression, JSON: the player gets a new game and is told in any case.
            return None
        return contents if isinstance(contents, dict) else None

    def _from_aside(self) -> tuple[dict[str, Any], list[UnreadSession]]:
        """In place of a text that cannot be read: what was set aside and can be, and its row."""
        for aside in UnreadSession.objects.filter(session_key=self.session_key).order_by("-pk"):
            contents = self.readable(aside.session_data)
            if contents is not None:
                return contents, [aside]
        # Neither the text nor the session's key may stand in a log.
        logger.warning(
            "A stored session could not be read: it was written with another secret key, or it is "
            "damaged. Nothing of it is deleted."
        )
        return {DAMAGED: True}, []

    def _set_aside(self, session_data: str, came_back: list[UnreadSession]) -> None:
        """Keep a text that is about to be replaced, perhaps by one that has come back."""
        for aside in came_back:
            aside.delete()
        UnreadSession.objects.create(
            session_key=self.session_key or "",
            session_data=session_data,
            set_aside_at=timezone.now(),
        )


def forget_unread() -> None:
    """Delete what was set aside of sessions whose time is over."""
    session = Session.objects.filter(session_key=OuterRef("session_key"))
    UnreadSession.objects.filter(~Exists(session)).delete()
