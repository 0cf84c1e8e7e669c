"""What happens to tables by the time alone, though nobody looks: flags, closing, forgetting.

Each table is settled in a transaction of its own, so sweeping holds nobody up, may run in several
processes at once, and may be stopped at any instant.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, Q

from game.models import Table
from game.models.tables import Status, TableQuerySet
from game.play.refusals import NoSuchTable
from game.play.tables.game import JOIN_WINDOW, JOIN_WINDOW_SLOW, milliseconds
from game.play.tables.guests import delete_absent_guests
from game.play.tables.rate_limits import delete_old_actions
from game.play.tables.storage import closing_columns, expire

NOT_STARTED_FOR = timedelta(hours=1)
"""A game with a clock that nobody moves in, before the clock runs, is closed after so long."""
UNTOUCHED_FOR = timedelta(days=14)
"""So is any other game that nobody moves in."""
REMEMBERED = timedelta(days=30)
"""How long a table that is over or closed can be looked at; players keep their games."""


@dataclass(frozen=True)
class ExpiryCounts:
    """How many tables were changed or forgotten."""

    flags: int
    closed: int
    forgotten: int


def expire_tables(now: datetime) -> ExpiryCounts:
    """Settle and close what is due, forget what is old."""
    fallen = Table.objects.flags_fallen(milliseconds(now)).order_by("flag_at")
    flags = 0
    for table_id in list(fallen.values_list("id", flat=True)):
        try:
            flags += expire(table_id, now).status is Status.OVER
        except NoSuchTable:
            continue
    closed = _stale(now).update(**closing_columns(now), revision=F("revision") + 1)
    old = Table.objects.filter(
        status__in=(Status.OVER, Status.CLOSED), changed_at__lte=now - REMEMBERED
    )
    _, deleted = old.delete()
    delete_old_actions(now)
    delete_absent_guests(now)
    return ExpiryCounts(flags, closed, deleted.get(Table._meta.label, 0))


def _stale(now: datetime) -> TableQuerySet:
    """Tables that wait in vain, and games in which no clock runs and nobody moves."""
    waiting, playing = Q(status=Status.WAITING), Q(status=Status.PLAYING, clock_runs="")
    has_clock = Q(base_ms__isnull=False, is_per_move=False)
    return Table.objects.filter(
        (waiting & has_clock & Q(created_at__lte=now - JOIN_WINDOW))
        | (waiting & Q(created_at__lte=now - JOIN_WINDOW_SLOW))
        | (playing & has_clock & Q(changed_at__lte=now - NOT_STARTED_FOR))
        | (playing & Q(changed_at__lte=now - UNTOUCHED_FOR))
    )
