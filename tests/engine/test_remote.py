"""Searches in the workers of a real Dask scheduler."""

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

from game.engine import Reason, SearchJob, answer_job
from game.engine.remote import RemotePool, dask_pool
from game.rules import VARIANTS, legal_moves
from tests.engine.jobs import FAR_OFF, job
from tests.engine.workers import reason_of, wait_until

pytestmark = [
    pytest.mark.xdist_group("dask"),
    # Starting a scheduler and two workers can take most of a minute on a busy machine.
    pytest.mark.timeout(900),
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning"),
    pytest.mark.rotates(3),
]

ENGLISH = VARIANTS["english"]
ROOT = Path(__file__).parents[2]
WHILE_DASK_STARTS = 200.0
"""Seconds to wait for a scheduler or its workers."""


class Cluster:
    """A scheduler and two workers, each in its own process."""

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
    """Wait until a batch of jobs is answered; the first of each worker also loads its engine."""
    wait_until(
        lambda: all(reason_of(pool, job(seconds=10)) is None for _ in range(6)), WHILE_DASK_STARTS
    )


def timed_job(level: str, asker: str = "") -> SearchJob:
    """Return a job with the thinking time of its level.

    A remote search cannot be stopped sooner.
    """
    deadline = time.monotonic() + FAR_OFF
    return SearchJob("english", ENGLISH.start, (), level, 1, deadline, asker=asker)


def test_remote_worker_gives_the_same_answer_as_a_local_search(pool: RemotePool) -> None:
    for seed in range(5):
        request = job(seed=seed)
        assert pool.answer(request).move == answer_job(request).move


def test_answers_eight_concurrent_callers(pool: RemotePool) -> None:
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(pool.answer, [timed_job("hard")] * 8))
    assert all(answer.move in legal_moves(ENGLISH.start, ENGLISH) for answer in answers)


def test_reports_a_failed_remote_search_as_broken(pool: RemotePool) -> None:
    lost = ENGLISH.start._replace(black_men=0)
    assert reason_of(pool, job(lost)) is Reason.BROKEN


def test_stop_ends_the_wait_for_an_answer(pool: RemotePool) -> None:
    with ThreadPoolExecutor(1) as threads:
        reason = threads.submit(reason_of, pool, timed_job("master", asker="alice"))
        while not reason.done():
            pool.stop("alice")
            time.sleep(0.01)
    assert reason.result() is Reason.LATE


def test_unresponsive_scheduler_costs_no_more_than_the_deadline(
    cluster: Cluster, pool: RemotePool
) -> None:
    cluster.scheduler.send_signal(signal.SIGSTOP)
    try:
        for _ in range(3):
            assert reason_of(pool, job(seconds=0.5)) is Reason.LATE
    finally:
        cluster.scheduler.send_signal(signal.SIGCONT)
        wait_until_it_answers(pool)


def test_lost_remote_worker_costs_no_more_than_the_deadline(
    cluster: Cluster, pool: RemotePool
) -> None:
    for worker in cluster.workers:
        worker.kill()
    try:
        assert reason_of(pool, job(seconds=0.5)) in (Reason.LATE, Reason.BROKEN)
    finally:
        for worker in cluster.workers:
            worker.wait()
        cluster.start_workers()
        wait_until_it_answers(pool)


def test_reports_a_missing_scheduler_without_waiting() -> None:
    # A port that is bound but not listening refuses connections, and stays reserved.
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        with closing(dask_pool(f"127.0.0.1:{taken.getsockname()[1]}")) as pool:
            assert reason_of(pool, job()) is Reason.UNAVAILABLE
