"""Sessions that are read, changed and written as one step, so that two orders never both win.

Django loads a session when a request first looks at it and writes it back when the response
leaves; of two requests at once the slower one silently undoes the other. Here a change is only
possible inside ``exclusive``, which holds the row from reading to writing.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.sessions.backends import db
from django.core import signing
from django.db import connections, router, transaction
from django.utils import timezone
from django.utils.encoding import force_str

logger = logging.getLogger("crownhead")

DAMAGED = "damaged"
"""Key under which an unreadable session remembers that there was something to read."""


class SessionStore(db.SessionStore):
    """Database sessions written only inside ``exclusive``."""

    _is_held = False

    def load(self) -> dict[str, Any]:
        """The stored contents; empty for an unknown or expired key, which is then forgotten.

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
            self._session_key = None
            return {}
        return self.decode(row[0])

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Hold this session's row; changes made inside are written before anyone else reads it.

        A session that has no row yet gets one when something was changed. On SQLite the
        transaction itself is the lock (``transaction_mode`` IMMEDIATE); elsewhere the row is.
        """
        using = router.db_for_write(self.model)
        with transaction.atomic(using=using):
            row = (
                self.model.objects.using(using)
                .select_for_update()
                .filter(session_key=self.session_key, expire_date__gt=timezone.now())
                .first()
                if self.session_key
                else None
            )
            self._session_cache: dict[str, Any] = self.decode(row.session_data) if row else {}
            self.accessed = True
            if row is None:
                self._session_key = None
            self._is_held = True
            try:
                yield
                if self.modified:
                    super().save()
            finally:
                self._is_held = False

    def save(self, must_create: bool = False) -> None:
        """Write, if held; the session middleware's own later write has nothing left to do."""
        if self._is_held:
            super().save(must_create)

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        """The session's contents; unreadable text is logged and leaves a mark, never an error."""
        try:
            contents = signing.loads(
                force_str(session_data), salt=self.key_salt, serializer=self.serializer
            )
        except Exception:  # noqa: BLE001
            # Whatever is wrong with stored text (signature, compression, JSON), the player gets
            # a new game and is told; the text goes to the log for whoever looks into it.
            logger.warning("a stored session could not be read: %r", session_data[:4000])
            return {DAMAGED: True}
        return contents if isinstance(contents, dict) else {DAMAGED: True}
