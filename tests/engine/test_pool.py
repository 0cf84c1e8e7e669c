import gc
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from game.engine import Reason, SearchJob, answer_job
from game.engine.levels import LEVELS
from game.engine.pool import WorkerPool
from game.rules import VARIANTS, Position, Variant, legal_moves
from tests.engine.jobs import FAR_OFF, endless_job, job
from tests.engine.positions import endings_with_kings, midgame_positions
from tests.engine.workers import (
    PATIENCE,
    all_gone,
    hang_detection_off,
    hang_detection_on,
    reason_of,
    wait_until,
    wait_until_searching,
)

ENGLISH, BRAZILIAN = VARIANTS["english"], VARIANTS["brazilian"]
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _no_hang_detection() -> Iterator[None]:
    with hang_detection_off():
        yield


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    with closing(warmed(2)) as pool:
        yield pool


@pytest.fixture
def pool_of_one() -> Iterator[WorkerPool]:
    with closing(warmed(1)) as pool:
        yield pool


def warmed(size: int) -> WorkerPool:
    """Return a pool whose workers are up and have their code: a first search takes longer."""
    pool = WorkerPool(size)
    pool.warm()
    wait_until(lambda: len(pool.pids()) == size)
    with ThreadPoolExecutor(size) as threads:
        list(threads.map(pool.answer, [job()] * size))
    return pool


def queue_length(pool: WorkerPool) -> int:
    """Return the number of callers waiting for a worker."""
    return len(pool._queue)


def is_busy(pool: WorkerPool) -> bool:
    """Return whether a worker has a job."""
    return bool(pool._searches)


def pages_taken(pid: int) -> int:
    """Return how many memory pages a process has been given, copies of shared ones included."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[7])


def kill(pids: list[int]) -> None:
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    wait_until(lambda: all_gone(pids))


def test_worker_gives_the_same_answer_as_a_local_search(pool: WorkerPool) -> None:
    for position in islice(midgame_positions(BRAZILIAN, 41), 5):
        request = job(position, BRAZILIAN)
        assert pool.answer(request) == answer_job(request)


@pytest.mark.parametrize("variant", [ENGLISH, BRAZILIAN], ids=lambda variant: variant.key)
def test_every_answer_is_a_legal_move(pool: WorkerPool, variant: Variant) -> None:
    positions = [
        *islice(midgame_positions(variant, 42), 60),
        *islice(endings_with_kings(variant, 43), 40),
    ]
    for position in positions:
        assert pool.answer(job(position, variant)).move in legal_moves(position, variant)


def test_sixteen_callers_on_two_workers_get_their_own_answers(pool: WorkerPool) -> None:
    positions = list(islice(midgame_positions(BRAZILIAN, 45), 16))
    with ThreadPoolExecutor(16) as threads:
        answers = list(threads.map(lambda at: pool.answer(job(at, BRAZILIAN)), positions))
    for position, answer in zip(positions, answers, strict=True):
        assert answer == answer_job(job(position, BRAZILIAN))


def test_new_workers_answer_while_the_old_ones_hang(
    pool: WorkerPool,
) -> None:
    stopped = pool.pids()
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    with ThreadPoolExecutor(4) as threads:
        with hang_detection_on():
            answers = [threads.submit(pool.answer, job()) for _ in range(4)]
            wait_until(lambda: queue_length(pool) == 2)
            # A fifth has a short deadline, so the other searches have to be shortened.
            assert reason_of(pool, job(seconds=0.2)) is not None
            wait_until(lambda: all_gone(stopped))
        for answer in answers:
            assert answer.result(PATIENCE) == answer_job(job())


def test_callers_get_late_when_no_worker_is_free_in_time(pool_of_one: WorkerPool) -> None:
    (busy,) = pool_of_one.pids()
    os.kill(busy, signal.SIGSTOP)
    with ThreadPoolExecutor(8) as threads:
        requests = [job(seconds=0.2) for _ in range(8)]
        reasons = list(threads.map(lambda request: reason_of(pool_of_one, request), requests))
    assert reasons == [Reason.LATE] * 8
    os.kill(busy, signal.SIGCONT)
    assert reason_of(pool_of_one, job()) is None
    assert pool_of_one.pids() == [busy]


def master_job() -> SearchJob:
    deadline = time.monotonic() + FAR_OFF
    return SearchJob("english", ENGLISH.start, (), "master", 1, deadline)


def test_more_callers_mean_shorter_searches(
    pool: WorkerPool,
) -> None:
    # At full length, sixteen searches of this level would outlast the deadlines of the others.
    thinkers, others, seconds = 16, 48, 20.0
    assert thinkers / 2 * LEVELS["master"].think_ms / 1000 * 0.6 > seconds
    positions = list(islice(midgame_positions(ENGLISH, 46), others))
    with ThreadPoolExecutor(thinkers + others) as threads:
        deep = [threads.submit(pool.answer, master_job()) for _ in range(thinkers)]
        wait_until(lambda: queue_length(pool) == thinkers - 2)
        requests = [job(position, seconds=seconds) for position in positions]
        quick = [threads.submit(pool.answer, request) for request in requests]
        assert min(found.result(PATIENCE).depth for found in deep) >= 3
        for position, found in zip(positions, quick, strict=True):
            assert found.result(PATIENCE).move in legal_moves(position, ENGLISH)


def test_stopped_search_returns_its_best_move_so_far(pool_of_one: WorkerPool) -> None:
    request, other = endless_job("alice"), job()
    with ThreadPoolExecutor(3) as threads:
        first = threads.submit(pool_of_one.answer, request)
        wait_until_searching(pool_of_one.pids())
        second = threads.submit(reason_of, pool_of_one, request)
        third = threads.submit(pool_of_one.answer, other)
        wait_until(lambda: queue_length(pool_of_one) == 2)
        pool_of_one.stop("alice")
        assert first.result(PATIENCE).move in legal_moves(request.position, ENGLISH)
        assert second.result(PATIENCE) is Reason.LATE
        assert third.result(PATIENCE) == answer_job(other)


def test_callers_are_served_in_order_of_arrival(pool_of_one: WorkerPool) -> None:
    """Stopping a waiter yields no answer; stopping a search yields its best move."""
    (worker,) = pool_of_one.pids()
    askers = ["first", "second", "third", "fourth"]
    answers = []
    with ThreadPoolExecutor(len(askers)) as threads:
        for number, asker in enumerate(askers):
            answers.append(threads.submit(pool_of_one.answer, endless_job(asker)))
            wait_until(lambda: is_busy(pool_of_one))
            wait_until(lambda number=number: queue_length(pool_of_one) == number)
        for left, asker, found in zip((3, 2, 1, 0), askers, answers, strict=True):
            wait_until(lambda left=left: queue_length(pool_of_one) == left)
            wait_until_searching([worker])
            pool_of_one.stop(asker)
            assert found.result(PATIENCE).depth > 0


def test_expired_job_is_given_to_no_worker(
    pool: WorkerPool,
) -> None:
    workers = pool.pids()
    for pid in workers:
        os.kill(pid, signal.SIGSTOP)
    assert reason_of(pool, job(seconds=-1)) is Reason.LATE
    for pid in workers:
        os.kill(pid, signal.SIGCONT)
    assert reason_of(pool, job()) is None
    assert pool.pids() == workers


def test_failed_search_is_broken_and_costs_no_worker(pool: WorkerPool) -> None:
    before = pool.pids()
    lost = Position(0, 0, ENGLISH.start.white_men, 0, ENGLISH.start.side)
    assert reason_of(pool, job(lost)) is Reason.BROKEN
    assert pool.pids() == before


def test_retries_the_job_of_a_worker_killed_during_a_search(
    pool_of_one: WorkerPool,
) -> None:
    (victim,) = pool_of_one.pids()
    os.kill(victim, signal.SIGSTOP)  # so that it is still searching when it is killed
    request = job()
    with ThreadPoolExecutor(1) as threads:
        answer = threads.submit(pool_of_one.answer, request)
        wait_until(lambda: is_busy(pool_of_one))
        os.kill(victim, signal.SIGKILL)
        assert answer.result(PATIENCE) == answer_job(request)
    assert victim not in pool_of_one.pids()


def test_killing_idle_workers_costs_no_answer(pool: WorkerPool) -> None:
    for _ in range(3):
        kill(pool.pids())
        assert reason_of(pool, job()) is None
        wait_until(lambda: len(pool.pids()) == 2)


def test_replaces_killed_idle_workers_without_any_caller(pool: WorkerPool) -> None:
    before = pool.pids()
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    wait_until(lambda: len(set(pool.pids()) - set(before)) == 2)


def test_gives_up_a_job_that_kills_two_workers(pool_of_one: WorkerPool) -> None:
    with ThreadPoolExecutor(1) as threads:
        answer = threads.submit(reason_of, pool_of_one, endless_job())
        for _ in range(2):
            (victim,) = pool_of_one.pids()
            wait_until_searching([victim])
            os.kill(victim, signal.SIGKILL)
            wait_until(lambda victim=victim: pool_of_one.pids() not in ([], [victim]))
        assert answer.result(PATIENCE) is Reason.BROKEN
    assert reason_of(pool_of_one, job()) is None


def test_caller_of_a_hanging_worker_hears_by_the_deadline(pool: WorkerPool) -> None:
    for pid in pool.pids():
        os.kill(pid, signal.SIGSTOP)
    for _ in range(3):
        assert reason_of(pool, job(seconds=0.1)) is Reason.LATE


def test_kills_a_hanging_worker(pool: WorkerPool) -> None:
    stopped = pool.pids()
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    with hang_detection_on():
        for _ in stopped:
            assert reason_of(pool, job(seconds=0.1)) is not None
        wait_until(lambda: all_gone(stopped))
    wait_until(lambda: len(pool.pids()) == 2)
    assert reason_of(pool, job()) is None


def test_reuses_a_late_worker_and_ignores_its_late_answer(
    pool_of_one: WorkerPool,
) -> None:
    workers = pool_of_one.pids()
    os.kill(workers[0], signal.SIGSTOP)
    late = job(BRAZILIAN.start, BRAZILIAN, seconds=0.1)
    assert reason_of(pool_of_one, late) is Reason.LATE
    os.kill(workers[0], signal.SIGCONT)
    request = job()
    assert pool_of_one.answer(request) == answer_job(request)
    assert pool_of_one.pids() == workers


def test_closed_pool_leaves_no_process_and_answers_nobody(pool: WorkerPool) -> None:
    workers = pool.pids()
    os.kill(workers[0], signal.SIGSTOP)
    pool.close()
    wait_until(lambda: all_gone(workers))
    assert reason_of(pool, job()) is Reason.UNAVAILABLE


def test_rejects_a_pool_without_workers() -> None:
    with pytest.raises(ValueError, match="at least one"):
        WorkerPool(0)


# Separate programs

PROLOGUE = """
    import multiprocessing, os, signal, sys, time
    from game.engine import NoAnswer, SearchJob
    from game.engine.pool import WorkerPool
    from game.rules import VARIANTS

    def job(seconds=600):
        start = VARIANTS["english"].start
        return SearchJob("english", start, (), "beginner", 1, time.monotonic() + seconds)

    pool = WorkerPool(2)
"""


def run_program(tmp_path: Path, body: str) -> subprocess.CompletedProcess[str]:
    """Run a script that does its work at import, without a check for ``__main__``.

    Returns once the script and all processes it left have closed their output; TimeoutExpired if
    one lives on.
    """
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent(PROLOGUE) + textwrap.dedent(body))
    return subprocess.run(
        [sys.executable, str(script)],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def test_worker_does_not_rerun_the_main_program(tmp_path: Path) -> None:
    # A program that exits while a worker is starting takes away what the worker has yet to read.
    process = run_program(
        tmp_path,
        """
        print("once")
        pool.answer(job())
        while len(pool.pids()) < pool.size:
            pass
        """,
    )
    assert (process.returncode, process.stdout) == (0, "once\n")
    assert "Traceback" not in process.stderr
    assert "once" not in process.stderr


def test_program_exits_while_a_worker_hangs(tmp_path: Path) -> None:
    process = run_program(
        tmp_path,
        """
        pool = WorkerPool(1)
        pool.answer(job())
        os.kill(pool.pids()[0], signal.SIGSTOP)
        try:
            pool.answer(job(0.2))
        except NoAnswer:
            print("no answer")
        """,
    )
    assert (process.returncode, process.stdout, process.stderr) == (0, "no answer\n", "")


def test_no_worker_outlives_a_killed_server(tmp_path: Path) -> None:
    process = run_program(tmp_path, "pool.answer(job()); os.kill(os.getpid(), signal.SIGKILL)")
    assert process.returncode == -signal.SIGKILL


def test_recovers_after_workers_failed_to_start(
    tmp_path: Path,
) -> None:
    process = run_program(
        tmp_path,
        """
        multiprocessing.set_executable("/no/such/program")
        try:
            pool.answer(job(0.5))
        except NoAnswer as trouble:
            print(trouble.reason.value)
        multiprocessing.set_executable(sys.executable)
        print(pool.answer(job()).depth)
        """,
    )
    assert process.stdout == "unavailable\n3\n"


def test_garbage_collection_in_a_worker_copies_no_shared_memory(
    pool_of_one: WorkerPool,
) -> None:
    (worker,) = pool_of_one._workers
    before = pages_taken(worker.process.pid or 0)
    worker.executor.submit(gc.collect).result(PATIENCE)
    # Without gc.freeze it is six thousand: a tenth of a second in the middle of a search.
    assert pages_taken(worker.process.pid or 0) - before < 1000
