"""A desk at which a server works on its requests one at a time, so that all are done sooner.

The threads of a server share one interpreter, and on SQLite one right to write. When many work at
once, each takes both from those that are nearly done: a hundred tables then waited for seconds,
while one thread that kept its connection warm answered them all in a fifth of one
(docs/decisions/0035). So one clerk sits at the desk. Who has to wait for the computer's move gets
up (``away``) and comes back before those who have not been served yet; and a clerk who is held up
by anything else is relieved by another, so that nobody waits long for one slow request.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from queue import PriorityQueue
from typing import TypeVar

PATIENCE = 0.25
"""Seconds that others wait for one request before a second clerk takes over."""
T = TypeVar("T")
_BACK, _NEW = 0, 1
"""Those who come back go before new requests."""


@dataclass(eq=False)
class _Clerk:
    """A thread that sits at the desk, or is away, or waits until it is called there."""

    called: threading.Event = field(default_factory=threading.Event)


def _carry_out(work: Callable[[], T], done: Future[T]) -> None:
    try:
        result = work()
    except BaseException as trouble:  # noqa: BLE001
        done.set_exception(trouble)
    else:
        done.set_result(result)


class Desk:
    """Works on what it is given in threads of its own, of which one at a time is at the desk.

    The threads start when first needed and stay, each with the database connection it has opened.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._line: PriorityQueue[tuple[int, int, Callable[[], None] | _Clerk]] = PriorityQueue()
        self._numbers = count()
        self._lock = threading.Lock()
        self._at_desk: _Clerk | None = None
        self._busy_since = math.inf
        """When the clerk at the desk took its order (monotonic seconds); infinity without one."""
        self._unneeded: list[_Clerk] = []
        self._mine = threading.local()

    def serve(self, work: Callable[[], T]) -> T:
        """What ``work`` returns, or raises, at the desk; must not be called by ``work`` itself."""
        done: Future[T] = Future()
        self._stand_in_line(_NEW, partial(_carry_out, work, done))
        with self._lock:
            if self._at_desk is None:
                self._call_another()
        while True:
            try:
                done.exception(self._patience)
            except TimeoutError:
                self._relieve()
            else:
                return done.result()

    @contextmanager
    def away(self) -> Iterator[None]:
        """Let others be served while this thread waits; does nothing in a thread of no desk."""
        clerk: _Clerk | None = getattr(self._mine, "clerk", None)
        if clerk is None:
            yield
            return
        with self._lock:
            if self._at_desk is clerk:
                self._call_another()
        try:
            yield
        finally:
            self._stand_in_line(_BACK, clerk)
            self._wait_for_call(clerk)
            self._busy_since = time.monotonic()

    def _stand_in_line(self, rank: int, who: Callable[[], None] | _Clerk) -> None:
        self._line.put((rank, next(self._numbers), who))

    def _call_another(self) -> None:
        """Put another clerk at the desk, the one who left last if there is one. Lock held."""
        if self._unneeded:
            clerk = self._unneeded.pop()
        else:
            clerk = _Clerk()
            threading.Thread(target=self._sit, args=[clerk], name="desk", daemon=True).start()
        self._seat(clerk)

    def _seat(self, clerk: _Clerk) -> None:
        """Lock held."""
        self._at_desk, self._busy_since = clerk, math.inf
        clerk.called.set()

    def _relieve(self) -> None:
        """Have the line go on without the clerk at the desk, if it has worked for too long."""
        with self._lock:
            is_held_up = time.monotonic() - self._busy_since > self._patience
            if is_held_up and not self._line.empty():
                self._call_another()

    @staticmethod
    def _wait_for_call(clerk: _Clerk) -> None:
        clerk.called.wait()
        clerk.called.clear()

    def _sit(self, clerk: _Clerk) -> None:
        """What a clerk's thread does, for ever."""
        self._mine.clerk = clerk
        while True:
            self._wait_for_call(clerk)
            while self._is_needed(clerk):
                _, _, who = self._line.get()
                if isinstance(who, _Clerk):
                    with self._lock:
                        self._unneeded.append(clerk)
                        self._seat(who)
                    break
                self._busy_since = time.monotonic()
                who()

    def _is_needed(self, clerk: _Clerk) -> bool:
        """Whether this clerk is still at the desk, free for the next in line."""
        with self._lock:
            if self._at_desk is clerk:
                self._busy_since = math.inf
                return True
            self._unneeded.append(clerk)
            return False


desk = Desk()
"""The one of this server process."""
