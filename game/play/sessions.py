"""Sessions that are loaded, changed and stored in one step, so that two requests never both win.

Django loads a session when a request first reads it and stores it when the response is sent; of two
simultaneous requests the slower one silently overwrites the other. Here a session can be changed
only inside ``exclusive``, which locks the row from loading to storing.

A session that cannot be read (the secret key has changed, or the text is damaged) is set aside
before anything is stored in its place, and restored automatically once it can be read again.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
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
"""Key that marks the contents of a session whose stored text could not be read."""
RANDOM_LENGTH, SEAL = 20, 20
"""Number of random characters in a reserved key, and of characters that sign them."""


def reserved_key() -> str:
    """Return a key for a session that has no row until something is stored in it.

    It is sent with the first form, so that both requests of a double click have the same one. It is
    signed: a session never gets a key that a client has made up.
    """
    value = get_random_string(RANDOM_LENGTH, VALID_KEY_CHARS)
    return value + _signature(value, settings.SECRET_KEY)


def is_reserved(key: str) -> bool:
    """Return whether a key was made by ``reserved_key``."""
    value, signature = key[:RANDOM_LENGTH], key[RANDOM_LENGTH:]
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(constant_time_compare(signature, _signature(value, secret)) for secret in secrets)


def _signature(value: str, secret: str | bytes) -> str:
    digest = salted_hmac("crownhead.session", value, secret, algorithm="sha256").hexdigest()
    return digest[:SEAL]


@lru_cache(maxsize=4)
def _load_sql(using: str) -> str:
    """Return the SQL for the text of a session, by key and by the time it must outlast."""
    rows = Session.objects.filter(session_key="").filter(expire_date__gt=timezone.now())
    sql: str = rows.values("session_data").query.get_compiler(using).as_sql()[0]
    return sql


class SessionStore(db.SessionStore):
    """Database sessions that are stored only inside ``exclusive``."""

    _is_locked = False
    reserved: str | None = None
    """The key that the session will have once something is stored in it."""

    def load(self) -> dict[str, Any]:
        """Return the stored contents; empty for an unknown or expired key, which is then dropped.

        A reserved key is kept in ``reserved`` for the first change.

        Every page makes this query, so its SQL is kept: for Django to write it takes ten times as
        long as for the database to answer.
        """
        connection = connections[router.db_for_read(self.model)]
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        with connection.cursor() as cursor:
            cursor.execute(_load_sql(connection.alias), [self.session_key, now])
            row = cursor.fetchone()
        if row is None:
            self._drop_key()
            return {}
        contents = self.readable(row[0])
        return self._restored()[0] if contents is None else contents

    def is_empty(self) -> bool:
        """Return whether the browser's cookie has no session; the middleware then deletes it."""
        return super().is_empty() and self.reserved is None

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Lock this session's row; changes made inside are stored before another request reads it.

        A session that has no row yet gets one if it is changed. On SQLite the transaction itself is
        the lock (``transaction_mode`` IMMEDIATE), elsewhere the row is. Raises TooManyRequests if
        the client's network has started too many sessions.
        """
        using = router.db_for_write(self.model)
        with transaction.atomic(using=using):
            row, is_new = self._locked_row(using), False
            if row is None and self.reserved is not None:
                # A second request with the same key waits here until the first is finished.
                is_new = self._create_reserved()
                row = None if is_new else self._locked_row(using)
            contents = self.readable(row.session_data) if row else {}
            unread = row if contents is None else None
            restored: list[UnreadSession] = []
            if contents is None:
                contents, restored = self._restored()
            self._session_cache: dict[str, Any] = contents
            self.accessed = True
            self._is_locked = True
            try:
                yield
                if self.modified:
                    if unread is not None:
                        self._set_aside(unread.session_data, restored)
                    if row is None and not is_new:
                        new_sessions.begin()
                    super().save()
                elif is_new:
                    self.delete()
                    self._drop_key()
            finally:
                self._is_locked = False

    def _locked_row(self, using: str) -> AbstractBaseSession | None:
        """Return the row, locked; None if there is none or it has expired."""
        key = self.session_key or self.reserved
        rows = self.model.objects.using(using).select_for_update()
        row = rows.filter(session_key=key, expire_date__gt=timezone.now()).first() if key else None
        if row is None:
            self._drop_key()
        else:
            self._session_key = row.session_key
        return row

    def _create_reserved(self) -> bool:
        """Create the row for the reserved key; False, after waiting, if another request has."""
        self._session_key, self._session_cache = self.reserved, {}
        new_sessions.begin()
        try:
            super().save(must_create=True)
        except CreateError:
            return False
        return True

    def _drop_key(self) -> None:
        key = self.session_key or self.reserved
        self.reserved = key if key and is_reserved(key) else None
        self._session_key = None

    def save(self, must_create: bool = False) -> None:
        """Store inside ``exclusive`` only; the session middleware has nothing left to store."""
        if self._is_locked:
            super().save(must_create)

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        """Return the contents of a session's text; only DAMAGED, never an error, if unreadable."""
        contents = self.readable(session_data)
        return {DAMAGED: True} if contents is None else contents

    def readable(self, session_data: bytes | str) -> dict[str, Any] | None:
        """Return the contents of a session's text; None if it cannot be read for any reason."""
        try:
            contents = signing.loads(
                force_str(session_data), salt=self.key_salt, serializer=self.serializer
            )
        except Exception:  # noqa: BLE001
            # Signature, compression or JSON: in any case the player gets a new game and a message.
            return None
        return contents if isinstance(contents, dict) else None

    def _restored(self) -> tuple[dict[str, Any], list[UnreadSession]]:
        """Return contents that were set aside and can be read again, and their row in a list.

        If there are none, only DAMAGED and an empty list.
        """
        for aside in UnreadSession.objects.filter(session_key=self.session_key).order_by("-pk"):
            contents = self.readable(aside.session_data)
            if contents is not None:
                return contents, [aside]
        # Neither the text nor the session's key may be logged.
        logger.warning(
            "A stored session could not be read: it was written with another secret key, or it is "
            "damaged. Nothing of it is deleted."
        )
        return {DAMAGED: True}, []

    def _set_aside(self, session_data: str, restored: list[UnreadSession]) -> None:
        """Keep a text that is about to be replaced, and delete the rows that were restored."""
        for aside in restored:
            aside.delete()
        UnreadSession.objects.create(
            session_key=self.session_key or "",
            session_data=session_data,
            set_aside_at=timezone.now(),
        )


def forget_unread() -> None:
    """Delete what was set aside of sessions that no longer exist."""
    session = Session.objects.filter(session_key=OuterRef("session_key"))
    UnreadSession.objects.filter(~Exists(session)).delete()
