"""Waiting for a pool's workers: for conditions, never for a fixed time."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.engine import NoAnswer, Reason, SearchJob
from game.engine.pool import HANG_TIMEOUT, WorkerPool
from game.engine.remote import RemotePool
from tests.engine.jobs import FAR_OFF

PATIENCE = 60.0
"""Seconds to wait for what should happen: far more than it takes, even on a busy machine."""
SEARCH_SECONDS = 0.2
"""Seconds of CPU time that only a search uses."""


@contextmanager
def hang_detection_off() -> Iterator[None]:
    """Never kill a worker for hanging.

    On a busy machine a worker may be starved without hanging.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("game.engine.pool.HANG_TIMEOUT", FAR_OFF)
        yield


@contextmanager
def hang_detection_on() -> Iterator[None]:
    """Kill hanging workers as in production; used within ``hang_detection_off``."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("game.engine.pool.HANG_TIMEOUT", HANG_TIMEOUT)
        yield


def reason_of(pool: WorkerPool | RemotePool, asked: SearchJob) -> Reason | None:
    """Return why there was no answer; None if there was one."""
    try:
        pool.answer(asked)
    except NoAnswer as trouble:
        return trouble.reason
    return None


def wait_until(condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def all_gone(pids: list[int]) -> bool:
    return not any(Path(f"/proc/{pid}").exists() for pid in pids)


def wait_until_searching(pids: list[int]) -> None:
    """Wait until one of these workers has spent some time on a search from now on."""
    before = _processor_seconds(pids)
    wait_until(lambda: _processor_seconds(pids) > before + SEARCH_SECONDS)


def _processor_seconds(pids: list[int]) -> float:
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")
