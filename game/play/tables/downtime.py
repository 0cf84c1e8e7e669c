"""Game clocks run only while a server is up.

Each server records a heartbeat every minute. One that starts after a long gap, or finds that the
system clock has jumped, shifts the clocks of all games by the missing time: nobody loses a game
because the machine was off or its clock was wrong.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from game.models import Heartbeat, Table
from game.play.tables.game import milliseconds

MAX_GAP = timedelta(minutes=5)
"""Longest gap between heartbeats that is not downtime: more than a restart takes."""


def resume(now: datetime) -> timedelta:
    """Shift running clocks by the time that no server was up, and return that time.

    If several servers start at once, one of them does it. Zero for the first server ever.
    """
    with transaction.atomic():
        Heartbeat.objects.get_or_create(pk=1, defaults={"beat_at": now})
        heartbeat = Heartbeat.objects.select_for_update().get(pk=1)
        missing = now - heartbeat.beat_at
        heartbeat.beat_at = now
        heartbeat.save(update_fields=["beat_at"])
        if abs(missing) <= MAX_GAP:
            return timedelta()
        shift = milliseconds(now) - milliseconds(now - missing)
        Table.objects.filter(flag_at__isnull=False).update(
            clock_since=F("clock_since") + shift,
            flag_at=F("flag_at") + shift,
            revision=F("revision") + 1,
        )
        return missing


def beat(now: datetime) -> None:
    """Record that a server is up."""
    Heartbeat.objects.filter(pk=1).update(beat_at=now)
