"""Periodic work of the server while it runs, so that nobody has to schedule it.

Flags fall at tables without visitors, tables that nobody joined are closed, and expired data is
deleted. Each round asks the database what is due, so rounds of several servers do not interfere,
and the next round catches up after a failed one.
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
from game.play.tables.expiry import expire_tables
from game.server.failures import describe_failure

SECONDS_BETWEEN_ROUNDS = 60
SECONDS_BETWEEN_CHECKPOINTS = 2
TIDY_INTERVAL = timedelta(days=1)
"""How often expired data is deleted; the first time is before the server starts."""

logger = logging.getLogger("crownhead")


def _system_time() -> datetime:
    return timezone.now()


def run_housekeeping(
    rest: Callable[[float], object] = time.sleep, now: Callable[[], datetime] = _system_time
) -> None:
    """Sweep and tidy for ever; ``rest`` is called with the seconds to wait after each round.

    ``now`` is the clock that stamps requests.
    """
    tidied_at = now()
    while True:
        # Reopen a connection that the database has closed meanwhile.
        close_old_connections()
        try:
            downtime.beat(now())
            expire_tables(now())
            if now() >= tidied_at + TIDY_INTERVAL:
                call_command("tidy")
                tidied_at = now()
        except Exception as problem:
            if (trouble := describe_failure(problem)) is None:
                logger.exception("A round of housekeeping failed; the next one is in a minute")
            else:
                logger.error(
                    "A round of housekeeping failed, as %s; the next one is in a minute", trouble
                )
        rest(SECONDS_BETWEEN_ROUNDS)


def shared_time() -> datetime:
    """Return the time shared by all servers of one database: the database server's, if any."""
    if not settings.POSTGRESQL:
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT now()")
        moment: datetime = cursor.fetchone()[0]
    return moment


def resume_clocks() -> None:
    """Resume the clocks of games from where they stood when a server was last alive.

    Call this before the first request, which might make a flag fall.
    """
    if missing := downtime.resume(shared_time()):
        logger.warning("No server watched for %s, so the clocks of games stood still", missing)


def checkpoint_periodically(rest: Callable[[float], object] = time.sleep) -> None:
    """Checkpoint SQLite's write-ahead log for ever; ``rest`` is called after each time.

    Otherwise the request that fills the log waits for the disk, and all others behind it
    (docs/decisions/0035). A passive checkpoint blocks neither readers nor writers.
    """
    has_failed = False
    while True:
        try:
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except DatabaseError as problem:
            # Logged once: while a disk is full this fails every two seconds.
            if not has_failed:
                logger.error(
                    "SQLite's log could not be emptied; it is tried again: %s",
                    describe_failure(problem) or problem,
                )
            has_failed = True
        else:
            has_failed = False
        rest(SECONDS_BETWEEN_CHECKPOINTS)
