"""The computer thinks in the workers of a real Dask scheduler."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from game.engine import Reason, SearchJob, solve
from game.engine.remote import RemotePool, dask_pool
from game.rules import VARIANTS, legal_moves
from tests.engine.jobs import FAR_OFF, job
from tests.engine.workers import reason_of, wait_until

pytestmark = [
    pytest.mark.xdist_group("dask"),
    # It may take most of a minute to start a scheduler and two workers on a busy machine.
    pytest.mark.timeout(900),
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning"),
]

ENGLISH = VARIANTS["english"]
ROOT = Path(__file__).parents[2]
WHILE_DASK_STARTS = 200.0
"""Seconds to wait for a scheduler or its workers."""


class Cluster:
    """A scheduler and two workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        scheduler_file = folder / "scheduler.json"
        options = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        self.scheduler = self._run("scheduler", *options, "--scheduler-file", str(scheduler_file))
        wait_until(
            lambda: scheduler_file.exists() and "address" in scheduler_file.read_text(),
            WHILE_DASK_STARTS,
        )
        self.address = json.loads(scheduler_file.read_text())["address"].removeprefix("tcp://")
        self.start_workers()

    def start_workers(self) -> None:
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory")
        self.workers = [
            self._run("worker", f"tcp://{self.address}", *options, str(self.folder / str(number)))
            for number in range(2)
        ]

    def _run(self, what: str, *options: str) -> subprocess.Popen[bytes]:
        with (self.folder / f"{what}.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "dask", what, *options],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                stdout=log,
                stderr=log,
            )

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with closing(Cluster(tmp_path_factory.mktemp("dask"))) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def pool(cluster: Cluster) -> Iterator[RemotePool]:
    with closing(dask_pool(cluster.address)) as pool:
        pool.warm()
        wait_until_it_answers(pool)
        yield pool


def wait_until_it_answers(pool: RemotePool) -> None:
    """A question to each worker and more: the first also loads its engine."""
    wait_until(
        lambda: all(reason_of(pool, job(seconds=10)) is None for _ in range(6)), WHILE_DASK_STARTS
    )


def timed_job(level: str, asker: str = "") -> SearchJob:
    """One that thinks as long as the level does: elsewhere nothing ends a search before that."""
    deadline = time.monotonic() + FAR_OFF
    return SearchJob("english", ENGLISH.start, (), level, 1, deadline, asker=asker)


def test_a_worker_elsewhere_gives_the_answer_that_searching_here_gives(pool: RemotePool) -> None:
    for seed in range(5):
        asked = job(seed=seed)
        assert pool.answer(asked).move == solve(asked).move


def test_eight_askers_at_once_are_all_answered(pool: RemotePool) -> None:
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(pool.answer, [timed_job("hard")] * 8))
    assert all(answer.move in legal_moves(ENGLISH.start, ENGLISH) for answer in answers)


def test_a_search_elsewhere_that_fails_is_told_as_broken(pool: RemotePool) -> None:
    lost = ENGLISH.start._replace(black_men=0)
    assert reason_of(pool, job(lost)) is Reason.BROKEN


def test_who_is_stopped_waits_no_longer(pool: RemotePool) -> None:
    with ThreadPoolExecutor(1) as threads:
        answers = threads.submit(reason_of, pool, timed_job("master", asker="alice"))
        while not answers.done():
            pool.stop("alice")
            time.sleep(0.01)
    assert answers.result() is Reason.LATE


def test_a_scheduler_that_does_not_answer_costs_no_more_than_the_deadline(
    cluster: Cluster, pool: RemotePool
) -> None:
    cluster.scheduler.send_signal(signal.SIGSTOP)
    try:
        for _ in range(3):
            assert reason_of(pool, job(seconds=0.5)) is Reason.LATE
    finally:
        cluster.scheduler.send_signal(signal.SIGCONT)
        wait_until_it_answers(pool)


def test_a_lost_worker_costs_no_more_than_the_deadline(cluster: Cluster, pool: RemotePool) -> None:
    for worker in cluster.workers:
        worker.kill()
    try:
        assert reason_of(pool, job(seconds=0.5)) in (Reason.LATE, Reason.BROKEN)
    finally:
        for worker in cluster.workers:
            worker.wait()
        cluster.start_workers()
        wait_until_it_answers(pool)


def test_where_there_is_no_scheduler_askers_hear_that_and_wait_for_none() -> None:
    # Nobody listens at a port that is bound and no more, and nobody else can take it.
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        with closing(dask_pool(f"127.0.0.1:{taken.getsockname()[1]}")) as pool:
            assert reason_of(pool, job()) is Reason.UNAVAILABLE
