"""A pool's workers and waiting for what they do: for what is seen, never for a fixed time."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.engine import NoAnswer, Reason, SearchJob
from game.engine.pool import HANG_AFTER, WorkerPool
from game.engine.remote import RemotePool
from tests.engine.jobs import FAR_OFF

PATIENCE = 60.0
"""Seconds to wait for what should happen: far more than it takes, even on a busy machine."""
SEARCH_SECONDS = 0.2
"""Seconds of processor time that only a search takes."""


@contextmanager
def hang_detection_off() -> Iterator[None]:
    """Whoever hears something meanwhile has not waited for the end of a worker that hangs.

    A worker that is only starved, on a machine that has too much to do, is none that hangs.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("game.engine.pool.HANG_AFTER", FAR_OFF)
        yield


@contextmanager
def hang_detection_on() -> Iterator[None]:
    """As it is for players; within ``hang_detection_off``."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("game.engine.pool.HANG_AFTER", HANG_AFTER)
        yield


def reason_of(pool: WorkerPool | RemotePool, asked: SearchJob) -> Reason | None:
    """Why there was no answer; None if there was one."""
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
    """Wait until one of these workers has been at a search for a while from now on."""
    before = _processor_seconds(pids)
    wait_until(lambda: _processor_seconds(pids) > before + SEARCH_SECONDS)


def _processor_seconds(pids: list[int]) -> float:
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")
