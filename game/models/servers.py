"""What servers know of each other."""

from __future__ import annotations

from django.db import models


class Heartbeat(models.Model):
    """One row: when a server last watched over the clocks of games."""

    beat_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"a server watched at {self.beat_at}"
