"""The computer's processes: searches run here, never in a thread that serves pages.

Every worker is a ``concurrent.futures`` process pool of one process, so that losing one costs one
answer and nobody else's. A keeper thread starts workers and kills those that hang; those who ask
never wait for either, only for their own deadline. Why so: docs/decisions/0010.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from multiprocessing.util import Finalize
from types import ModuleType

from game.engine.job import NoAnswer, Reason, SearchJob
from game.engine.limits import SearchResult
from game.engine.worker import HANG_AFTER, Answer, begin, think

GIVE_UP_AFTER = 2 * HANG_AFTER
"""Seconds past its deadline after which a worker is killed that its own alarm did not end."""
START_WITHIN = 20.0
"""Seconds a new worker has for its first word."""
LONGEST_PAUSE = 5.0
"""Seconds between two tries, at most, while workers keep failing to start."""


@dataclass(eq=False)
class _Worker:
    """A pool of one process; held by one thread at a time, an asker or the keeper."""

    executor: ProcessPoolExecutor
    process: BaseProcess


class WorkerPool:
    """A fixed number of workers, started when first needed, for any number of threads.

    Make it in the process that uses it: it does not survive a fork.
    """

    def __init__(self, size: int) -> None:
        if size < 1:
            raise ValueError(f"a pool needs at least one worker, not {size}")
        self.size = size
        self._changed = threading.Condition()
        """Guards every field below."""
        self._line: deque[object] = deque()
        """Those who wait for a worker, first come first served."""
        self._workers: set[_Worker] = set()
        self._idle: list[_Worker] = []
        self._late: dict[_Worker, float] = {}
        """Workers still at a job nobody waits for, with the moment each is killed."""
        self._keeper: threading.Thread | None = None
        self._is_closed = False
        self._failed_starts = 0
        self._next_start = 0.0
        self._trouble = "none is up yet"

    def warm(self) -> None:
        """Start the workers now, without waiting for them, so that the first job need not."""
        with self._changed, contextlib.suppress(NoAnswer):
            self._ensure_keeper()

    def answer(self, job: SearchJob) -> SearchResult:
        """Have ``job`` searched and return its result, by the job's deadline at the latest.

        Waiting for a free worker counts. A worker that dies over the job is replaced, and the job
        is given to another once. Raises NoAnswer.
        """
        for _ in range(2):
            while True:
                worker = self._take(job.deadline)
                try:
                    future = worker.executor.submit(think, job)
                except RuntimeError:
                    # Found dead (a broken executor is a RuntimeError too): it had no part in the
                    # job, so this is no try.
                    self._drop(worker)
                else:
                    break
            try:
                return self._result(worker, future, job)
            except BrokenExecutor:
                self._drop(worker)
        raise NoAnswer(Reason.BROKEN, "two workers died over it")

    def pids(self) -> list[int]:
        """The process numbers of the workers that are up."""
        with self._changed:
            return [worker.process.pid or 0 for worker in self._workers]

    def close(self) -> None:
        """Kill every worker; whoever waits for one gets NoAnswer. A closed pool stays closed."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
            workers = list(self._workers)
        for worker in workers:
            worker.process.kill()

    # Askers

    def _take(self, deadline: float) -> _Worker:
        ticket = object()
        with self._changed:
            self._ensure_keeper()
            self._line.append(ticket)
            try:
                while True:
                    if self._is_closed:
                        raise NoAnswer(Reason.UNAVAILABLE, "the pool is closed")
                    time_left = deadline - time.monotonic()
                    if time_left <= 0:
                        raise self._nobody_came()
                    if self._idle and self._line[0] is ticket:
                        return self._idle.pop()
                    self._changed.wait(time_left)
            finally:
                self._line.remove(ticket)
                self._changed.notify_all()

    def _nobody_came(self) -> NoAnswer:
        if self._workers:
            return NoAnswer(Reason.LATE, f"{len(self._line)} waited for {self.size} workers")
        return NoAnswer(Reason.UNAVAILABLE, f"no worker: {self._trouble}")

    def _result(self, worker: _Worker, future: Future[Answer], job: SearchJob) -> SearchResult:
        try:
            answer = future.result(max(0.0, job.deadline - time.monotonic()))
        except TimeoutError:
            self._expect(worker, future, job.deadline + GIVE_UP_AFTER)
            raise NoAnswer(Reason.LATE, f"worker {worker.process.pid} is still at it") from None
        self._release(worker)
        if isinstance(answer, NoAnswer):
            raise answer
        return answer

    # Where a worker goes next

    def _release(self, worker: _Worker) -> None:
        with self._changed:
            self._late.pop(worker, None)
            if worker in self._workers:
                self._idle.append(worker)
                self._changed.notify_all()

    def _expect(self, worker: _Worker, future: Future[Answer], give_up: float) -> None:
        """Take the worker back when its late answer comes; the keeper kills it at ``give_up``."""
        with self._changed:
            self._late[worker] = give_up
            self._changed.notify_all()

        def take_back(done: Future[Answer]) -> None:
            if done.cancelled() or done.exception():
                self._drop(worker)
            else:
                self._release(worker)

        future.add_done_callback(take_back)

    def _drop(self, worker: _Worker) -> None:
        """Count a worker out whose process has ended; the keeper starts another."""
        worker.executor.shutdown(wait=False)
        with self._changed:
            self._late.pop(worker, None)
            self._workers.discard(worker)
            if worker in self._idle:
                self._idle.remove(worker)
            self._changed.notify_all()

    # The keeper

    def _ensure_keeper(self) -> None:
        """Start the keeper; NoAnswer where not even a thread can be had."""
        if self._keeper is None and not self._is_closed:
            # A process that multiprocessing started, such as a server's worker, joins its children
            # at its end before anything tells them to go. `atexit` is not run there; this is.
            Finalize(self, self.close, exitpriority=1)
            keeper = threading.Thread(target=self._keep, name="crownhead-keeper", daemon=True)
            try:
                keeper.start()
            except RuntimeError as failure:
                raise NoAnswer(Reason.UNAVAILABLE, str(failure)) from failure
            self._keeper = keeper

    def _keep(self) -> None:
        while True:
            with self._changed:
                if self._is_closed:
                    return
                now = time.monotonic()
                hung = [worker for worker, give_up in self._late.items() if give_up <= now]
                for worker in hung:
                    # From here on its late answer, should it come after all, is nobody's.
                    del self._late[worker]
                    self._workers.discard(worker)
                is_short = len(self._workers) < self.size
                if not hung and not (is_short and self._next_start <= now):
                    moments = [*self._late.values(), *([self._next_start] if is_short else [])]
                    self._changed.wait(min(moments) - now if moments else None)
                    continue
            for worker in hung:
                worker.process.kill()
                self._drop(worker)
            if is_short:
                self._start()

    def _start(self) -> None:
        try:
            worker = _start_worker()
        except Exception as failure:  # noqa: BLE001
            # Out of processes, memory or descriptors, a platform without forkserver: whatever it
            # is, the keeper must live to try again, and askers have their quick move.
            with self._changed:
                self._trouble = f"the last one could not start, {failure!r}"
                self._failed_starts += 1
                pause = min(LONGEST_PAUSE, 0.05 * 2 ** min(self._failed_starts, 10))
                self._next_start = time.monotonic() + pause
            return
        with self._changed:
            self._failed_starts = 0
            if not self._is_closed:
                self._workers.add(worker)
                self._idle.append(worker)
                self._changed.notify_all()
                return
        worker.process.kill()


_start_lock = threading.Lock()


def _start_worker() -> _Worker:
    """Fork a worker off the fork server, which is started if need be and has the engine loaded."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["game.engine.worker"])
    executor = ProcessPoolExecutor(1, mp_context=context, initializer=begin)
    before = multiprocessing.active_children()
    started: list[BaseProcess] = []
    try:
        with _main_program_hidden():
            first_word = executor.submit(os.getpid)
            started = [child for child in multiprocessing.active_children() if child not in before]
        pid = first_word.result(START_WITHIN)
        return _Worker(executor, next(child for child in started if child.pid == pid))
    except BaseException:
        for child in started:
            child.kill()
        executor.shutdown(wait=False, cancel_futures=True)
        raise


@contextlib.contextmanager
def _main_program_hidden() -> Iterator[None]:
    """Keep a starting process from running the program that started its parent.

    ``multiprocessing`` has every new process import the parent's main program, unless it cannot
    tell which that was. A worker needs none of it: not Django, not a test run, not a server.
    """
    with _start_lock:
        program = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = program
