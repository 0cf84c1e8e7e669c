"""The pool of worker processes: searches run there, never in a thread that serves pages.

Every worker is a ``concurrent.futures`` pool of one process, so that losing one costs a single
answer. A supervisor thread starts workers and kills those that hang; callers never wait for either,
only until their own deadline. When there are more callers than workers, each gets a fair share of
the time (``game.engine.shares``). Reasons: docs/decisions/0010 and 0015.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
import multiprocessing
import multiprocessing.connection
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing.process import BaseProcess
from multiprocessing.util import Finalize
from types import ModuleType

from game.engine.job import DEADLINE_MARGIN, NoAnswer, Reason, SearchJob
from game.engine.limits import Cancel, SearchResult
from game.engine.shares import fair_share
from game.engine.worker import Answer, initialise, run_job

HANG_TIMEOUT = 0.25
"""Seconds past its stop time after which a worker without an answer is killed."""
MAX_OVERHEAD, OVERHEAD_WINDOW = 0.05, 8
"""The most seconds of overhead between two searches, and how many searches are averaged."""
START_TIMEOUT = 20.0
"""Seconds a new worker has to respond."""
MAX_RETRY_DELAY = 5.0
"""The longest delay in seconds between attempts while workers keep failing to start."""


@dataclass(eq=False)
class _Worker:
    """A pool of one process; used by one thread at a time, a caller or the supervisor."""

    executor: ProcessPoolExecutor
    process: BaseProcess
    cancel: Cancel
    """The stop time of its search, in memory shared with the process."""


@dataclass
class _Search:
    """A search in progress."""

    job: SearchJob
    started: float
    stop: float
    """When it has to stop; brought forward when others arrive."""


@dataclass(eq=False)
class _Waiter:
    """A caller waiting for a worker."""

    job: SearchJob
    ready: threading.Condition
    """On the pool's lock; notified when a worker is free for this waiter, or none ever will be."""
    is_wanted: bool = True


class WorkerPool:
    """A fixed number of workers, started when first needed, for any number of threads.

    Create it in the process that uses it: it does not survive a fork.
    """

    def __init__(self, size: int) -> None:
        if size < 1:
            raise ValueError(f"a pool needs at least one worker, not {size}")
        self.size = size
        self._lock = threading.RLock()
        """Guards every field below."""
        self._condition = threading.Condition(self._lock)
        """Wakes the supervisor. Waiters have conditions of their own, or hundreds would wake for
        each worker that becomes free."""
        self._queue: deque[_Waiter] = deque()
        """The waiters, first come first served."""
        self._workers: set[_Worker] = set()
        self._idle: list[_Worker] = []
        self._searches: dict[_Worker, _Search] = {}
        """The search of each busy worker, whether or not its caller is still waiting."""
        self._supervisor: threading.Thread | None = None
        self._is_closed = False
        self._failed_starts = 0
        self._next_start = 0.0
        self._last_error = "none has started yet"
        self._overhead = 0.0
        """Average seconds between the end of a search and the start of the next, sending answers
        included: more on a busy machine."""

    def warm(self) -> None:
        """Start the workers in the background, so that the first job need not wait for them."""
        with self._condition, contextlib.suppress(NoAnswer):
            self._ensure_supervisor()

    def answer(self, job: SearchJob) -> SearchResult:
        """Run ``job`` and return its result, by the job's deadline at the latest.

        Waiting for a free worker counts. The more callers wait, the shorter each search. A worker
        that dies or hangs is replaced, and the job is retried once. Raises NoAnswer.
        """
        for _ in range(2):
            worker, future = self._submit(job)
            try:
                answer = future.result(max(0.0, job.deadline - time.monotonic()))
            except TimeoutError:
                pid = worker.process.pid
                raise NoAnswer(Reason.LATE, f"worker {pid} is still searching") from None
            except BrokenExecutor:
                continue
            if isinstance(answer, NoAnswer):
                raise answer
            return answer
        raise NoAnswer(Reason.BROKEN, "two workers died during the search")

    def stop(self, asker: str) -> None:
        """Stop all searches for ``asker`` now, because its game has moved on.

        Callers of a search in progress get the best move so far; those still waiting get NoAnswer.
        """
        with self._condition:
            for worker, search in self._searches.items():
                if search.job.asker == asker:
                    self._stop_at(worker, search, time.monotonic())
            for waiter in self._queue:
                if waiter.job.asker == asker:
                    waiter.is_wanted = False
                    waiter.ready.notify()
            self._condition.notify_all()

    def pids(self) -> list[int]:
        """Return the process ids of the running workers."""
        with self._condition:
            return [worker.process.pid or 0 for worker in self._workers]

    def close(self) -> None:
        """Kill every worker; waiting callers get NoAnswer. A closed pool stays closed."""
        with self._condition:
            self._is_closed = True
            self._condition.notify_all()
            for waiter in self._queue:
                waiter.ready.notify()
            workers = list(self._workers)
        for worker in workers:
            worker.process.kill()

    # Callers

    def _submit(self, job: SearchJob) -> tuple[_Worker, Future[Answer]]:
        """Wait for a worker and submit the job to it."""
        while True:
            worker = self._acquire(job)
            try:
                future = worker.executor.submit(run_job, job)
            except RuntimeError:
                # The worker was dead already (a broken executor is a RuntimeError too), so this
                # does not count as an attempt.
                self._discard(worker)
                continue
            future.add_done_callback(partial(self._on_done, worker))
            return worker, future

    def _acquire(self, job: SearchJob) -> _Worker:
        waiter = _Waiter(job, threading.Condition(self._lock))
        with self._condition:
            self._ensure_supervisor()
            self._queue.append(waiter)
            self._shorten_searches()
            try:
                while True:
                    if self._is_closed:
                        raise NoAnswer(Reason.UNAVAILABLE, "the pool is closed")
                    time_left = job.deadline - time.monotonic()
                    if time_left <= 0:
                        raise self._no_worker_error()
                    if not waiter.is_wanted:
                        raise NoAnswer(Reason.LATE, "the game has moved on")
                    if self._idle and self._queue[0] is waiter:
                        return self._assign(self._idle.pop(), job)
                    waiter.ready.wait(time_left)
            finally:
                self._queue.remove(waiter)
                self._wake_first()
                self._condition.notify()

    def _wake_first(self) -> None:
        """Wake the first waiter if a worker is idle."""
        if self._idle and self._queue:
            self._queue[0].ready.notify()

    def _assign(self, worker: _Worker, job: SearchJob) -> _Worker:
        """Assign the worker its share of the time; the job is still first in the queue."""
        now = time.monotonic()
        share = min(job.think_seconds, self._share(now, skip=1))
        search = self._searches[worker] = _Search(job, now, math.inf)
        self._stop_at(worker, search, min(now + share, job.deadline - DEADLINE_MARGIN))
        return worker

    def _shorten_searches(self) -> None:
        """Shorten the searches in progress so that every waiter gets a fair share."""
        now = time.monotonic()
        if self._idle:
            return
        share = self._share(now)
        for worker, search in self._searches.items():
            self._stop_at(worker, search, min(search.stop, max(now, search.started + share)))

    def _share(self, now: float, skip: int = 0) -> float:
        waiting = list(self._queue)[skip:]
        return fair_share(
            [waiter.job.deadline - DEADLINE_MARGIN - now for waiter in waiting],
            max(len(self._workers), 1),
            self._overhead,
        )

    def _stop_at(self, worker: _Worker, search: _Search, moment: float) -> None:
        search.stop = moment
        worker.cancel.set(moment)

    def _no_worker_error(self) -> NoAnswer:
        if self._workers:
            return NoAnswer(Reason.LATE, f"{len(self._queue)} were waiting for {self.size} workers")
        return NoAnswer(Reason.UNAVAILABLE, f"no worker: {self._last_error}")

    # Returned workers

    def _on_done(self, worker: _Worker, done: Future[Answer]) -> None:
        """Handle the answer of a worker, on time or late, or its death."""
        if done.cancelled() or done.exception():
            self._discard(worker)
            return
        with self._condition:
            search = self._searches.pop(worker, None)
            if search is not None and search.stop < time.monotonic():
                overhead = min(time.monotonic() - search.stop, MAX_OVERHEAD)
                self._overhead += (overhead - self._overhead) / OVERHEAD_WINDOW
            if worker in self._workers:
                self._idle.append(worker)
                self._wake_first()
                self._condition.notify_all()

    def _discard(self, worker: _Worker) -> None:
        """Remove a worker whose process has ended; the supervisor starts another."""
        worker.executor.shutdown(wait=False)
        with self._condition:
            self._searches.pop(worker, None)
            self._workers.discard(worker)
            if worker in self._idle:
                self._idle.remove(worker)
            self._condition.notify_all()

    # The supervisor

    def _ensure_supervisor(self) -> None:
        """Start the supervisor; NoAnswer if not even a thread can be started."""
        if self._supervisor is None and not self._is_closed:
            # A process that multiprocessing started, such as a server's worker, joins its children
            # at exit before anything tells them to stop. It does not run `atexit`, but this.
            Finalize(self, self.close, exitpriority=1)
            supervisor = threading.Thread(
                target=self._supervise, name="crownhead-supervisor", daemon=True
            )
            try:
                supervisor.start()
            except RuntimeError as failure:
                raise NoAnswer(Reason.UNAVAILABLE, str(failure)) from failure
            self._supervisor = supervisor

    def _supervise(self) -> None:
        while True:
            with self._condition:
                if self._is_closed:
                    return
                now = time.monotonic()
                give_up_at = {
                    worker: search.stop + HANG_TIMEOUT for worker, search in self._searches.items()
                }
                hanging = [worker for worker, moment in give_up_at.items() if moment <= now]
                for worker in hanging:
                    # Its answer, should it still come, is ignored from here on.
                    del self._searches[worker]
                    self._workers.discard(worker)
                is_short = len(self._workers) < self.size
                if not hanging and not (is_short and self._next_start <= now):
                    moments = [*give_up_at.values(), *([self._next_start] if is_short else [])]
                    self._condition.wait(min(moments) - now if moments else None)
                    continue
            for worker in hanging:
                worker.process.kill()
                self._discard(worker)
            if is_short:
                self._start()

    def _start(self) -> None:
        try:
            worker = _start_worker()
        except Exception as failure:  # noqa: BLE001
            # Out of processes, memory or descriptors, a platform without forkserver: whatever it
            # is, the supervisor must survive to retry, and callers have their quick move.
            with self._condition:
                self._last_error = f"the last one failed to start, {failure!r}"
                self._failed_starts += 1
                delay = min(MAX_RETRY_DELAY, 0.05 * 2 ** min(self._failed_starts, 10))
                self._next_start = time.monotonic() + delay
            return
        with self._condition:
            self._failed_starts = 0
            if not self._is_closed:
                self._workers.add(worker)
                self._idle.append(worker)
                self._wake_first()
                self._condition.notify_all()
        if self._is_closed:
            worker.process.kill()
        threading.Thread(target=self._watch, args=(worker,), daemon=True).start()

    def _watch(self, worker: _Worker) -> None:
        """Notice a worker's death even while it is idle."""
        multiprocessing.connection.wait([worker.process.sentinel])
        self._discard(worker)


_start_lock = threading.Lock()


def _start_worker() -> _Worker:
    """Fork a worker from the fork server, which is started if need be and has the engine loaded."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["game.engine.preload"])
    stop_word = context.RawValue(ctypes.c_uint64, 0)
    executor = ProcessPoolExecutor(
        1, mp_context=context, initializer=initialise, initargs=(stop_word,)
    )
    before = multiprocessing.active_children()
    started: list[BaseProcess] = []
    try:
        with _main_module_hidden():
            first_pid = executor.submit(os.getpid)
            started = [child for child in multiprocessing.active_children() if child not in before]
        pid = first_pid.result(START_TIMEOUT)
        process = next(child for child in started if child.pid == pid)
        return _Worker(executor, process, Cancel(stop_word))
    except BaseException:
        for child in started:
            child.kill()
        executor.shutdown(wait=False, cancel_futures=True)
        raise


@contextlib.contextmanager
def _main_module_hidden() -> Iterator[None]:
    """Keep a new process from running the program that started its parent.

    ``multiprocessing`` makes every new process import the parent's main module, unless it cannot
    tell which that is. A worker needs none of it: not Django, not a test run, not a server.
    """
    with _start_lock:
        program = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = program
