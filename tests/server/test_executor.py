"""The queue of a server: requests run one at a time, and none is held up for long."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial

import pytest

from game.play.computer import opponent, workers
from game.rules import Game, find_variant
from game.server.executor import RequestExecutor

HANGS = 60
"""Seconds after which something will never happen, however busy the machine."""


class Work:
    """A request that tells when it has begun, and ends when the test lets it."""

    def __init__(self) -> None:
        self.has_begun = threading.Event()
        self.may_end = threading.Event()

    def __call__(self) -> str:
        self.has_begun.set()
        assert self.may_end.wait(HANGS)
        return "done"


@pytest.fixture
def ask() -> Callable[..., Future[object]]:
    """Return a function that has a queue serve a request from its own thread, as servers do."""
    threads = ThreadPoolExecutor(40)

    def asked(executor: RequestExecutor, work: Callable[[], object]) -> Future[object]:
        return threads.submit(executor.run, work)

    return asked


def test_returns_the_result_or_raises_the_error_of_the_work() -> None:
    executor = RequestExecutor()
    assert executor.run(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        executor.run(lambda: 1 // 0)
    with pytest.raises(TimeoutError, match="of the work itself"):
        executor.run(partial(_fail, TimeoutError("of the work itself")))
    assert executor.run(lambda: 8) == 8


def _fail(trouble: Exception) -> None:
    raise trouble


def test_runs_requests_one_at_a_time_on_one_thread(ask: Callable[..., Future[object]]) -> None:
    executor, busy, overlaps, threads = (
        RequestExecutor(stuck_after=HANGS),
        threading.Lock(),
        [],
        set(),
    )

    def work() -> None:
        overlaps.append(not busy.acquire(blocking=False))
        threads.add(threading.get_ident())
        busy.release()

    for done in [ask(executor, work) for _ in range(400)]:
        done.result(HANGS)
    assert len(overlaps) == 400
    assert not any(overlaps)
    assert len(threads) == 1


def test_two_workers_serve_two_requests_at_once(ask: Callable[..., Future[object]]) -> None:
    executor, works = RequestExecutor(slots=2, stuck_after=HANGS), [Work() for _ in range(3)]
    asked = [ask(executor, work) for work in works]
    _wait_until(lambda: sum(work.has_begun.is_set() for work in works) == 2)
    third = next(work for work in works if not work.has_begun.is_set())
    assert executor._queue.qsize() == 1
    for work in works:
        work.may_end.set()
    assert third.has_begun.wait(HANGS)
    assert [it.result(HANGS) for it in asked] == ["done"] * 3


def test_serves_others_while_a_request_waits_for_the_computer(
    ask: Callable[..., Future[object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    executor, computer = RequestExecutor(stuck_after=HANGS), Work()
    monkeypatch.setattr(workers, "request_executor", lambda: executor)
    monkeypatch.setattr(workers, "_workers", lambda: Thinks(computer))
    game = Game(find_variant("english"))
    reply = ask(executor, partial(opponent.choose_reply, game, "hard", 1, 0.0))
    assert computer.has_begun.wait(HANGS)
    assert ask(executor, lambda: "served").result(HANGS) == "served"
    assert not reply.done()
    computer.may_end.set()
    assert reply.result(HANGS) == opponent.Reply(game.legal_moves[0])


class Thinks:
    """A pool that answers with the first legal move when the test lets it."""

    def __init__(self, work: Work) -> None:
        self.work = work

    def answer(self, job: object) -> object:
        self.work()
        return opponent.Reply(Game(find_variant("english")).legal_moves[0])


def test_a_resumed_request_runs_before_new_ones(ask: Callable[..., Future[object]]) -> None:
    executor, wait, slow, order = RequestExecutor(stuck_after=HANGS), Work(), Work(), []

    def waits() -> None:
        with executor.slot_released():
            wait()
        order.append("came back")

    back = ask(executor, waits)
    assert wait.has_begun.wait(HANGS)
    ask(executor, slow)
    assert slow.has_begun.wait(HANGS)
    new = ask(executor, lambda: order.append("new"))
    _wait_until(lambda: executor._queue.qsize() == 1)
    wait.may_end.set()
    _wait_until(lambda: executor._queue.qsize() == 2)
    slow.may_end.set()
    back.result(HANGS)
    new.result(HANGS)
    assert order == ["came back", "new"]


def _wait_until(is_so: Callable[[], bool]) -> None:
    pause = threading.Event()
    for _ in range(HANGS * 100):
        if is_so():
            return
        pause.wait(0.01)
    raise AssertionError("it never came to that")


def test_many_waiting_requests_all_resume(ask: Callable[..., Future[object]]) -> None:
    executor, wait, busy, overlaps = (
        RequestExecutor(stuck_after=HANGS),
        Work(),
        threading.Lock(),
        [],
    )

    def waits() -> str:
        with executor.slot_released():
            wait()
        overlaps.append(not busy.acquire(blocking=False))
        busy.release()
        return "back"

    asked = [ask(executor, waits) for _ in range(30)]
    _wait_until(lambda: executor._queue.empty())
    assert ask(executor, lambda: "served").result(HANGS) == "served"
    wait.may_end.set()
    assert [it.result(HANGS) for it in asked] == ["back"] * 30
    assert not any(overlaps)


def test_replaces_a_worker_that_is_held_up(ask: Callable[..., Future[object]]) -> None:
    executor, stuck, stuck_too = RequestExecutor(stuck_after=0.01), Work(), Work()
    held_up = [ask(executor, stuck), ask(executor, stuck_too)]
    assert stuck.has_begun.wait(HANGS)
    assert stuck_too.has_begun.wait(HANGS)
    assert ask(executor, lambda: "served").result(HANGS) == "served"
    assert not any(it.done() for it in held_up)
    stuck.may_end.set()
    stuck_too.may_end.set()
    assert [it.result(HANGS) for it in held_up] == ["done"] * 2
    assert executor.run(lambda: "as before") == "as before"


def test_a_replaced_worker_can_still_wait_and_resume(ask: Callable[..., Future[object]]) -> None:
    executor, stuck, wait = RequestExecutor(stuck_after=0.01), Work(), Work()

    def both() -> str:
        stuck()
        with executor.slot_released():
            wait()
        return "back"

    held_up = ask(executor, both)
    assert stuck.has_begun.wait(HANGS)
    assert executor.run(lambda: "served") == "served"
    stuck.may_end.set()
    assert wait.has_begun.wait(HANGS)
    assert executor.run(lambda: "served") == "served"
    wait.may_end.set()
    assert held_up.result(HANGS) == "back"


def test_waiting_outside_the_queue_does_nothing() -> None:
    with RequestExecutor().slot_released():
        pass
