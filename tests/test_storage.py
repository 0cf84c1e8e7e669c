"""Real servers whose database or disk fails while they serve or starts after them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.db import OperationalError, connection

from checkers_site import startup
from tests.mounts import after_mounting, inside_mounts_of, needs_mounts
from tests.player import RemotePlayer
from tests.ports import free_port
from tests.postgresql import PostgreSQL, postgresql
from tests.running_site import ROOT, environment, output_of_failed_start, running_site

__all__ = ["postgresql"]

KEY = "the key of every server in these tests"
ERROR_HEADING = "Games can’t be saved right now"
pytestmark = pytest.mark.rotates(2)


@pytest.fixture
def sqlite_site(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers with SQLite, whichever database the other tests use."""
    monkeypatch.delenv("DATABASE_URL", raising=False)


def record(player: RemotePlayer) -> list[str]:
    player.open()
    return [word for line in player.page.select(".record li") for word in line.get_text().split()]


def check_move_fails(player: RemotePlayer, form: dict[str, str], move: str) -> None:
    assert player.send("/move", form | {"move": move}) == 503
    assert player.page.h1
    assert player.page.h1.get_text() == ERROR_HEADING


def fill(file: Path) -> None:
    """Write until the disk is full."""
    with file.open("wb", buffering=0) as junk:
        try:
            while True:
                junk.write(bytes(4096))
        except OSError:
            return


EMPTY_THE_LOG = """
import sqlite3, sys
with sqlite3.connect(sys.argv[1], timeout=20) as at:
    at.execute("SELECT name FROM sqlite_master").fetchall()  # a new connection knows of no log
    busy, *_ = at.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
at.close()
sys.exit(busy)
"""


def fill_around_an_empty_log(server: int, var: Path, seen_from_here: Path) -> None:
    """Fill a server's disk while its database's log is empty: space in a log is reused.

    SQLite resolves links, so it has to run where the disk is mounted. Housekeeping may write at any
    time: both are repeated until it did not in between.
    """
    database, junk = "crownhead.sqlite3", seen_from_here / "junk"
    empty = inside_mounts_of(server, sys.executable, "-c", EMPTY_THE_LOG, f"{var}/{database}")
    for _ in range(50):
        subprocess.run(empty, check=True, timeout=60)
        fill(junk)
        if (seen_from_here / f"{database}-wal").stat().st_size == 0:
            return
        junk.unlink()
    raise AssertionError("The log is never empty.")


@needs_mounts
@pytest.mark.usefixtures("sqlite_site")
def test_full_disk_loses_no_game_and_is_used_again_after(tmp_path: Path):
    (tmp_path / "var").mkdir()
    prefix = after_mounting(f"mount -t tmpfs -o size=16m none {tmp_path}/var")
    with running_site(tmp_path, prefix) as site:
        player = RemotePlayer(site.url)
        player.open()
        assert player.move("11-15") == 200
        played, form, move = record(player), player.fields("/move"), next(iter(player.moves))
        folder = Path(f"/proc/{site.process.pid}/root{tmp_path}/var")
        fill_around_an_empty_log(site.process.pid, tmp_path / "var", folder)
        check_move_fails(player, form, move)
        assert record(player) == played
        (folder / "junk").unlink()
        assert player.send("/move", form | {"move": move}) == 200
        assert record(player)[: len(played) + 1] == [*played, move]
        log = site.log.read_text()
    assert "ERROR crownhead: 503 for POST /move: " in log
    assert "Traceback" not in log


def test_postgresql_outage_loses_no_game_and_ends_by_itself(tmp_path: Path, postgresql: PostgreSQL):
    link = tmp_path / "sockets"
    link.symlink_to(postgresql.sockets)
    address = postgresql.by_sockets(link, postgresql.new_database())
    with running_site(tmp_path, DATABASE_URL=address, CHECKERS_SECRET_KEY=KEY) as site:
        player = RemotePlayer(site.url)
        player.open()
        assert player.move("11-15") == 200
        played, form, move = record(player), player.fields("/move"), next(iter(player.moves))
        link.unlink()
        postgresql.break_connections()
        check_move_fails(player, form, move)
        assert player.send("/move", form | {"move": move}) == 503
        link.symlink_to(postgresql.sockets)
        assert player.send("/move", form | {"move": move}) == 200
        assert record(player)[: len(played) + 1] == [*played, move]
        log = site.log.read_text()
    assert "ERROR crownhead: 503 for POST /move: the database site" in log
    assert "Traceback" not in log


def test_server_waits_for_postgresql_and_says_so(tmp_path: Path, postgresql: PostgreSQL):
    link = tmp_path / "sockets"
    address = postgresql.by_sockets(link, postgresql.new_database())
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "checkers_site.serve"],
        cwd=ROOT,
        env=environment(tmp_path, port) | {"DATABASE_URL": address, "CHECKERS_SECRET_KEY": KEY},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout
    try:
        output = []
        for line in process.stdout:
            output.append(line)
            if line.startswith("Waiting up to 60 seconds for the database"):
                link.symlink_to(postgresql.sockets)
            if line.startswith("Play at"):
                break
        assert len([line for line in output if line.startswith("Waiting")]) == 1, output
        assert output[-1].startswith("Play at")
    finally:
        process.terminate()
        process.communicate()


def test_server_waits_for_the_database_a_minute_at_most(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("django.conf.settings.POSTGRESQL", {"NAME": "games"})
    seconds, output = [0.0], list[str]()

    def fail() -> None:
        raise OperationalError("connection refused")

    def rest(pause: float) -> None:
        seconds[0] += pause

    monkeypatch.setattr(connection, "ensure_connection", fail)
    with pytest.raises(OperationalError):
        startup.wait_for_database(output.append, rest, lambda: seconds[0])
    assert 60 <= seconds[0] <= 65
    assert len(output) == 1


def test_reports_a_missing_postgresql_database_at_once(tmp_path: Path, postgresql: PostgreSQL):
    address = urlunsplit(urlsplit(postgresql.address)._replace(path="/nowhere"))
    output = output_of_failed_start(tmp_path, DATABASE_URL=address, CHECKERS_SECRET_KEY=KEY)
    last = output.splitlines()[-1]
    assert last.startswith("Cannot start: the database nowhere cannot be reached (")
    assert 'database "nowhere" does not exist' in last
    assert "Waiting" not in output
    assert "Traceback" not in output
    ended = subprocess.run(
        [sys.executable, "manage.py", "tidy"],
        cwd=ROOT,
        env=environment(tmp_path, 1) | {"DATABASE_URL": address, "CHECKERS_SECRET_KEY": KEY},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert ended.stderr.startswith("Cannot run tidy: the database nowhere cannot be reached (")
    assert len(ended.stderr.splitlines()) == 1
