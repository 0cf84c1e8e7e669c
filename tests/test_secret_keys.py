"""Servers with the same and with different secret keys on one database lose no game."""

from __future__ import annotations

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from tests.player import RemotePlayer
from tests.postgresql import PostgreSQL, postgresql
from tests.running_site import ROOT, RunningSite, environment, output_of_failed_start, running_site

pytestmark = pytest.mark.rotates(3)

__all__ = ["postgresql"]

ONE, OTHER = "one secret key of thirty-two marks", "another secret key, just as long as it"
OTHER_KEY_MESSAGE = "Cannot start: the games in this database were saved with another secret key"


def command(folder: Path, *words: str, **chosen: str) -> str:
    ended = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=environment(folder, 1) | chosen,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


class Visitor(RemotePlayer):
    """One browser that moves between servers with its cookies."""

    def __init__(self, *sites: RunningSite) -> None:
        super().__init__(sites[0].url)
        self._browser = build_opener(HTTPCookieProcessor())

    def at(self, site: RunningSite) -> Visitor:
        self._site = site.url.rstrip("/")
        self.open()
        return self

    @property
    def record(self) -> list[str]:
        return [word for line in self.page.select(".record li") for word in line.get_text().split()]

    def play(self, which: int = 0) -> list[str]:
        """Play a legal move, by default the first; return the record."""
        assert self.move(list(self.moves)[which]) == 200
        return self.record


def test_servers_with_one_key_share_games(tmp_path: Path, postgresql: PostgreSQL):
    shared = {"DATABASE_URL": postgresql.new_database(), "CHECKERS_SECRET_KEY": ONE}
    with (
        running_site(tmp_path / "one", **shared) as one,
        running_site(tmp_path / "other", **shared) as other,
    ):
        visitor = Visitor(one)
        first_moves = visitor.at(one).play()
        assert visitor.at(other).record == first_moves
        more_moves = visitor.play()
        assert visitor.at(one).record == more_moves
        assert more_moves[: len(first_moves)] == first_moves


def test_two_servers_can_initialise_an_empty_database_at_once(
    tmp_path: Path, postgresql: PostgreSQL
):
    shared = {"DATABASE_URL": postgresql.new_database(), "CHECKERS_SECRET_KEY": ONE}
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    # A server ends with the thread that started it.
    with ThreadPoolExecutor() as together:
        sites = list(
            together.map(lambda name: RunningSite(tmp_path / name, **shared), ("one", "other"))
        )
        visitor = Visitor(*sites)
        first_moves = visitor.at(sites[0]).play()
        assert visitor.at(sites[1]).record == first_moves
        for site in sites:
            site.stop()


def test_server_with_another_key_refuses_to_start_until_accepted(
    tmp_path: Path, postgresql: PostgreSQL
):
    database = postgresql.new_database()
    one_key = {"DATABASE_URL": database, "CHECKERS_SECRET_KEY": ONE}
    other_key = {"DATABASE_URL": database, "CHECKERS_SECRET_KEY": OTHER}
    with running_site(tmp_path / "one", **one_key) as one:
        visitor = Visitor(one)
        at_one = visitor.at(one).play()
        output = output_of_failed_start(tmp_path / "other", **other_key)
        assert OTHER_KEY_MESSAGE in output
        assert "Traceback" not in output
        assert ONE not in output
        assert OTHER not in output
        accepted = command(tmp_path / "other", "accept_secret_key", **other_key)
        assert "Of 1 stored sessions, 1 cannot be read with it." in accepted
        with running_site(tmp_path / "other", **other_key) as other:
            # Each keeps its own game, however often the visitor switches between them.
            at_other = visitor.at(other).play()
            for _ in range(2):
                assert visitor.at(one).record == at_one
                at_one = visitor.play()
                assert visitor.at(other).record == at_other
                at_other = visitor.play()
            for site in (one, other):
                assert not re.search(r"11-15|eyJ|\.eJ", site.log.read_text())


def test_postgresql_server_requires_a_secret_key(tmp_path: Path, postgresql: PostgreSQL):
    output = output_of_failed_start(
        tmp_path, "env", "--unset=CHECKERS_SECRET_KEY", DATABASE_URL=postgresql.new_database()
    )
    assert output.startswith("Cannot start: CHECKERS_SECRET_KEY is missing: PostgreSQL needs the")


@pytest.fixture
def file_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers with SQLite, whichever database the other tests use."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("CHECKERS_SECRET_KEY", raising=False)


@pytest.mark.usefixtures("file_only")
def test_restoring_a_lost_secret_file_restores_the_games(tmp_path: Path):
    secret = tmp_path / "var" / "secret-key"
    with running_site(tmp_path) as site:
        visitor = Visitor(site)
        first_moves = visitor.at(site).play()
        site.stop()
        kept = secret.read_text()
        secret.unlink()
        output = output_of_failed_start(tmp_path)
        assert OTHER_KEY_MESSAGE in output
        assert str(secret) in output
        secret.write_text(kept)
        site.restart()
        assert visitor.at(site).record == first_moves


@pytest.mark.usefixtures("file_only")
def test_old_key_as_fallback_keeps_games_after_a_key_change(tmp_path: Path):
    with running_site(tmp_path, CHECKERS_SECRET_KEY=ONE) as site:
        visitor = Visitor(site)
        first_moves = visitor.at(site).play()
        site.stop()
        assert OTHER_KEY_MESSAGE in output_of_failed_start(tmp_path, CHECKERS_SECRET_KEY=OTHER)
        site.environment = {"CHECKERS_SECRET_KEY": OTHER, "CHECKERS_SECRET_KEY_FALLBACKS": ONE}
        site.restart()
        assert visitor.at(site).record == first_moves
        more_moves = visitor.play()
        site.stop()
        # From now on the database belongs to the new key.
        assert OTHER_KEY_MESSAGE in output_of_failed_start(tmp_path, CHECKERS_SECRET_KEY=ONE)
        site.environment = {"CHECKERS_SECRET_KEY": OTHER}
        site.restart()
        assert visitor.at(site).record == more_moves


@pytest.mark.usefixtures("file_only")
def test_finding_a_lost_key_brings_the_games_back(tmp_path: Path):
    with running_site(tmp_path, CHECKERS_SECRET_KEY=ONE) as site:
        visitor, stranger = Visitor(site), Visitor(site)
        first_moves, strangers = visitor.at(site).play(), stranger.at(site).play()
        site.stop()
        site.environment = {"CHECKERS_SECRET_KEY": OTHER}
        command(tmp_path, "accept_secret_key", **site.environment)
        site.restart()
        assert "couldn’t be read" in visitor.at(site).notice
        assert visitor.at(site).play(-1) != first_moves
        site.stop()
        site.environment |= {"CHECKERS_SECRET_KEY_FALLBACKS": ONE}
        site.restart()
        assert stranger.at(site).record == strangers
        site.stop()
        site.environment = {"CHECKERS_SECRET_KEY": ONE}
        command(tmp_path, "accept_secret_key", **site.environment)
        site.restart()
        assert visitor.at(site).record == first_moves
