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

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.core import signing
from django.db import connections, router, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.encoding import force_str

from game.models import UnreadSession

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
        contents = self.readable(row[0])
        return self._from_aside()[0] if contents is None else contents

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
            contents = self.readable(row.session_data) if row else {}
            unread = row if contents is None else None
            came_back: list[UnreadSession] = []
            if contents is None:
                contents, came_back = self._from_aside()
            self._session_cache: dict[str, Any] = contents
            self.accessed = True
            if row is None:
                self._session_key = None
            self._is_held = True
            try:
                yield
                if self.modified:
                    if unread is not None:
                        self._set_aside(unread.session_data, came_back)
                    super().save()
            finally:
                self._is_held = False

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
