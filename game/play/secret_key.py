"""The secret key that the database belongs to, and digests made with it and with older keys.

Nothing signed with another key can be read, so a server refuses to start with one. The key itself
is not stored, only a fingerprint: a salted HMAC.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from game.models import KeyFingerprint
from game.play.sessions import SessionStore

FINGERPRINT_ID = 1
"""Primary key of the only row of KeyFingerprint."""
SAMPLE_SIZE = 200
"""How many of the latest sessions are tried if there is no fingerprint."""


def digests(purpose: str, value: str) -> Iterator[bytes]:
    """Yield the HMAC of ``value`` with the secret key, then with each of the fallbacks."""
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        yield salted_hmac(purpose, value, key, algorithm="sha256").digest()


@transaction.atomic
def claim_database() -> bool:
    """Return whether the database belongs to the secret key or to a fallback.

    If it belongs to a fallback, it belongs to the secret key from now on. A database without a
    fingerprint belongs to the key if it has no sessions, or if one of the latest can be read with
    the key or a fallback.
    """
    stored = KeyFingerprint.objects.select_for_update().filter(pk=FINGERPRINT_ID).first()
    if stored is None:
        if not _can_read_latest_sessions():
            return False
        # If two servers with different keys start at the same time, the second is refused.
        stored, _ = KeyFingerprint.objects.get_or_create(pk=FINGERPRINT_ID, defaults=_fingerprint())
    latest, *older = _digests_with(stored.salt)
    if stored.digest in older:
        KeyFingerprint.objects.filter(pk=FINGERPRINT_ID).update(**_fingerprint())
    return stored.digest in (latest, *older)


def accept() -> tuple[int, int]:
    """Make the database belong to the secret key, whichever key it belonged to before.

    Return how many sessions cannot be read with it, and how many there are in all; none is changed.
    """
    KeyFingerprint.objects.update_or_create(pk=FINGERPRINT_ID, defaults=_fingerprint())
    texts = Session.objects.filter(expire_date__gt=timezone.now()).values_list("session_data")
    readable = [_is_readable(text) for (text,) in texts.iterator()]
    return readable.count(False), len(readable)


def _fingerprint() -> dict[str, Any]:
    """Return the columns of a new fingerprint of the secret key."""
    salt = secrets.token_hex(16)
    return {"salt": salt, "digest": _digests_with(salt)[0], "noted_at": timezone.now()}


def _digests_with(salt: str) -> list[str]:
    return [digest.hex() for digest in digests("crownhead.fingerprint", salt)]


def _can_read_latest_sessions() -> bool:
    sessions = Session.objects.filter(expire_date__gt=timezone.now()).order_by("-expire_date")
    latest = sessions.values_list("session_data", flat=True)[:SAMPLE_SIZE]
    return not latest or any(map(_is_readable, latest))


def _is_readable(text: str) -> bool:
    return SessionStore().readable(text) is not None
