"""Clocks run while a server watches over them, and stand still for as long as none does.

Each server notes now and then that it is there. One that starts after a long silence, or finds the
system's clock set to another hour since, moves the clocks of all games on by the time that is
missing: nobody loses a game because the machine was off or its clock was wrong.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from game.models import Heartbeat, Table
from game.play.tables.game import milliseconds

SILENCE = timedelta(minutes=5)
"""A server that watches is heard of every minute; a restart is over in less than this."""


def resume(now: datetime) -> timedelta:
    """Move running clocks on by the time that no server watched, and say how long that was.

    Of servers that start at the same time one does it. Nothing before the first server.
    """
    with transaction.atomic():
        Heartbeat.objects.get_or_create(pk=1, defaults={"beat_at": now})
        heartbeat = Heartbeat.objects.select_for_update().get(pk=1)
        missing = now - heartbeat.beat_at
        heartbeat.beat_at = now
        heartbeat.save(update_fields=["beat_at"])
        if abs(missing) <= SILENCE:
            return timedelta()
        by = milliseconds(now) - milliseconds(now - missing)
        Table.objects.filter(flag_at__isnull=False).update(
            clock_since=F("clock_since") + by,
            flag_at=F("flag_at") + by,
            revision=F("revision") + 1,
        )
        return missing


def beat(now: datetime) -> None:
    """Note that a server watches."""
    Heartbeat.objects.filter(pk=1).update(beat_at=now)
