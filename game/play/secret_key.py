"""Which secret key the database belongs to, and what follows from a key and from older ones.

What was signed with another key cannot be read, so a server refuses to start with one. Of the key
itself nothing is stored, only a fingerprint: an HMAC with a salt of its own.
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

ONLY = 1
"""The key of the one row with a fingerprint."""
SAMPLE = 200
"""Sessions looked at, the latest ones, where no fingerprint says whose they are."""


def digests(purpose: str, value: str) -> Iterator[bytes]:
    """What follows from ``value`` and the secret key, and then from each of the fallbacks."""
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        yield salted_hmac(purpose, value, key, algorithm="sha256").digest()


@transaction.atomic
def claim_database() -> bool:
    """Whether the key or a fallback is the database's; if so, the key is from now on.

    A database without a fingerprint belongs to the key if one of its latest sessions can be read
    with it or a fallback, or if it has none.
    """
    known = KeyFingerprint.objects.select_for_update().filter(pk=ONLY).first()
    if known is None:
        if not _reads_latest_sessions():
            return False
        # Of two servers that start at once with different keys the second is refused.
        known, _ = KeyFingerprint.objects.get_or_create(pk=ONLY, defaults=_fingerprint())
    latest, *older = _digests_with(known.salt)
    if known.digest in older:
        KeyFingerprint.objects.filter(pk=ONLY).update(**_fingerprint())
    return known.digest in (latest, *older)


def accept() -> tuple[int, int]:
    """Have the database belong to the key whatever it belonged to before.

    Returns how many sessions there are that it cannot read, and how many in all; none is changed.
    """
    KeyFingerprint.objects.update_or_create(pk=ONLY, defaults=_fingerprint())
    texts = Session.objects.filter(expire_date__gt=timezone.now()).values_list("session_data")
    readable = [_is_readable(text) for (text,) in texts.iterator()]
    return readable.count(False), len(readable)


def _fingerprint() -> dict[str, Any]:
    """The columns of the key's fingerprint."""
    salt = secrets.token_hex(16)
    return {"salt": salt, "digest": _digests_with(salt)[0], "noted_at": timezone.now()}


def _digests_with(salt: str) -> list[str]:
    return [digest.hex() for digest in digests("crownhead.fingerprint", salt)]


def _reads_latest_sessions() -> bool:
    sessions = Session.objects.filter(expire_date__gt=timezone.now()).order_by("-expire_date")
    latest = sessions.values_list("session_data", flat=True)[:SAMPLE]
    return not latest or any(map(_is_readable, latest))


def _is_readable(text: str) -> bool:
    return SessionStore().readable(text) is not None
