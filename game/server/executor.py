"""An executor that works on a server's requests one at a time, so that all are done sooner.

The threads of a server share one interpreter, and on SQLite one write lock. When many work at once,
each takes both from those that are nearly done: a hundred tables then waited for seconds, while one
thread with a warm connection answered them all in a fifth of one (docs/decisions/0035). So there is
one slot to work in, or two where the database is another process to wait for. A request that waits
for the computer's move releases its slot and returns before new requests; a thread that is held up
by anything else loses its slot to another, so that nobody waits long for one slow request.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache, partial
from itertools import count
from queue import PriorityQueue
from typing import TypeVar

from django.conf import settings
from django.db import connections

from game.server.arrival import Arrival

STUCK_AFTER = 0.25
"""Seconds one request may hold a slot while others wait, before another thread gets one."""
MAX_IDLE = 16
"""Idle threads that are kept; others end, and close their database connections."""
T = TypeVar("T")
_RETURNING, _NEW = 0, 1
"""Priorities in the queue: requests that return go before new ones."""


@dataclass(eq=False)
class _Thread:
    """A thread of the executor: at work in a slot, waiting elsewhere, or idle until woken."""

    woken: threading.Event = field(default_factory=threading.Event)
    is_finished: bool = False


def _carry_out(work: Callable[[], T], done: Future[T]) -> None:
    try:
        result = work()
    except BaseException as error:  # noqa: BLE001
        done.set_exception(error)
    else:
        done.set_result(result)


class RequestExecutor:
    """Works on requests in threads of its own, in as many at a time as there are slots.

    Threads start when first needed, each with the database connection it opens; ``max_idle`` idle
    ones are kept. ``on_exit`` is called by a thread before it ends.
    """

    def __init__(
        self,
        slots: int = 1,
        stuck_after: float = STUCK_AFTER,
        max_idle: int = MAX_IDLE,
        on_exit: Callable[[], object] = connections.close_all,
    ) -> None:
        self._slots, self._stuck_after = slots, stuck_after
        self._max_idle, self._on_exit = max_idle, on_exit
        self._queue: PriorityQueue[tuple[int, int, Callable[[], None] | _Thread]] = PriorityQueue()
        self._numbers = count()
        self._lock = threading.Lock()
        self._working: dict[_Thread, float] = {}
        """Since when each has worked on its request (monotonic seconds); infinity without one."""
        self._idle: list[_Thread] = []
        self._local = threading.local()
        self._released: set[_Thread] = set()
        self._unprocessed: dict[int, datetime] = {}
        """By number, when each request arrived that may move and is not processed yet."""

    @property
    def stuck_after(self) -> float:
        """Seconds after which callers that wait call ``replace_stuck_threads``, repeatedly."""
        return self._stuck_after

    def submit(
        self, work: Callable[[], T], arrived: Arrival | None = None, *, may_move: bool = True
    ) -> Future[T]:
        """Queue ``work`` for the request that ``arrived``; return the future of its result.

        ``may_move``: whether it may make a move, so that flags wait for it.
        """
        done: Future[T] = Future()
        number = next(self._numbers)
        if arrived is not None and may_move:
            with self._lock:
                self._unprocessed[number] = arrived.moment
        self._queue.put((_NEW, number, partial(self._process, number, arrived, work, done)))
        with self._lock:
            if len(self._working) < self._slots:
                self._wake_another()
        return done

    def run(self, work: Callable[[], T]) -> T:
        """Do ``work`` in the executor and return its result; must not be called by ``work``."""
        done = self.submit(work)
        while True:
            try:
                done.exception(self._stuck_after)
            except TimeoutError:
                self.replace_stuck_threads()
            else:
                return done.result()

    def processed_until(self, now: datetime) -> datetime:
        """Return the latest moment, up to ``now``, before which every move has been processed.

        A move that arrived before a flag fell counts, however long it is queued: no flag may fall
        later than the arrival of the oldest request that is not processed yet.
        """
        with self._lock:
            return min([now, *self._unprocessed.values()])

    @property
    def waiting_threads(self) -> int:
        """How many threads have released their slot and wait for something else."""
        return len(self._released)

    def queue_delay(self) -> timedelta:
        """How long ago this thread's request arrived; zero if its arrival is not known."""
        arrived: Arrival | None = getattr(self._local, "arrived", None)
        if arrived is None:
            return timedelta()
        return timedelta(seconds=time.monotonic() - arrived.monotonic)

    def _process(
        self, number: int, arrived: Arrival | None, work: Callable[[], T], done: Future[T]
    ) -> None:
        self._local.number, self._local.arrived = number, arrived
        try:
            _carry_out(work, done)
        finally:
            self._mark_processed(number)

    def _mark_processed(self, number: int) -> None:
        with self._lock:
            self._unprocessed.pop(number, None)

    @contextmanager
    def slot_released(self) -> Iterator[None]:
        """Let others use this thread's slot meanwhile; does nothing outside of the executor."""
        thread: _Thread | None = getattr(self._local, "thread", None)
        if thread is None:
            yield
            return
        # No flag waits for the computer to finish thinking.
        self._mark_processed(self._local.number)
        with self._lock:
            self._released.add(thread)
            if self._working.pop(thread, None) is not None:
                self._wake_another()
        try:
            yield
        finally:
            self._released.discard(thread)
            self._queue.put((_RETURNING, next(self._numbers), thread))
            self._wait_for_slot(thread)
            self._working[thread] = time.monotonic()

    def _wake_another(self) -> None:
        """Give a slot to another thread, the one that was idle last if any. Lock held."""
        if self._idle:
            thread = self._idle.pop()
        else:
            thread = _Thread()
            threading.Thread(target=self._work, args=[thread], name="request", daemon=True).start()
        self._give_slot(thread)

    def _give_slot(self, thread: _Thread) -> None:
        """Lock held."""
        self._working[thread] = math.inf
        thread.woken.set()

    def replace_stuck_threads(self) -> None:
        """Give the slots of threads that have worked on one request for too long to others."""
        with self._lock:
            if self._queue.empty():
                return
            latest = time.monotonic() - self._stuck_after
            for thread in [it for it, since in self._working.items() if since < latest]:
                del self._working[thread]
                self._wake_another()

    @staticmethod
    def _wait_for_slot(thread: _Thread) -> None:
        thread.woken.wait()
        thread.woken.clear()

    def _work(self, thread: _Thread) -> None:
        """Run one thread of the executor until it is finished."""
        self._local.thread = thread
        while not thread.is_finished:
            self._wait_for_slot(thread)
            while self._keeps_slot(thread):
                _, _, entry = self._queue.get()
                if isinstance(entry, _Thread):
                    with self._lock:
                        del self._working[thread]
                        self._retire(thread)
                        self._give_slot(entry)
                    break
                self._working[thread] = time.monotonic()
                entry()
        self._on_exit()

    def _retire(self, thread: _Thread) -> None:
        """Keep a thread that lost its slot as idle, or let it end. Lock held."""
        if len(self._idle) < self._max_idle:
            self._idle.append(thread)
        else:
            thread.is_finished = True

    def _keeps_slot(self, thread: _Thread) -> bool:
        """Whether this thread still has its slot, for the next request in the queue."""
        with self._lock:
            if thread in self._working:
                self._working[thread] = math.inf
                return True
            self._retire(thread)
            return False


@cache
def request_executor() -> RequestExecutor:
    """Return the executor of this server process."""
    return RequestExecutor(settings.REQUEST_SLOTS)
