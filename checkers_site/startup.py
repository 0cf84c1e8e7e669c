"""What has to be right before the site is served: its folder, its database, its secret key.

Each trouble is one sentence that says what to do, and the start ends. Only a database server that
does not answer yet is waited for, since whole machines start in any order.
"""

from __future__ import annotations

import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, OperationalError, connection, connections

from game.server.failures import DISK, SQLITE, told

SECONDS_TO_WAIT = 60
"""How long a database server may take to come up."""
SECONDS_BETWEEN_TRIES = 1
NOT_WORTH_WAITING = ("does not exist", "authentication failed", "no password", "no pg_hba.conf")
"""What a database server says that will say the same in a minute."""
ROOM_NEEDED = 1 << 20
"""Bytes that must fit on the disk: less, and the first moves would be refused."""
UPGRADING = 0x63726F776E
"""The number of the lock that one of several servers holds while it changes the tables."""

Say = Callable[[str], None]


def bring_up_to_date(say: Say) -> None:
    """Make the database and the static files ready to be served, or exit with one sentence."""
    from checkers_site.housekeeping import resume_clocks

    with exit_in_words():
        _find_room()
        say(f"Database: {settings.DATABASES['default']['NAME']}")
        wait_for_database(say)
        _refuse_damage()
        with _alone():
            call_command("migrate", interactive=False, verbosity=0)
        refuse_another_key()
        # Sessions that nobody came back to for a year, and their games.
        call_command("tidy")
        resume_clocks()
        connections.close_all()
        say(f"Static files: {settings.STATIC_ROOT}")
        _collect()


@contextmanager
def exit_in_words() -> Iterator[None]:
    """Exit with a sentence if a database or a disk fails; anything else is a fault and raised."""
    try:
        yield
    except (DatabaseError, OSError) as trouble:
        words = told(trouble)
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
    give_up = now() + SECONDS_TO_WAIT
    is_said = False
    while True:
        try:
            connection.ensure_connection()
        except OperationalError as trouble:
            is_hopeless = any(words in str(trouble) for words in NOT_WORTH_WAITING)
            if not settings.POSTGRESQL or is_hopeless or now() >= give_up:
                raise
        else:
            return
        if not is_said:
            say(f"Waiting up to {SECONDS_TO_WAIT} seconds for the database to answer")
            is_said = True
        rest(SECONDS_BETWEEN_TRIES)


def refuse_another_key() -> None:
    """Exit if the database's sessions were signed with a secret key that is not among ours."""
    from game.play.secret_key import claim_database

    if not claim_database():
        sys.exit(
            "Cannot start: the games in this database were saved with another secret key and "
            "cannot be read with this one. Set CHECKERS_SECRET_KEY to the old key, or put the "
            f"file {settings.DATA_DIR / 'secret-key'} back; to change keys, name the old one in "
            "CHECKERS_SECRET_KEY_FALLBACKS. If it is lost for good, run manage.py "
            "accept_secret_key: players then begin new games."
        )


def _find_room() -> None:
    """Exit where the data folder cannot be written to or its disk is full."""
    try:
        with tempfile.TemporaryFile(dir=settings.DATA_DIR) as probe:
            probe.write(bytes(ROOM_NEEDED))
            probe.flush()
    except OSError as problem:
        words = told(problem) or f"this user may not ({problem.strerror})"
        sys.exit(f"Cannot start: {settings.DATA_DIR} cannot be written to, as {words}.")


def _refuse_damage() -> None:
    """Exit where SQLite's file is damaged, wherever in it that is."""
    if settings.POSTGRESQL:
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check(1)")
        (found,) = cursor.fetchone()
    if found != "ok":
        words = SQLITE[sqlite3.SQLITE_CORRUPT]
        sys.exit(f"Cannot start: {words.format(database=connection.settings_dict['NAME'])}.")


@contextmanager
def _alone() -> Iterator[None]:
    """Have other servers that start at the same database wait, and then find it done."""
    if not settings.POSTGRESQL:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [UPGRADING])
        yield
        cursor.execute("SELECT pg_advisory_unlock(%s)", [UPGRADING])


def _collect() -> None:
    """Copy the static files to where they are served from; a broken copy is made again."""
    try:
        call_command("collectstatic", interactive=False, verbosity=0)
    except (OSError, ValueError) as trouble:
        # What was copied only in part, once, would be taken for whole at the next start.
        shutil.rmtree(settings.STATIC_ROOT, ignore_errors=True)
        if isinstance(trouble, OSError) and trouble.errno in DISK:
            raise
        call_command("collectstatic", interactive=False, verbosity=0)
