import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from game.engine import NoAnswer, Reason, SearchJob, SearchResult, solve
from game.engine.pool import HANG_AFTER, WorkerPool
from game.rules import VARIANTS, Position, Variant, legal_moves
from tests.engine.positions import endings_with_kings, midgame_positions

ENGLISH, BRAZILIAN = VARIANTS["english"], VARIANTS["brazilian"]
BUDGET = 0.75
SLACK = 0.1
"""Seconds a test machine may be late in waking a thread."""
ROOT = Path(__file__).parents[2]


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    with closing(warmed(2)) as pool:
        yield pool


@pytest.fixture
def pool_of_one() -> Iterator[WorkerPool]:
    with closing(warmed(1)) as pool:
        yield pool


def warmed(size: int) -> WorkerPool:
    pool = WorkerPool(size)
    pool.warm()
    wait_until(lambda: len(pool.pids()) == size)
    return pool


def wait_until(holds: Callable[[], bool], seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def job(
    position: Position = ENGLISH.start,
    variant: Variant = ENGLISH,
    seed: int = 1,
    seconds: float = BUDGET,
    level: str = "beginner",
) -> SearchJob:
    return SearchJob(variant.key, position, (), level, seed, deadline=time.monotonic() + seconds)


def long_job(seconds: float = BUDGET) -> SearchJob:
    """A job that takes all the time it gets, up to a second."""
    return job(seconds=seconds, level="hard")


def reason_of(pool: WorkerPool, asked: SearchJob) -> Reason | None:
    try:
        pool.answer(asked)
    except NoAnswer as trouble:
        return trouble.reason
    return None


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def kill(pids: list[int]) -> None:
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not any(map(is_running, pids)))


def test_a_worker_gives_the_answer_that_searching_here_gives(pool: WorkerPool) -> None:
    for position in islice(midgame_positions(BRAZILIAN, 41), 5):
        asked = job(position, BRAZILIAN, seconds=5)
        assert pool.answer(asked) == solve(asked)


@pytest.mark.parametrize("variant", [ENGLISH, BRAZILIAN], ids=lambda variant: variant.key)
def test_answers_come_within_the_budget_and_are_legal(pool: WorkerPool, variant: Variant) -> None:
    positions = [
        *islice(midgame_positions(variant, 42), 60),
        *islice(endings_with_kings(variant, 43), 40),
    ]
    for position in positions:
        began = time.monotonic()
        answer = pool.answer(job(position, variant))
        assert time.monotonic() - began < BUDGET
        assert answer.move in legal_moves(position, variant)


def test_answers_come_within_the_budget_beside_two_busy_processes(pool: WorkerPool) -> None:
    loop = "while True: pass"
    busy = [subprocess.Popen([sys.executable, "-c", loop]) for _ in range(2)]
    try:
        for position in islice(midgame_positions(BRAZILIAN, 44), 20):
            began = time.monotonic()
            pool.answer(job(position, BRAZILIAN))
            assert time.monotonic() - began < BUDGET
    finally:
        for process in busy:
            process.kill()
            process.wait()


def test_sixteen_askers_on_two_workers_each_hear_by_their_deadline(pool: WorkerPool) -> None:
    def ask(position: Position) -> tuple[float, SearchResult]:
        began = time.monotonic()
        answer = pool.answer(job(position, BRAZILIAN))
        return time.monotonic() - began, answer

    positions = list(islice(midgame_positions(BRAZILIAN, 45), 16))
    with ThreadPoolExecutor(16) as threads:
        heard = list(threads.map(ask, positions))
    assert max(waited for waited, _ in heard) < BUDGET
    for position, (_, answer) in zip(positions, heard, strict=True):
        assert answer.move in legal_moves(position, BRAZILIAN)


def test_those_who_ask_while_every_worker_hangs_are_answered_by_new_ones(
    pool: WorkerPool,
) -> None:
    stopped = pool.pids()
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)

    def ask(_: int) -> float:
        began = time.monotonic()
        pool.answer(long_job(2.5))
        return time.monotonic() - began

    with ThreadPoolExecutor(4) as threads:
        assert max(threads.map(ask, range(4))) < 2.5
    assert not set(stopped) & set(pool.pids())


def test_those_for_whom_no_worker_is_free_in_time_hear_that_too(pool_of_one: WorkerPool) -> None:
    os.kill(pool_of_one.pids()[0], signal.SIGSTOP)

    def ask(_: int) -> tuple[float, Reason | None]:
        began = time.monotonic()
        reason = reason_of(pool_of_one, long_job(0.2))
        return time.monotonic() - began, reason

    with ThreadPoolExecutor(8) as threads:
        heard = list(threads.map(ask, range(8)))
    assert max(waited for waited, _ in heard) < 0.2 + SLACK
    assert {reason for _, reason in heard} == {Reason.LATE}
    assert reason_of(pool_of_one, job(seconds=5)) is None


@pytest.mark.timing
def test_sixty_four_players_at_once_think_less_and_are_all_answered_in_time(
    pool: WorkerPool,
) -> None:
    def ask(position: Position) -> tuple[float, int]:
        began = time.monotonic()
        answer = pool.answer(job(position, seconds=1.17, level="hard"))
        return time.monotonic() - began, answer.depth

    positions = list(islice(midgame_positions(ENGLISH, 46), 64))
    with ThreadPoolExecutor(64) as threads:
        heard = list(threads.map(ask, positions))
    assert max(waited for waited, _ in heard) < 1.25
    assert min(depth for _, depth in heard) >= 3


def test_a_search_that_is_stopped_gives_what_it_has_found(pool_of_one: WorkerPool) -> None:
    asked = replace(job(seconds=10, level="master"), asker="alice")
    other = replace(job(seconds=10, level="hard"), asker="bob")
    with ThreadPoolExecutor(3) as threads:
        began = time.monotonic()
        first = threads.submit(pool_of_one.answer, asked)
        time.sleep(0.1)
        second = threads.submit(reason_of, pool_of_one, asked)
        third = threads.submit(pool_of_one.answer, other)
        time.sleep(0.1)
        pool_of_one.stop("alice")
        assert first.result().move in legal_moves(asked.position, ENGLISH)
        assert second.result() is Reason.LATE
        assert time.monotonic() - began < 0.2 + SLACK
        assert third.result().depth > 5


def test_whoever_came_first_is_served_first(pool_of_one: WorkerPool) -> None:
    served: list[int] = []

    def ask(number: int) -> None:
        pool_of_one.answer(job(seconds=5))
        served.append(number)

    blocker = threading.Thread(target=reason_of, args=(pool_of_one, long_job(0.4)))
    askers = [threading.Thread(target=ask, args=(number,)) for number in range(5)]
    for thread in [blocker, *askers]:
        thread.start()
        time.sleep(0.03)
    for thread in [blocker, *askers]:
        thread.join()
    assert served == [0, 1, 2, 3, 4]


def test_a_job_whose_deadline_has_passed_is_refused_at_once(pool: WorkerPool) -> None:
    began = time.monotonic()
    assert reason_of(pool, job(seconds=-1)) is Reason.LATE
    assert time.monotonic() - began < SLACK


def test_a_search_that_fails_is_told_as_broken_and_costs_no_worker(pool: WorkerPool) -> None:
    before = pool.pids()
    lost = Position(0, 0, ENGLISH.start.white_men, 0, ENGLISH.start.side)
    assert reason_of(pool, job(lost)) is Reason.BROKEN
    assert pool.pids() == before


def test_a_worker_killed_while_it_thinks_is_replaced_and_its_job_given_to_another(
    pool_of_one: WorkerPool,
) -> None:
    (victim,) = pool_of_one.pids()
    os.kill(victim, signal.SIGSTOP)  # so that it is still at it when it is killed
    threading.Timer(0.1, os.kill, (victim, signal.SIGKILL)).start()
    asked = job()
    assert pool_of_one.answer(asked) == solve(asked)
    assert time.monotonic() < asked.deadline
    assert victim not in pool_of_one.pids()


def test_workers_killed_in_their_sleep_are_replaced_within_the_budget(pool: WorkerPool) -> None:
    for _ in range(3):
        kill(pool.pids())
        began = time.monotonic()
        pool.answer(job())
        assert time.monotonic() - began < BUDGET
        wait_until(lambda: len(pool.pids()) == 2)


def test_workers_killed_in_their_sleep_are_replaced_though_nobody_asks(pool: WorkerPool) -> None:
    before = pool.pids()
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    wait_until(lambda: len(set(pool.pids()) - set(before)) == 2, 2)


def test_a_job_that_kills_two_workers_is_given_up(pool_of_one: WorkerPool) -> None:
    def kill_two() -> None:
        (first,) = pool_of_one.pids()
        os.kill(first, signal.SIGKILL)
        wait_until(lambda: pool_of_one.pids() not in ([], [first]))
        time.sleep(0.1)
        os.kill(pool_of_one.pids()[0], signal.SIGKILL)

    threading.Timer(0.1, kill_two).start()
    assert reason_of(pool_of_one, long_job(10)) is Reason.BROKEN
    assert reason_of(pool_of_one, job()) is None


def test_a_worker_that_hangs_is_killed_and_does_not_clog_the_pool(pool: WorkerPool) -> None:
    stopped = pool.pids()
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    began = time.monotonic()
    assert reason_of(pool, job(seconds=0.3)) is Reason.LATE
    assert reason_of(pool, job(seconds=0.3)) is Reason.LATE
    assert time.monotonic() - began < 0.6 + SLACK
    wait_until(lambda: not any(map(is_running, stopped)), HANG_AFTER + 2)
    wait_until(lambda: len(pool.pids()) == 2)
    assert reason_of(pool, job()) is None


@pytest.mark.timing
def test_a_late_worker_is_taken_back_and_its_late_answer_given_to_nobody(
    pool_of_one: WorkerPool,
) -> None:
    workers = pool_of_one.pids()
    os.kill(workers[0], signal.SIGSTOP)
    late = job(BRAZILIAN.start, BRAZILIAN, seconds=0.1)
    assert reason_of(pool_of_one, late) is Reason.LATE
    os.kill(workers[0], signal.SIGCONT)
    asked = job(seconds=5)
    assert pool_of_one.answer(asked) == solve(asked)
    assert pool_of_one.pids() == workers


def test_a_closed_pool_leaves_no_process_and_answers_nobody(pool: WorkerPool) -> None:
    workers = pool.pids()
    os.kill(workers[0], signal.SIGSTOP)
    pool.close()
    wait_until(lambda: not any(map(is_running, workers)))
    assert reason_of(pool, job()) is Reason.UNAVAILABLE


def test_a_pool_without_workers_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        WorkerPool(0)


# Programs of their own

PROLOGUE = """
    import multiprocessing, os, signal, sys, time
    from game.engine import NoAnswer, SearchJob
    from game.engine.pool import WorkerPool
    from game.rules import VARIANTS

    def job(seconds=5):
        start = VARIANTS["english"].start
        return SearchJob("english", start, (), "beginner", 1, time.monotonic() + seconds)

    pool = WorkerPool(2)
"""


def run_program(tmp_path: Path, body: str) -> subprocess.CompletedProcess[str]:
    """Run a script that, like many, does its work without asking whether it is ``__main__``.

    Returns once the script and every process it left have closed their output; TimeoutExpired if
    one lives on.
    """
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent(PROLOGUE) + textwrap.dedent(body))
    return subprocess.run(
        [sys.executable, str(script)],
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def test_a_worker_does_not_run_the_program_that_started_it_again(tmp_path: Path) -> None:
    ran = run_program(tmp_path, 'print("once"); pool.answer(job())')
    assert (ran.returncode, ran.stdout) == (0, "once\n")
    # A program that ends while a worker is being started leaves a semaphore to Python's tracker.
    assert "Traceback" not in ran.stderr
    assert "once" not in ran.stderr


def test_a_program_ends_though_a_worker_hangs_in_thought(tmp_path: Path) -> None:
    ran = run_program(
        tmp_path,
        """
        pool = WorkerPool(1)
        pool.answer(job())
        os.kill(pool.pids()[0], signal.SIGSTOP)
        try:
            pool.answer(job(0.2))
        except NoAnswer as trouble:
            print(trouble.reason.value)
        """,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "late\n", "")


def test_no_worker_outlives_a_killed_server(tmp_path: Path) -> None:
    ran = run_program(tmp_path, "pool.answer(job()); os.kill(os.getpid(), signal.SIGKILL)")
    assert ran.returncode == -signal.SIGKILL


def test_where_no_worker_can_start_askers_hear_by_their_deadline_and_later_it_works(
    tmp_path: Path,
) -> None:
    ran = run_program(
        tmp_path,
        """
        multiprocessing.set_executable("/no/such/program")
        began = time.monotonic()
        try:
            pool.answer(job(0.5))
        except NoAnswer as trouble:
            print(trouble.reason.value, time.monotonic() - began < 0.6)
        multiprocessing.set_executable(sys.executable)
        print(pool.answer(job(10)).depth)
        """,
    )
    assert ran.stdout == "unavailable True\n3\n"
