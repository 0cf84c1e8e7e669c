"""The server's pool: what its host is told at the start, and what waiting for it costs."""

from __future__ import annotations

import logging
from pathlib import Path
from types import SimpleNamespace

import pytest

from game.engine import compiled
from game.play.computer import workers
from game.server.executor import RequestExecutor
from tests.engine.jobs import endless_job


@pytest.fixture(autouse=True)
def _pool_that_answers_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = SimpleNamespace(warm=lambda: None, answer=lambda job: "an answer")
    monkeypatch.setattr(workers, "_pool", pool)


@pytest.mark.parametrize(
    ("installed", "folder", "said"),
    [
        (False, None, "No compiled engine"),
        (True, None, "No folder to keep the compiled engine in"),
        (True, Path("engine"), ""),
    ],
)
def test_a_host_is_told_why_the_computer_looks_less_far(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    installed: bool,
    folder: Path | None,
    said: str,
) -> None:
    monkeypatch.setattr(compiled, "is_installed", lambda: installed)
    monkeypatch.setattr(compiled, "cache_folder", lambda: folder)
    monkeypatch.setattr(compiled, "is_ready", lambda: True)
    with caplog.at_level(logging.INFO, logger="crownhead"):
        workers.warm()
    assert [record.getMessage()[: len(said)] for record in caplog.records] == [said] * bool(said)


@pytest.mark.parametrize(
    ("database", "waiting", "closed"),
    [({"NAME": "games"}, 17, 1), ({"NAME": "games"}, 16, 0), ({}, 17, 0)],
)
def test_threads_that_wait_keep_only_so_many_connections_to_a_database_server(
    monkeypatch: pytest.MonkeyPatch, database: dict[str, str], waiting: int, closed: int
) -> None:
    closings: list[bool] = []
    connection = SimpleNamespace(close=lambda: closings.append(True))
    monkeypatch.setattr("django.conf.settings.POSTGRESQL", database)
    monkeypatch.setattr(workers, "connection", connection)
    monkeypatch.setattr(RequestExecutor, "waiting_threads", waiting)
    workers.answer(endless_job())
    assert len(closings) == closed
