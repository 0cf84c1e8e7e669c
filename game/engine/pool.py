"""The computer's processes: searches run here, never in a thread that serves pages.

Each worker has a pipe of its own, so that losing one costs one answer and nobody else's. A keeper
thread starts workers and takes back the late ones; those who ask never wait for either, only for
their own deadline. Why this and not ``concurrent.futures``: docs/decisions/0010.
"""

from __future__ import annotations

import atexit
import multiprocessing
import sys
import threading
import time
from collections import deque
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import ModuleType

from game.engine.job import NoAnswer, Reason, SearchJob
from game.engine.limits import SearchResult
from game.engine.worker import serve

HANG_AFTER = 0.5
"""Seconds past its deadline after which a worker that says nothing is killed."""
START_WITHIN = 20.0
"""Seconds a new worker has for its first word."""
LONGEST_PAUSE = 5.0
"""Seconds between two tries, at most, while workers keep failing to start."""
_GLANCE = 0.05
"""Seconds after which the keeper, while it listens, looks at what else there is to do."""

_start_lock = threading.Lock()


@dataclass(eq=False)
class _Worker:
    """A process and the pipe to it; held by one thread at a time, an asker or the keeper."""

    process: BaseProcess
    connection: Connection
    is_ready: bool = False
    """Whether it has said its first word."""


class _WorkerLost(Exception):
    """The worker's end of the pipe is closed."""

    def __init__(self, had_the_job: bool) -> None:
        super().__init__(had_the_job)
        self.had_the_job = had_the_job


class WorkerPool:
    """A fixed number of worker processes, started when first needed, for any number of threads.

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
        self._awaited: dict[_Worker, float] = {}
        """New and late workers, with the moment each is given up."""
        self._keeper: threading.Thread | None = None
        self._is_closed = False
        self._failed_starts = 0
        self._next_start = 0.0
        self._trouble = "none is up yet"

    def warm(self) -> None:
        """Start the workers now, without waiting for them, so that the first job need not."""
        with self._changed:
            self._ensure_keeper()

    def answer(self, job: SearchJob) -> SearchResult:
        """Have ``job`` searched and return its result, by the job's deadline at the latest.

        Waiting for a free worker counts. A worker that dies over the job is replaced, and the job
        is given to another once. Raises NoAnswer.
        """
        has_been_lost = False
        while True:
            worker = self._take(job.deadline)
            try:
                return self._ask(worker, job)
            except _WorkerLost as loss:
                # One found dead had no part in it; one that died thinking may do so every time.
                if loss.had_the_job and has_been_lost:
                    raise NoAnswer(Reason.BROKEN, "two workers died over it") from loss
                has_been_lost = has_been_lost or loss.had_the_job

    def pids(self) -> list[int]:
        """The process numbers of the workers that are up."""
        with self._changed:
            return [worker.process.pid or 0 for worker in self._workers if worker.is_ready]

    def close(self) -> None:
        """Kill every worker; whoever waits for one gets NoAnswer. A closed pool stays closed."""
        atexit.unregister(self.close)
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        if self._keeper:
            self._keeper.join(1)
        with self._changed:
            workers = list(self._workers)
            for idle in self._idle:
                idle.connection.close()
            self._idle.clear()
        for worker in workers:
            if worker.process.is_alive():
                worker.process.kill()
        for worker in workers:
            worker.process.join(1)

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
        if any(worker.is_ready for worker in self._workers):
            return NoAnswer(Reason.LATE, f"{len(self._line)} waited for {self.size} workers")
        return NoAnswer(Reason.UNAVAILABLE, f"no worker: {self._trouble}")

    def _ask(self, worker: _Worker, job: SearchJob) -> SearchResult:
        had_the_job = False
        has_answered = False
        try:
            worker.connection.send(job)
            had_the_job = True
            if not worker.connection.poll(max(0.0, job.deadline - time.monotonic())):
                raise NoAnswer(Reason.LATE, f"worker {worker.process.pid} is still at it")
            answer: SearchResult | NoAnswer = worker.connection.recv()
            has_answered = True
        except (EOFError, OSError) as closed:
            self._drop(worker)
            raise _WorkerLost(had_the_job) from closed
        finally:
            if has_answered:
                self._release(worker)
            else:
                self._await(worker, job.deadline + HANG_AFTER)
        if isinstance(answer, NoAnswer):
            raise answer
        return answer

    # Where a worker goes next

    def _release(self, worker: _Worker) -> None:
        with self._changed:
            self._awaited.pop(worker, None)
            self._idle.append(worker)
            self._changed.notify_all()

    def _await(self, worker: _Worker, give_up: float) -> None:
        with self._changed:
            if worker in self._workers:
                self._awaited[worker] = give_up
                self._changed.notify_all()

    def _drop(self, worker: _Worker) -> None:
        """Count the worker out; without its pipe it ends, if it has not yet."""
        worker.connection.close()
        with self._changed:
            self._awaited.pop(worker, None)
            self._workers.discard(worker)
            if not worker.is_ready:
                self._note_failed_start("the last one died before its first word")
            self._changed.notify_all()

    def _note_failed_start(self, trouble: str) -> None:
        self._trouble = trouble
        self._failed_starts += 1
        pause = min(LONGEST_PAUSE, 0.05 * 2**self._failed_starts)
        self._next_start = time.monotonic() + pause

    # The keeper

    def _ensure_keeper(self) -> None:
        if self._keeper is not None or self._is_closed:
            return
        keeper = threading.Thread(target=self._keep, name="crownhead-pool-keeper", daemon=True)
        try:
            keeper.start()
        except RuntimeError as failure:  # out of threads: whoever asks next tries again
            self._trouble = f"no keeper, {failure}"
            return
        self._keeper = keeper
        # Else the interpreter would wait at its end for a worker that hangs.
        atexit.register(self.close)

    def _keep(self) -> None:
        while self._has_work():
            if self._start_is_due():
                self._start()
            self._listen()

    def _has_work(self) -> bool:
        """Wait until there is something to do; False once the pool is closed."""
        with self._changed:
            while not self._is_closed:
                if self._awaited:
                    return True
                is_short = len(self._workers) < self.size
                pause = self._next_start - time.monotonic()
                if is_short and pause <= 0:
                    return True
                self._changed.wait(pause if is_short else None)
            return False

    def _start_is_due(self) -> bool:
        with self._changed:
            return len(self._workers) < self.size and time.monotonic() >= self._next_start

    def _start(self) -> None:
        try:
            worker = _start_worker()
        except Exception as failure:  # noqa: BLE001
            # Out of processes, memory or descriptors, a platform without forkserver: whatever it
            # is, the keeper must live to try again, and askers have their quick move.
            with self._changed:
                self._note_failed_start(f"the last one could not start, {failure!r}")
            return
        with self._changed:
            self._workers.add(worker)
            self._awaited[worker] = time.monotonic() + START_WITHIN

    def _listen(self) -> None:
        """Hear the awaited workers, take back those that speak and give up those that do not."""
        with self._changed:
            awaited = dict(self._awaited)
        if not awaited:
            return
        speaking = wait([worker.connection for worker in awaited], _GLANCE)
        for worker, give_up in awaited.items():
            if worker.connection in speaking:
                self._take_back(worker)
            elif time.monotonic() >= give_up:
                worker.process.kill()
                self._drop(worker)

    def _take_back(self, worker: _Worker) -> None:
        try:
            worker.connection.recv()
        except (EOFError, OSError):
            self._drop(worker)
            return
        with self._changed:
            worker.is_ready = True
            self._failed_starts = 0
        self._release(worker)


def _start_worker() -> _Worker:
    """Fork a worker off the fork server, which is started if need be and has the engine loaded."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["game.engine.worker"])
    ours, theirs = context.Pipe()
    process = context.Process(target=serve, args=(theirs,), name="crownhead-computer", daemon=True)
    with theirs, _start_lock:
        # A new process first runs the program that started its parent, unless it cannot tell
        # which that was. A worker needs none of it: not Django, not a test run, not a server.
        program = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            process.start()
        finally:
            sys.modules["__main__"] = program
    return _Worker(process, ours)
