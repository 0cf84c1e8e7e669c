"""The computer's processes: searches run here, never in a thread that serves pages.

Every worker is a ``concurrent.futures`` process pool of one process, so that losing one costs one
answer and nobody else's. A keeper thread starts workers and kills those that hang; those who ask
never wait for either, only for their own deadline. When more ask than there are workers, everyone
gets a fair share of the time (``game.engine.shares``). Why so: docs/decisions/0010 and 0015.
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

from game.engine.job import AIM_EARLY, NoAnswer, Reason, SearchJob
from game.engine.limits import Cancel, SearchResult
from game.engine.shares import fair_share
from game.engine.worker import Answer, begin, think

HANG_AFTER = 0.25
"""Seconds past the moment it was to stop after which a worker that has not answered is killed."""
MOST_LOST, LOST_OVER = 0.05, 8
"""Seconds lost between two searches, at most, and over how many the average is taken."""
START_WITHIN = 20.0
"""Seconds a new worker has for its first word."""
LONGEST_PAUSE = 5.0
"""Seconds between two tries, at most, while workers keep failing to start."""


@dataclass(eq=False)
class _Worker:
    """A pool of one process; held by one thread at a time, an asker or the keeper."""

    executor: ProcessPoolExecutor
    process: BaseProcess
    cancel: Cancel
    """Says when its search is to stop, through memory shared with the process."""


@dataclass
class _Run:
    """A search under way."""

    job: SearchJob
    began: float
    stop: float
    """When it is to stop; moved forward when others come."""


@dataclass(eq=False)
class _Place:
    """A place in line."""

    job: SearchJob
    called: threading.Condition
    """Of the pool's lock; told when this place is first in line, or has nothing to wait for."""
    is_wanted: bool = True


class WorkerPool:
    """A fixed number of workers, started when first needed, for any number of threads.

    Make it in the process that uses it: it does not survive a fork.
    """

    def __init__(self, size: int) -> None:
        if size < 1:
            raise ValueError(f"a pool needs at least one worker, not {size}")
        self.size = size
        self._lock = threading.RLock()
        """Guards every field below."""
        self._changed = threading.Condition(self._lock)
        """Tells the keeper; those in line have conditions of their own, or hundreds would wake for
        each worker that one of them can have."""
        self._line: deque[_Place] = deque()
        """Those who wait for a worker, first come first served."""
        self._workers: set[_Worker] = set()
        self._idle: list[_Worker] = []
        self._runs: dict[_Worker, _Run] = {}
        """What each busy worker is at, whether or not its asker still waits."""
        self._keeper: threading.Thread | None = None
        self._is_closed = False
        self._failed_starts = 0
        self._next_start = 0.0
        self._trouble = "none is up yet"
        self._lost = 0.0
        """Seconds that pass, on average, from the end of a search to the next in line, answers and
        all: more where the machine is busy."""

    def warm(self) -> None:
        """Start the workers now, without waiting for them, so that the first job need not."""
        with self._changed, contextlib.suppress(NoAnswer):
            self._ensure_keeper()

    def answer(self, job: SearchJob) -> SearchResult:
        """Have ``job`` searched and return its result, by the job's deadline at the latest.

        Waiting for a free worker counts. The more wait, the shorter each search. A worker that
        dies over the job or hangs is replaced, and the job is given to another once. Raises
        NoAnswer.
        """
        for _ in range(2):
            worker, future = self._begin(job)
            try:
                answer = future.result(max(0.0, job.deadline - time.monotonic()))
            except TimeoutError:
                pid = worker.process.pid
                raise NoAnswer(Reason.LATE, f"worker {pid} is still at it") from None
            except BrokenExecutor:
                continue
            if isinstance(answer, NoAnswer):
                raise answer
            return answer
        raise NoAnswer(Reason.BROKEN, "two workers died over it")

    def stop(self, asker: str) -> None:
        """End all thinking for ``asker`` now, because its game has gone another way.

        Whoever waits for a search under way gets the best it has found; who is still in line,
        NoAnswer.
        """
        with self._changed:
            for worker, run in self._runs.items():
                if run.job.asker == asker:
                    self._stop_at(worker, run, time.monotonic())
            for place in self._line:
                if place.job.asker == asker:
                    place.is_wanted = False
                    place.called.notify()
            self._changed.notify_all()

    def pids(self) -> list[int]:
        """The process numbers of the workers that are up."""
        with self._changed:
            return [worker.process.pid or 0 for worker in self._workers]

    def close(self) -> None:
        """Kill every worker; whoever waits for one gets NoAnswer. A closed pool stays closed."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
            for place in self._line:
                place.called.notify()
            workers = list(self._workers)
        for worker in workers:
            worker.process.kill()

    # Askers

    def _begin(self, job: SearchJob) -> tuple[_Worker, Future[Answer]]:
        """Wait for a worker and hand it the job."""
        while True:
            worker = self._take(job)
            try:
                future = worker.executor.submit(think, job)
            except RuntimeError:
                # Found dead (a broken executor is a RuntimeError too): it had no part in the job,
                # so this is no try.
                self._drop(worker)
                continue
            future.add_done_callback(partial(self._take_back, worker))
            return worker, future

    def _take(self, job: SearchJob) -> _Worker:
        place = _Place(job, threading.Condition(self._lock))
        with self._changed:
            self._ensure_keeper()
            self._line.append(place)
            self._hurry()
            try:
                while True:
                    if self._is_closed:
                        raise NoAnswer(Reason.UNAVAILABLE, "the pool is closed")
                    time_left = job.deadline - time.monotonic()
                    if time_left <= 0:
                        raise self._nobody_came()
                    if not place.is_wanted:
                        raise NoAnswer(Reason.LATE, "the game has gone another way")
                    if self._idle and self._line[0] is place:
                        return self._engage(self._idle.pop(), job)
                    place.called.wait(time_left)
            finally:
                self._line.remove(place)
                self._call_first()
                self._changed.notify()

    def _call_first(self) -> None:
        """Tell whoever is first in line that a worker is idle, if one is."""
        if self._idle and self._line:
            self._line[0].called.notify()

    def _engage(self, worker: _Worker, job: SearchJob) -> _Worker:
        """Give the worker its share of the time; the job is still first in line."""
        now = time.monotonic()
        share = min(job.think_seconds, self._share(now, skip=1))
        run = self._runs[worker] = _Run(job, now, math.inf)
        self._stop_at(worker, run, min(now + share, job.deadline - AIM_EARLY))
        return worker

    def _hurry(self) -> None:
        """Shorten the searches under way to what leaves those in line their share."""
        now = time.monotonic()
        if self._idle:
            return
        share = self._share(now)
        for worker, run in self._runs.items():
            self._stop_at(worker, run, min(run.stop, max(now, run.began + share)))

    def _share(self, now: float, skip: int = 0) -> float:
        waiting = list(self._line)[skip:]
        return fair_share(
            [place.job.deadline - AIM_EARLY - now for place in waiting],
            max(len(self._workers), 1),
            self._lost,
        )

    def _stop_at(self, worker: _Worker, run: _Run, moment: float) -> None:
        run.stop = moment
        worker.cancel.set(moment)

    def _nobody_came(self) -> NoAnswer:
        if self._workers:
            return NoAnswer(Reason.LATE, f"{len(self._line)} waited for {self.size} workers")
        return NoAnswer(Reason.UNAVAILABLE, f"no worker: {self._trouble}")

    # Where a worker goes next

    def _take_back(self, worker: _Worker, done: Future[Answer]) -> None:
        """The worker has answered, in time or late, or died over it."""
        if done.cancelled() or done.exception():
            self._drop(worker)
            return
        with self._changed:
            run = self._runs.pop(worker, None)
            if run is not None and run.stop < time.monotonic():
                lost = min(time.monotonic() - run.stop, MOST_LOST)
                self._lost += (lost - self._lost) / LOST_OVER
            if worker in self._workers:
                self._idle.append(worker)
                self._call_first()
                self._changed.notify_all()

    def _drop(self, worker: _Worker) -> None:
        """Count a worker out whose process has ended; the keeper starts another."""
        worker.executor.shutdown(wait=False)
        with self._changed:
            self._runs.pop(worker, None)
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
                give_up = {worker: run.stop + HANG_AFTER for worker, run in self._runs.items()}
                hung = [worker for worker, moment in give_up.items() if moment <= now]
                for worker in hung:
                    # From here on its late answer, should it come after all, is nobody's.
                    del self._runs[worker]
                    self._workers.discard(worker)
                is_short = len(self._workers) < self.size
                if not hung and not (is_short and self._next_start <= now):
                    moments = [*give_up.values(), *([self._next_start] if is_short else [])]
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
                self._call_first()
                self._changed.notify_all()
        if self._is_closed:
            worker.process.kill()
        threading.Thread(target=self._watch, args=(worker,), daemon=True).start()

    def _watch(self, worker: _Worker) -> None:
        """Notice a worker's death also while nobody asks anything of it."""
        multiprocessing.connection.wait([worker.process.sentinel])
        self._drop(worker)


_start_lock = threading.Lock()


def _start_worker() -> _Worker:
    """Fork a worker off the fork server, which is started if need be and has the engine loaded."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["game.engine.preload"])
    word = context.RawValue(ctypes.c_uint64, 0)
    executor = ProcessPoolExecutor(1, mp_context=context, initializer=begin, initargs=(word,))
    before = multiprocessing.active_children()
    started: list[BaseProcess] = []
    try:
        with _main_program_hidden():
            first_word = executor.submit(os.getpid)
            started = [child for child in multiprocessing.active_children() if child not in before]
        pid = first_word.result(START_WITHIN)
        process = next(child for child in started if child.pid == pid)
        return _Worker(executor, process, Cancel(word))
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
