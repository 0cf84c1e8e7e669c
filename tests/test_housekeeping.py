"""Housekeeping of the server: flags fall and tables close without visitors or a scheduler."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import MagicMock

import pytest
from django.contrib.sessions.models import Session
from django.db import OperationalError

from checkers_site import housekeeping
from checkers_site.housekeeping import (
    SECONDS_BETWEEN_CHECKPOINTS,
    SECONDS_BETWEEN_ROUNDS,
    checkpoint_periodically,
    run_housekeeping,
)
from game.models.tables import Status
from game.play.tables import storage as table_storage
from game.play.tables.options import game_clock
from tests.play.tables.seating import at_second, play, seated
from tests.player import RemotePlayer
from tests.running_site import running_site
from tests.table_player import Clock
from tests.web.visits import open_table

PATIENCE = 120
"""Seconds for another worker to start on a busy machine."""


class EnoughRounds(Exception):
    """Ends rounds that would run for ever."""


def rounds(monkeypatch: pytest.MonkeyPatch, number: int, begin: datetime, each: float) -> None:
    """Run so many rounds, with ``each`` seconds of the site's time between them."""
    clock, rests = Clock(), []
    clock.now = begin
    monkeypatch.setattr("django.utils.timezone.now", clock)

    def rest(seconds: float) -> None:
        rests.append(seconds)
        clock.go_on(each)
        if len(rests) == number:
            raise EnoughRounds

    with pytest.raises(EnoughRounds):
        run_housekeeping(rest)
    assert set(rests) == {SECONDS_BETWEEN_ROUNDS}


@pytest.mark.django_db(transaction=True)
def test_flag_falls_at_the_next_round_without_visitors(monkeypatch: pytest.MonkeyPatch):
    at, _, _ = seated(control=game_clock(1, 0))
    play(at, "11-15 23-19")
    rounds(monkeypatch, 1, at_second(50), 60)
    assert table_storage.Table.objects.get(pk=at.id).status == Status.PLAYING
    rounds(monkeypatch, 2, at_second(50), 60)
    assert table_storage.Table.objects.get(pk=at.id).status == Status.OVER


@pytest.mark.django_db(transaction=True)
def test_failed_round_is_logged_and_the_next_catches_up(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    at, _, _ = seated(control=game_clock(1, 0))
    play(at, "11-15 23-19")
    real, failures = housekeeping.expire_tables, [OperationalError("the database is away")]

    def sweep(now: datetime) -> object:
        if failures:
            raise failures.pop()
        return real(now)

    monkeypatch.setattr(housekeeping, "expire_tables", sweep)
    rounds(monkeypatch, 2, at_second(120), 60)
    assert "the database is away" in caplog.text
    assert table_storage.Table.objects.get(pk=at.id).status == Status.OVER


@pytest.mark.django_db(transaction=True)
def test_expired_sessions_are_deleted_once_a_day(monkeypatch: pytest.MonkeyPatch):
    Session.objects.create(session_key="old", session_data="", expire_date=at_second(0))
    rounds(monkeypatch, 2, at_second(1), 60)
    assert Session.objects.count() == 1
    rounds(monkeypatch, 2, at_second(1), 24 * 3600)
    assert Session.objects.count() == 0


@contextmanager
def database(folder: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(folder / "var" / "crownhead.sqlite3", timeout=20)) as at, at:
        yield at


def test_housekeeping_continues_after_the_worker_is_replaced(tmp_path: Path):
    with running_site(tmp_path) as site:
        player = RemotePlayer(site.url)
        assert open_table(player, "Ann") == 200
        long_ago = datetime.now(UTC) - timedelta(hours=2)
        with database(tmp_path) as at:
            at.execute("UPDATE game_table SET created_at = ?", (long_ago.isoformat(" "),))
        children = Path(f"/proc/{site.process.pid}/task/{site.process.pid}/children")
        os.kill(int(children.read_text().split()[0]), signal.SIGKILL)
        deadline = time.monotonic() + PATIENCE
        found: tuple[str, ...] = ()
        while found != (Status.CLOSED,):
            assert time.monotonic() < deadline, found
            time.sleep(0.05)
            with database(tmp_path) as at:
                found = at.execute("SELECT status FROM game_table").fetchone()


def test_write_ahead_log_is_soon_checkpointed(tmp_path: Path):
    with running_site(tmp_path) as site:
        player = RemotePlayer(site.url)
        player.open()
        assert player.move("11-15") == 200
        deadline = time.monotonic() + PATIENCE
        while not sessions_without_the_log(tmp_path):
            assert time.monotonic() < deadline
            time.sleep(0.05)


def sessions_without_the_log(folder: Path) -> int:
    """Return how many sessions the file holds without its log, read from a copy."""
    copied = shutil.copy(folder / "var" / "crownhead.sqlite3", folder / "copy.sqlite3")
    # A copy made during a write may not be a valid database.
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(copied)) as at:
        return int(at.execute("SELECT count(*) FROM django_session").fetchone()[0])
    return 0


def test_failing_checkpoint_is_retried_and_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    fails = iter([True, True, True, False, True])
    tries = []

    @contextmanager
    def cursor() -> Iterator[MagicMock]:
        tries.append("again")
        if next(fails):
            raise OperationalError("disk I/O error")
        yield MagicMock()

    def rest(seconds: float) -> None:
        assert seconds == SECONDS_BETWEEN_CHECKPOINTS
        if len(tries) == 5:
            raise EnoughRounds

    monkeypatch.setattr(housekeeping.connection, "cursor", cursor)
    with pytest.raises(EnoughRounds):
        checkpoint_periodically(rest)
    assert caplog.text.count("tried again") == 2
    assert "Traceback" not in caplog.text
