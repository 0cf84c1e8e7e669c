"""A PostgreSQL server for tests of real servers, whichever database the other tests use."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from urllib.parse import quote, urlsplit, urlunsplit

import psycopg
import pytest

from tests.running_site import ROOT

_numbers = count(1)


@dataclass(frozen=True)
class PostgreSQL:
    """A running server, known by the URL of one of its databases."""

    address: str

    def new_database(self) -> str:
        """Create an empty database; return its URL."""
        name = f"site{next(_numbers)}"
        with psycopg.connect(self.address, autocommit=True) as at:
            at.execute(f"DROP DATABASE IF EXISTS {name}")
            at.execute(f"CREATE DATABASE {name}")
        return urlunsplit(urlsplit(self.address)._replace(path=f"/{name}"))

    def break_connections(self) -> None:
        """Close all other connections, as a stopping server does."""
        with psycopg.connect(self.address, autocommit=True) as at:
            at.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND datname LIKE 'site%'"
            )

    def by_sockets(self, folder: Path, address: str) -> str:
        """Return the URL of the same database by another socket folder, which may link here."""
        parts = urlsplit(address)
        user = parts.netloc.partition("@")[0]
        return urlunsplit(parts._replace(netloc=f"{user}@{quote(str(folder), safe='')}"))

    @property
    def sockets(self) -> Path:
        """The folder of the server's local socket."""
        with psycopg.connect(self.address) as at:
            return Path(at.info.host)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """A private server or the one that the other tests use; skips without PostgreSQL."""
    running = subprocess.Popen(
        [ROOT / ".ci" / "postgresql", "sh", "-c", 'echo "$CHECKERS_TEST_DATABASE_URL"; cat'],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert running.stdin
    assert running.stdout
    address = running.stdout.readline().strip()
    if not address:
        running.communicate()
        pytest.skip("PostgreSQL is missing on this machine")
    try:
        yield PostgreSQL(address)
    finally:
        running.communicate()
