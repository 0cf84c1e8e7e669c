"""The computer thinks in the workers of a real Dask scheduler."""

from __future__ import annotations

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

from game.engine import NoAnswer, Reason, SearchJob, solve
from game.engine.remote import RemotePool, dask_pool
from game.rules import VARIANTS, legal_moves

pytestmark = [
    pytest.mark.timing,
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning"),
]

ENGLISH = VARIANTS["english"]
ROOT = Path(__file__).parents[2]


class Cluster:
    """A scheduler and two workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{probe.getsockname()[1]}"
        host, port = self.address.split(":")
        self.folder = folder
        self.scheduler = self._run("scheduler", "--host", host, "--port", port, "--no-dashboard")
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
    end = time.monotonic() + 60
    answers = 0
    while answers < 6:
        assert time.monotonic() < end, "no answer in a minute"
        try:
            pool.answer(job(seconds=10))
        except NoAnswer:
            answers = 0
            time.sleep(0.2)
        else:
            answers += 1


def job(seconds: float = 5, level: str = "beginner", seed: int = 1, asker: str = "") -> SearchJob:
    return SearchJob(
        "english", ENGLISH.start, (), level, seed, time.monotonic() + seconds, asker=asker
    )


def reason_of(pool: RemotePool, asked: SearchJob) -> Reason | None:
    try:
        pool.answer(asked)
    except NoAnswer as trouble:
        return trouble.reason
    return None


def test_a_worker_elsewhere_gives_the_answer_that_searching_here_gives(pool: RemotePool) -> None:
    for seed in range(5):
        asked = job(seed=seed)
        assert pool.answer(asked).move == solve(asked).move


def test_eight_askers_at_once_are_answered_in_time(pool: RemotePool) -> None:
    def ask(_: int) -> float:
        began = time.monotonic()
        answer = pool.answer(job(seconds=5, level="hard"))
        assert answer.move in legal_moves(ENGLISH.start, ENGLISH)
        return time.monotonic() - began

    with ThreadPoolExecutor(8) as threads:
        assert max(threads.map(ask, range(8))) < 5


def test_a_search_elsewhere_that_fails_is_told_as_broken(pool: RemotePool) -> None:
    lost = ENGLISH.start._replace(black_men=0)
    asked = SearchJob("english", lost, (), "beginner", 1, time.monotonic() + 20)
    assert reason_of(pool, asked) is Reason.BROKEN


def test_who_is_stopped_waits_no_longer(pool: RemotePool) -> None:
    with ThreadPoolExecutor(1) as threads:
        heard = threads.submit(reason_of, pool, job(seconds=5, level="master", asker="alice"))
        time.sleep(0.2)
        pool.stop("alice")
        assert heard.result(1) is Reason.LATE


def test_a_scheduler_that_does_not_answer_costs_no_more_than_the_deadline(
    cluster: Cluster, pool: RemotePool
) -> None:
    cluster.scheduler.send_signal(signal.SIGSTOP)
    try:
        for _ in range(3):
            began = time.monotonic()
            assert reason_of(pool, job(seconds=0.7)) is Reason.LATE
            assert time.monotonic() - began < 0.8
    finally:
        cluster.scheduler.send_signal(signal.SIGCONT)
        wait_until_it_answers(pool)


def test_a_lost_worker_costs_no_more_than_the_deadline(cluster: Cluster, pool: RemotePool) -> None:
    for worker in cluster.workers:
        worker.kill()
    try:
        began = time.monotonic()
        assert reason_of(pool, job(seconds=0.7)) in (Reason.LATE, Reason.BROKEN)
        assert time.monotonic() - began < 0.8
    finally:
        for worker in cluster.workers:
            worker.wait()
        cluster.start_workers()
        wait_until_it_answers(pool)


def test_where_there_is_no_scheduler_askers_hear_at_once() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        free = probe.getsockname()[1]
    with closing(dask_pool(f"127.0.0.1:{free}")) as pool:
        began = time.monotonic()
        assert reason_of(pool, job(seconds=2)) is Reason.UNAVAILABLE
        assert time.monotonic() - began < 0.5
