"""Workers on other machines: any ``concurrent.futures`` executor, such as Dask's.

The same interface as ``game.engine.pool.WorkerPool``. Such an executor manages its own processes,
perhaps on machines with other clocks, so a job carries how long it may take.
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
from game.engine.job import DEADLINE_MARGIN, NoAnswer, Reason, SearchJob, answer_job
from game.engine.limits import OutOfTime, SearchResult
from game.engine.shares import MIN_SHARE

logger = logging.getLogger("crownhead")

TRANSIT_TIME = 0.05
"""Seconds that a job and its answer may spend between machines."""
RETRY_INTERVAL = 5.0
"""Seconds between attempts to connect, and between counts of the processes."""


@dataclass(frozen=True)
class RemoteExecutor:
    """A connected executor."""

    executor: Executor
    workers: Callable[[], int]
    """The current number of processes; may be slow, and fails when disconnected."""
    disconnect: Callable[[], object]
    """Ends the connection."""


_engine_lock = threading.Lock()
"""A process has one engine, and an executor may run several jobs in one process at once."""


def search_remotely(job: SearchJob, seconds: float) -> SearchResult | NoAnswer:
    """Search for ``seconds`` at most, by this process's own clock."""
    job = dataclasses.replace(job, deadline=time.monotonic() + seconds)
    with _engine_lock:
        if compiled.loaded() is None and compiled.is_ready():
            compiled.load()
        try:
            return answer_job(job)
        except OutOfTime:
            return NoAnswer(Reason.LATE, "the time ran out before depth 1 was complete")


def load_engine() -> bool:
    """Load the compiled engine, compiling it if need be; return whether it is there."""
    with _engine_lock:
        if compiled.is_installed():
            compiled.load()
    return compiled.loaded() is not None


@dataclass(eq=False)
class _Request:
    """A job without an answer yet."""

    asker: str
    seconds: float
    """How long the search may take."""
    latest_end: float
    """When it ends at the latest, if it started at once."""
    future: Future[SearchResult | NoAnswer] | None = None


class RemotePool:
    """Sends jobs to an executor, to which it connects, and reconnects, in the background."""

    def __init__(self, connect: Callable[[], RemoteExecutor]) -> None:
        self._connect = connect
        self._lock = threading.Lock()
        """Guards every field below."""
        self._remote: RemoteExecutor | None = None
        self._workers = 1
        self._supervisor: threading.Thread | None = None
        self._pending: set[_Request] = set()
        self._abandoned: set[_Request] = set()
        """Nobody is waiting for these, but searches that have started still take their time."""
        self._closed = threading.Event()

    def warm(self) -> None:
        """Start to connect in the background."""
        with self._lock:
            if self._supervisor is None and not self._closed.is_set():
                self._supervisor = threading.Thread(target=self._supervise, daemon=True)
                self._supervisor.start()

    def answer(self, job: SearchJob) -> SearchResult:
        """Run ``job`` and return its result, by the job's deadline at the latest.

        If its process dies the answer is lost: a retry by the executor would come too late. Raises
        NoAnswer.
        """
        executor, request = self._open_request(job)
        try:
            request.future = executor.submit(search_remotely, job, request.seconds)
            answer = request.future.result(max(0.0, job.deadline - time.monotonic()))
        except TimeoutError:
            if request.future is not None:
                request.future.cancel()
            raise NoAnswer(Reason.LATE, "no answer from the remote executor in time") from None
        except CancelledError:
            raise NoAnswer(Reason.LATE, "the game has moved on") from None
        except Exception as failure:
            # A remote failure may arrive as any exception at all.
            raise NoAnswer(Reason.BROKEN, f"the remote search failed with {failure!r}") from failure
        finally:
            with self._lock:
                self._pending.discard(request)
                if request.future is not None and request.future.cancelled():
                    self._abandoned.add(request)
        if isinstance(answer, NoAnswer):
            raise answer
        return answer

    def stop(self, asker: str) -> None:
        """Stop waiting for all jobs of ``asker``."""
        with self._lock:
            cancelled = [request for request in self._pending if request.asker == asker]
        for request in cancelled:
            if request.future is not None:
                request.future.cancel()

    def close(self) -> None:
        """Disconnect; later callers get NoAnswer."""
        self._closed.set()
        self._disconnect()

    def _open_request(self, job: SearchJob) -> tuple[Executor, _Request]:
        self.warm()
        with self._lock:
            if self._remote is None:
                raise NoAnswer(Reason.UNAVAILABLE, "not connected to the remote executor")
            seconds = self._share(job)
            request = _Request(job.asker, seconds, time.monotonic() + seconds)
            self._pending.add(request)
            return self._remote.executor, request

    def _share(self, job: SearchJob) -> float:
        """Return the seconds for a job: all it may take if a process is free, else a third of the
        rest.

        A remote search cannot be shortened once it runs, so some time must be left for later
        callers, and for an executor that gives one process more work than another.
        """
        now = time.monotonic()
        seconds_left = job.deadline - now - TRANSIT_TIME
        self._abandoned = {request for request in self._abandoned if request.latest_end > now}
        queued = [request.seconds for request in self._pending]
        queued += [request.latest_end - now for request in self._abandoned]
        if len(queued) >= self._workers:
            seconds_left = (seconds_left - sum(queued) / self._workers) / 3
        return max(
            min(seconds_left, job.think_seconds + DEADLINE_MARGIN), MIN_SHARE + DEADLINE_MARGIN
        )

    def _supervise(self) -> None:
        while not self._closed.is_set():
            try:
                if self._remote is None:
                    self._use(self._connect())
                self._count_workers()
            except Exception as failure:  # noqa: BLE001
                logger.warning("The remote executor cannot be reached: %r", failure)
                self._disconnect()
            self._closed.wait(RETRY_INTERVAL)
        self._disconnect()

    def _use(self, remote: RemoteExecutor) -> None:
        for _ in range(max(remote.workers(), 1)):
            remote.executor.submit(load_engine)
        with self._lock:
            self._remote = remote

    def _count_workers(self) -> None:
        remote = self._remote
        if remote is not None:
            self._workers = max(remote.workers(), 1)

    def _disconnect(self) -> None:
        with self._lock:
            remote, self._remote = self._remote, None
        if remote is not None:
            with contextlib.suppress(Exception):
                remote.disconnect()


def dask_pool(address: str) -> RemotePool:
    """Return a pool of the workers of a Dask scheduler at ``host:port``.

    Each worker must have this project installed.
    """

    def connect() -> RemoteExecutor:
        from distributed import Client

        client = Client(f"tcp://{address}", timeout=RETRY_INTERVAL, set_as_default=False)
        executor = client.get_executor(retries=0)
        return RemoteExecutor(executor, lambda: len(client.nthreads()), client.close)

    return RemotePool(connect)
