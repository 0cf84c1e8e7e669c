"""What is kept about the secret key: which one the database belongs to, and what others wrote."""

from __future__ import annotations

from django.db import models


class KeyFingerprint(models.Model):
    """Tells the secret key that sessions are signed with from any other; one row, never the key."""

    salt = models.CharField(max_length=32)
    digest = models.CharField(max_length=64)
    noted_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.digest[:8]} since {self.noted_at}"


class UnreadSession(models.Model):
    """A session's text that could not be read when something else had to be stored in its place."""

    session_key = models.CharField(max_length=40, db_index=True)
    session_data = models.TextField()
    set_aside_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.pk} since {self.set_aside_at}"
