"""What the server does by itself while it runs, so that nobody has to schedule it.

Flags fall at tables that nobody looks at, tables that nobody joined are closed, and what nobody can
come back to is deleted. Each round asks the database what is due, so rounds of several servers do
no harm to each other, and a round that fails is made up for by the next.
"""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, close_old_connections, connection
from django.utils import timezone

from game.play.tables import downtime
from game.play.tables.expiry import sweep
from game.server.failures import told

SECONDS_BETWEEN_ROUNDS = 60
SECONDS_BETWEEN_CHECKPOINTS = 2
TIDIED_EVERY = timedelta(days=1)
"""How often all that is a year old is looked for; the first time was before the server started."""

logger = logging.getLogger("crownhead")


def _system_time() -> datetime:
    return timezone.now()


def keep_house(
    rest: Callable[[float], object] = time.sleep, now: Callable[[], datetime] = _system_time
) -> None:
    """Sweep and tidy for ever, with a ``rest`` of so many seconds after each round.

    ``now`` is the clock that requests are stamped by.
    """
    tidied_at = now()
    while True:
        # A connection that the database has closed meanwhile is opened anew.
        close_old_connections()
        try:
            downtime.beat(now())
            sweep(now())
            if now() >= tidied_at + TIDIED_EVERY:
                call_command("tidy")
                tidied_at = now()
        except Exception as problem:
            if (trouble := told(problem)) is None:
                logger.exception("A round of housekeeping failed; the next one is in a minute")
            else:
                logger.error(
                    "A round of housekeeping failed, as %s; the next one is in a minute", trouble
                )
        rest(SECONDS_BETWEEN_ROUNDS)


def shared_time() -> datetime:
    """The time by which servers of one database agree: the database server's, if there is one."""
    if not settings.POSTGRESQL:
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT now()")
        moment: datetime = cursor.fetchone()[0]
    return moment


def resume_clocks() -> None:
    """Have the clocks of games go on from where they stood when a server was last heard of.

    To be called before the first request, which might make a flag fall.
    """
    if missing := downtime.resume(shared_time()):
        logger.warning("No server watched for %s, so the clocks of games stood still", missing)


def keep_log_short(rest: Callable[[float], object] = time.sleep) -> None:
    """Move what SQLite's log holds into its file for ever, with a ``rest`` after each time.

    Otherwise whoever's move fills the log waits for the disk, and all others behind it
    (docs/decisions/0035). It holds up neither those who read nor those who write.
    """
    has_failed = False
    while True:
        try:
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except DatabaseError as problem:
            # Said once: while a disk is full this fails every two seconds.
            if not has_failed:
                logger.error(
                    "SQLite's log could not be emptied; it is tried again: %s",
                    told(problem) or problem,
                )
            has_failed = True
        else:
            has_failed = False
        rest(SECONDS_BETWEEN_CHECKPOINTS)
