"""The computer's processes elsewhere: any ``concurrent.futures`` executor, such as Dask's.

The same face as ``game.engine.pool.WorkerPool``. Such an executor keeps its own processes, on other
machines perhaps, whose clocks say something else: a job carries how long it may take.
"""

from __future__ import annotations

import contextlib
import dataclasses
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from dataclasses import dataclass

from game.engine import compiled
from game.engine.job import AIM_EARLY, NoAnswer, Reason, SearchJob, solve
from game.engine.limits import OutOfTime, SearchResult
from game.engine.shares import LEAST

logger = logging.getLogger("crownhead")

ON_THE_WAY = 0.05
"""Seconds that a question and its answer may spend between machines."""
LOOK_AGAIN = 5.0
"""Seconds between two tries to reach an executor, and between two counts of its processes."""


@dataclass(frozen=True)
class Elsewhere:
    """An executor that was reached."""

    executor: Executor
    workers: Callable[[], int]
    """How many processes it has just now; may take long, and fails when it cannot be reached."""
    leave: Callable[[], object]
    """Ends the connection."""


_turn = threading.Lock()
"""A process has one engine, and an executor may run several jobs in one process at once."""


def think_elsewhere(job: SearchJob, seconds: float) -> SearchResult | NoAnswer:
    """Search for ``seconds`` at most, by this process's own clock."""
    job = dataclasses.replace(job, deadline=time.monotonic() + seconds)
    with _turn:
        if compiled.loaded() is None and compiled.is_ready():
            compiled.load()
        try:
            return solve(job)
        except OutOfTime:
            return NoAnswer(Reason.LATE, "the time was over before one ply was searched")


def load_engine() -> bool:
    """Have the compiled engine in this process, compiling it if need be; whether it is there."""
    with _turn:
        if compiled.is_installed():
            compiled.load()
    return compiled.loaded() is not None


@dataclass(eq=False)
class _Question:
    """One that has no answer yet."""

    asker: str
    seconds: float
    """How long the search may take."""
    until: float
    """When it is over at the latest, if it has begun at once."""
    future: Future[SearchResult | NoAnswer] | None = None


class RemotePool:
    """Asks an executor, and connects to it in the background, again if it has to be."""

    def __init__(self, connect: Callable[[], Elsewhere]) -> None:
        self._connect = connect
        self._lock = threading.Lock()
        """Guards every field below."""
        self._elsewhere: Elsewhere | None = None
        self._workers = 1
        self._keeper: threading.Thread | None = None
        self._asked: set[_Question] = set()
        self._given_up: set[_Question] = set()
        """Nobody waits for these, but what has begun elsewhere takes its time all the same."""
        self._closed = threading.Event()

    def warm(self) -> None:
        """Begin to connect, without waiting for it."""
        with self._lock:
            if self._keeper is None and not self._closed.is_set():
                self._keeper = threading.Thread(target=self._keep, daemon=True)
                self._keeper.start()

    def answer(self, job: SearchJob) -> SearchResult:
        """Have ``job`` searched and return its result, by the job's deadline at the latest.

        A process that is lost over it costs the answer: what the executor tries again would come
        too late. Raises NoAnswer.
        """
        executor, question = self._take_place(job)
        try:
            question.future = executor.submit(think_elsewhere, job, question.seconds)
            answer = question.future.result(max(0.0, job.deadline - time.monotonic()))
        except TimeoutError:
            if question.future is not None:
                question.future.cancel()
            raise NoAnswer(Reason.LATE, "no answer from elsewhere in time") from None
        except CancelledError:
            raise NoAnswer(Reason.LATE, "the game has gone another way") from None
        except Exception as failure:
            # Whatever went wrong elsewhere may arrive as any error at all.
            raise NoAnswer(Reason.BROKEN, f"it failed elsewhere with {failure!r}") from failure
        finally:
            with self._lock:
                self._asked.discard(question)
                if question.future is not None and question.future.cancelled():
                    self._given_up.add(question)
        if isinstance(answer, NoAnswer):
            raise answer
        return answer

    def stop(self, asker: str) -> None:
        """Wait no longer for anything that ``asker`` wanted."""
        with self._lock:
            unwanted = [question for question in self._asked if question.asker == asker]
        for question in unwanted:
            if question.future is not None:
                question.future.cancel()

    def close(self) -> None:
        """Leave the executor; whoever asks from now on gets NoAnswer."""
        self._closed.set()
        self._leave()

    def _take_place(self, job: SearchJob) -> tuple[Executor, _Question]:
        self.warm()
        with self._lock:
            if self._elsewhere is None:
                raise NoAnswer(Reason.UNAVAILABLE, "not connected to where the computer thinks")
            seconds = self._share(job)
            question = _Question(job.asker, seconds, time.monotonic() + seconds)
            self._asked.add(question)
            return self._elsewhere.executor, question

    def _share(self, job: SearchJob) -> float:
        """Seconds for a job: all it may take if a process is free, else a third of what is left.

        A search elsewhere cannot be shortened once it runs, so something has to be left for whoever
        asks next, and for an executor that gives one process more to do than another.
        """
        now = time.monotonic()
        left = job.deadline - now - ON_THE_WAY
        self._given_up = {question for question in self._given_up if question.until > now}
        ahead = [question.seconds for question in self._asked]
        ahead += [question.until - now for question in self._given_up]
        if len(ahead) >= self._workers:
            left = (left - sum(ahead) / self._workers) / 3
        return max(min(left, job.think_seconds + AIM_EARLY), LEAST + AIM_EARLY)

    def _keep(self) -> None:
        while not self._closed.is_set():
            try:
                if self._elsewhere is None:
                    self._enter(self._connect())
                self._count_workers()
            except Exception as failure:  # noqa: BLE001
                logger.warning("The computer cannot be reached where it thinks: %r", failure)
                self._leave()
            self._closed.wait(LOOK_AGAIN)
        self._leave()

    def _enter(self, elsewhere: Elsewhere) -> None:
        for _ in range(max(elsewhere.workers(), 1)):
            elsewhere.executor.submit(load_engine)
        with self._lock:
            self._elsewhere = elsewhere

    def _count_workers(self) -> None:
        elsewhere = self._elsewhere
        if elsewhere is not None:
            self._workers = max(elsewhere.workers(), 1)

    def _leave(self) -> None:
        with self._lock:
            elsewhere, self._elsewhere = self._elsewhere, None
        if elsewhere is not None:
            with contextlib.suppress(Exception):
                elsewhere.leave()


def dask_pool(address: str) -> RemotePool:
    """A pool of the workers of a Dask scheduler at ``host:port``; each must have this project."""

    def connect() -> Elsewhere:
        from distributed import Client

        client = Client(f"tcp://{address}", timeout=LOOK_AGAIN, set_as_default=False)
        executor = client.get_executor(retries=0)
        return Elsewhere(executor, lambda: len(client.nthreads()), client.close)

    return RemotePool(connect)
