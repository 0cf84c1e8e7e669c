"""What time alone does to tables: flags fall, stale tables close, old ones are deleted.

Each flag is settled in its own transaction, so that expiry blocks nobody, can run in several
processes at once, and can be stopped at any instant.
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

FIRST_MOVE_WINDOW = timedelta(hours=1)
"""A game whose clock has not started yet is closed after this time without a move."""
INACTIVE_AFTER = timedelta(days=14)
"""Any other game without a running clock is closed after this time without a move."""
DELETED_AFTER = timedelta(days=30)
"""How long a table that is over or closed can be viewed; players keep their games."""


@dataclass(frozen=True)
class ExpiryCounts:
    """How many flags fell, and how many tables were closed and forgotten (deleted)."""

    flags: int
    closed: int
    forgotten: int


def expire_tables(now: datetime) -> ExpiryCounts:
    """Let flags fall, close stale tables, and delete old tables, rate limits and guests."""
    fallen = Table.objects.flags_fallen(milliseconds(now)).order_by("flag_at")
    flags = 0
    for table_id in list(fallen.values_list("id", flat=True)):
        try:
            flags += expire(table_id, now).status is Status.OVER
        except NoSuchTable:
            continue
    closed = _stale(now).update(**closing_columns(now), revision=F("revision") + 1)
    old = Table.objects.filter(
        status__in=(Status.OVER, Status.CLOSED), changed_at__lte=now - DELETED_AFTER
    )
    _, deleted = old.delete()
    delete_old_actions(now)
    delete_absent_guests(now)
    return ExpiryCounts(flags, closed, deleted.get(Table._meta.label, 0))


def _stale(now: datetime) -> TableQuerySet:
    """Return tables that nobody joined, and games in which no clock runs and nobody moves."""
    waiting, playing = Q(status=Status.WAITING), Q(status=Status.PLAYING, clock_runs="")
    has_clock = Q(base_ms__isnull=False, is_per_move=False)
    return Table.objects.filter(
        (waiting & has_clock & Q(created_at__lte=now - JOIN_WINDOW))
        | (waiting & Q(created_at__lte=now - JOIN_WINDOW_SLOW))
        | (playing & has_clock & Q(changed_at__lte=now - FIRST_MOVE_WINDOW))
        | (playing & Q(changed_at__lte=now - INACTIVE_AFTER))
    )
