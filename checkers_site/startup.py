"""Preparation before the site is served: its folder, database, secret key and static files.

Any problem ends the start with one sentence that says what to do. Only a database server that does
not answer yet is waited for, since machines start in any order.
"""

from __future__ import annotations

import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, OperationalError, connection, connections

from checkers_site import static_files
from game.server.failures import DISK, SQLITE, describe_failure

SECONDS_TO_WAIT = 60
"""How long a database server may take to start."""
SECONDS_BETWEEN_TRIES = 1
PERMANENT_ERRORS = ("does not exist", "authentication failed", "no password", "no pg_hba.conf")
"""Errors of a database server that waiting does not cure."""
REQUIRED_SPACE = 1 << 20
"""Bytes that must be free on the disk, or the first moves could not be saved."""
MIGRATION_LOCK = 0x63726F776E
"""The advisory lock that one of several servers holds while it migrates the tables."""

Say = Callable[[str], None]


def prepare_site(say: Say) -> None:
    """Bring the database and the static files up to date, or exit with one sentence."""
    from checkers_site.housekeeping import resume_clocks

    with exit_with_message():
        _require_space()
        say(f"Database: {settings.DATABASES['default']['NAME']}")
        wait_for_database(say)
        _require_intact_database()
        with _migration_lock():
            call_command("migrate", interactive=False, verbosity=0)
        require_matching_key()
        # Delete sessions unused for a year, and their games.
        call_command("tidy")
        resume_clocks()
        connections.close_all()
        say(f"Static files: {settings.STATIC_ROOT}")
        _collect_static_files()


@contextmanager
def exit_with_message() -> Iterator[None]:
    """Exit with one sentence if a database or a disk fails; let every other error through."""
    try:
        yield
    except (DatabaseError, OSError) as trouble:
        words = describe_failure(trouble)
        if words is None and isinstance(trouble, OSError) and trouble.filename:
            words = f"{trouble.filename} cannot be used ({trouble.strerror})"
        if words is None:
            raise
        sys.exit(f"Cannot start: {words}.")


def wait_for_database(
    say: Say,
    rest: Callable[[float], object] = time.sleep,
    now: Callable[[], float] = time.monotonic,
) -> None:
    """Return once the database answers; raise OperationalError if it does not within a minute."""
    deadline = now() + SECONDS_TO_WAIT
    is_announced = False
    while True:
        try:
            connection.ensure_connection()
        except OperationalError as trouble:
            is_permanent = any(text in str(trouble) for text in PERMANENT_ERRORS)
            if not settings.POSTGRESQL or is_permanent or now() >= deadline:
                raise
        else:
            return
        if not is_announced:
            say(f"Waiting up to {SECONDS_TO_WAIT} seconds for the database to answer")
            is_announced = True
        rest(SECONDS_BETWEEN_TRIES)


def require_matching_key() -> None:
    """Exit if the database's sessions were signed with a secret key that is not configured."""
    from game.play.secret_key import claim_database

    if not claim_database():
        sys.exit(
            "Cannot start: the games in this database were saved with another secret key and "
            "cannot be read with this one. Set CHECKERS_SECRET_KEY to the old key, or put the "
            f"file {settings.DATA_DIR / 'secret-key'} back; to change keys, name the old one in "
            "CHECKERS_SECRET_KEY_FALLBACKS. If it is lost for good, run manage.py "
            "accept_secret_key: players then begin new games."
        )


def _require_space() -> None:
    """Exit if the data folder is not writable or its disk is full."""
    try:
        with tempfile.TemporaryFile(dir=settings.DATA_DIR) as probe:
            probe.write(bytes(REQUIRED_SPACE))
            probe.flush()
    except OSError as problem:
        words = describe_failure(problem) or f"this user may not ({problem.strerror})"
        sys.exit(f"Cannot start: {settings.DATA_DIR} cannot be written to, as {words}.")


def _require_intact_database() -> None:
    """Exit if SQLite's file is damaged anywhere."""
    if settings.POSTGRESQL:
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check(1)")
        (found,) = cursor.fetchone()
    if found != "ok":
        words = SQLITE[sqlite3.SQLITE_CORRUPT]
        sys.exit(f"Cannot start: {words.format(database=connection.settings_dict['NAME'])}.")


@contextmanager
def _migration_lock() -> Iterator[None]:
    """Make other servers that start on the same database wait until the block is done."""
    if not settings.POSTGRESQL:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATION_LOCK])
        yield
        cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATION_LOCK])


def _collect_static_files() -> None:
    """Copy the static files to where they are served from; rebuild a broken copy."""
    root = Path(settings.STATIC_ROOT)
    try:
        static_files.collect(root)
    except (OSError, ValueError) as trouble:
        # A file copied in part would count as complete at the next start.
        shutil.rmtree(root, ignore_errors=True)
        if isinstance(trouble, OSError) and trouble.errno in DISK:
            raise
        static_files.collect(root)
