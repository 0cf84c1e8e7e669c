"""A desk at which a server works on its requests one by one, so that all are done sooner.

The threads of a server share one interpreter, and on SQLite one right to write. When many work at
once, each takes both from those that are nearly done: a hundred tables then waited for seconds,
while one thread that kept its connection warm answered them all in a fifth of one
(docs/decisions/0035). So one clerk sits at the desk, or two where the database is another process
to wait for. Who has to wait for the computer's move gets up (``away``) and comes back before those
who have not been served yet; and a clerk who is held up by anything else is relieved by another, so
that nobody waits long for one slow request.
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

PATIENCE = 0.25
"""Seconds that others wait for one request before a second clerk takes over."""
SPARE = 16
"""Clerks with nothing to do who stay; more go home, and take their database connections along."""
T = TypeVar("T")
_BACK, _NEW = 0, 1
"""Those who come back go before new requests."""


@dataclass(eq=False)
class _Clerk:
    """A thread that sits at the desk, or is away, or waits until it is called there."""

    called: threading.Event = field(default_factory=threading.Event)
    has_left: bool = False


def _carry_out(work: Callable[[], T], done: Future[T]) -> None:
    try:
        result = work()
    except BaseException as trouble:  # noqa: BLE001
        done.set_exception(trouble)
    else:
        done.set_result(result)


class Desk:
    """Works on what it is given in threads of its own, of which as many as there are seats work.

    The threads start when first needed, each with the database connection it opens; of those that
    have nothing to do ``spare`` stay. ``leave`` is the last that one of the others does.
    """

    def __init__(
        self,
        seats: int = 1,
        patience: float = PATIENCE,
        spare: int = SPARE,
        leave: Callable[[], object] = connections.close_all,
    ) -> None:
        self._seats, self._patience = seats, patience
        self._spare, self._leave = spare, leave
        self._line: PriorityQueue[tuple[int, int, Callable[[], None] | _Clerk]] = PriorityQueue()
        self._numbers = count()
        self._lock = threading.Lock()
        self._seated: dict[_Clerk, float] = {}
        """Since when each works on its order (monotonic seconds); infinity without one."""
        self._unneeded: list[_Clerk] = []
        self._mine = threading.local()
        self._away: set[_Clerk] = set()
        self._unserved: dict[int, datetime] = {}
        """When each request arrived that may move and waits or is worked on, by its number."""

    @property
    def patience(self) -> float:
        """Seconds after which whoever waits for an answer calls ``relieve``, again and again."""
        return self._patience

    def submit(
        self, work: Callable[[], T], arrived: Arrival | None = None, *, may_move: bool = True
    ) -> Future[T]:
        """Have ``work``, asked for by what ``arrived``, done at the desk; what it returns.

        ``may_move``: whether it may make a move, so that flags wait for it.
        """
        done: Future[T] = Future()
        number = next(self._numbers)
        if arrived is not None and may_move:
            with self._lock:
                self._unserved[number] = arrived.moment
        self._line.put((_NEW, number, partial(self._serve, number, arrived, work, done)))
        with self._lock:
            if len(self._seated) < self._seats:
                self._call_another()
        return done

    def serve(self, work: Callable[[], T]) -> T:
        """The same for a thread that waits; must not be called by ``work`` itself."""
        done = self.submit(work)
        while True:
            try:
                done.exception(self._patience)
            except TimeoutError:
                self.relieve()
            else:
                return done.result()

    def settled_until(self, now: datetime) -> datetime:
        """The latest moment, up to ``now``, of which every move that arrived has been worked on.

        A move that arrived before a flag fell counts, however long it has to wait here: no flag may
        fall later than the arrival of the oldest request that has not been worked on.
        """
        with self._lock:
            return min([now, *self._unserved.values()])

    @property
    def crowd(self) -> int:
        """How many threads are away from the desk, those left out that have nothing to do."""
        return len(self._away)

    def waited(self) -> timedelta:
        """How long ago this thread's request arrived; nothing if nobody noted it."""
        arrived: Arrival | None = getattr(self._mine, "arrived", None)
        if arrived is None:
            return timedelta()
        return timedelta(seconds=time.monotonic() - arrived.monotonic)

    def _serve(
        self, number: int, arrived: Arrival | None, work: Callable[[], T], done: Future[T]
    ) -> None:
        self._mine.number, self._mine.arrived = number, arrived
        try:
            _carry_out(work, done)
        finally:
            self._is_served(number)

    def _is_served(self, number: int) -> None:
        with self._lock:
            self._unserved.pop(number, None)

    @contextmanager
    def away(self) -> Iterator[None]:
        """Let others be served while this thread waits; does nothing in a thread of no desk."""
        clerk: _Clerk | None = getattr(self._mine, "clerk", None)
        if clerk is None:
            yield
            return
        # Nobody's flag waits for the computer to have thought.
        self._is_served(self._mine.number)
        with self._lock:
            self._away.add(clerk)
            if self._seated.pop(clerk, None) is not None:
                self._call_another()
        try:
            yield
        finally:
            self._away.discard(clerk)
            self._line.put((_BACK, next(self._numbers), clerk))
            self._wait_for_call(clerk)
            self._seated[clerk] = time.monotonic()

    def _call_another(self) -> None:
        """Seat another clerk, the one who left last if there is one. Lock held."""
        if self._unneeded:
            clerk = self._unneeded.pop()
        else:
            clerk = _Clerk()
            threading.Thread(target=self._sit, args=[clerk], name="desk", daemon=True).start()
        self._seat(clerk)

    def _seat(self, clerk: _Clerk) -> None:
        """Lock held."""
        self._seated[clerk] = math.inf
        clerk.called.set()

    def relieve(self) -> None:
        """Have the line go on without whoever has worked on one order for too long."""
        with self._lock:
            if self._line.empty():
                return
            latest = time.monotonic() - self._patience
            for clerk in [it for it, since in self._seated.items() if since < latest]:
                del self._seated[clerk]
                self._call_another()

    @staticmethod
    def _wait_for_call(clerk: _Clerk) -> None:
        clerk.called.wait()
        clerk.called.clear()

    def _sit(self, clerk: _Clerk) -> None:
        """What a clerk's thread does for as long as it is wanted."""
        self._mine.clerk = clerk
        while not clerk.has_left:
            self._wait_for_call(clerk)
            while self._is_needed(clerk):
                _, _, who = self._line.get()
                if isinstance(who, _Clerk):
                    with self._lock:
                        del self._seated[clerk]
                        self._put_by(clerk)
                        self._seat(who)
                    break
                self._seated[clerk] = time.monotonic()
                who()
        self._leave()

    def _put_by(self, clerk: _Clerk) -> None:
        """Keep a clerk who has nothing to do, or let them leave. Lock held."""
        if len(self._unneeded) < self._spare:
            self._unneeded.append(clerk)
        else:
            clerk.has_left = True

    def _is_needed(self, clerk: _Clerk) -> bool:
        """Whether this clerk is still at the desk, free for the next in line."""
        with self._lock:
            if clerk in self._seated:
                self._seated[clerk] = math.inf
                return True
            self._put_by(clerk)
            return False


@cache
def desk() -> Desk:
    """The one of this server process."""
    return Desk(settings.SEATS)
