"""The fingerprint of the database's secret key, and sessions that it cannot read."""

from __future__ import annotations

from django.db import models


class KeyFingerprint(models.Model):
    """One row that identifies the secret key that signs sessions, without containing it."""

    salt = models.CharField(max_length=32)
    digest = models.CharField(max_length=64)
    noted_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.digest[:8]} since {self.noted_at}"


class UnreadSession(models.Model):
    """The unreadable text of a session, set aside when it was replaced."""

    session_key = models.CharField(max_length=40, db_index=True)
    session_data = models.TextField()
    set_aside_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.pk} since {self.set_aside_at}"
