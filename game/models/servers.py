"""What server processes share."""

from __future__ import annotations

from django.db import models


class Heartbeat(models.Model):
    """One row: when a server was last known to be up."""

    beat_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"a server was up at {self.beat_at}"
