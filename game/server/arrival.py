"""When a request arrived, by a clock that does not jump.

Time spent waiting in the server is not the player's: clocks, flags and deadlines count from the
moment a request came in, before any queue. And when the system clock is set an hour forward no hour
has passed, so within one process the time is that of its start plus what the monotonic clock shows.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone


@dataclass(frozen=True)
class Arrival:
    """One instant, for those who count in dates and those who count in seconds."""

    moment: datetime
    monotonic: float
    """``time.monotonic()`` seconds."""

    @classmethod
    def now(cls) -> Arrival:
        """This instant by the system's clock, for requests that no server of ours has stamped."""
        return cls(timezone.now(), time.monotonic())


class SteadyClock:
    """The system's time as of ``begins``, carried on by the monotonic clock."""

    def __init__(
        self,
        begins: datetime | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._monotonic = monotonic
        self.set_to(begins or timezone.now())

    def set_to(self, moment: datetime) -> None:
        """Have it be ``moment`` now; for the start, before anybody has asked."""
        self._began, self._begins = self._monotonic(), moment

    def now(self) -> datetime:
        """The time of this process; never goes back, never jumps."""
        return self.arrival().moment

    def arrival(self) -> Arrival:
        """The same as the instant at which something arrives."""
        monotonic = self._monotonic()
        return Arrival(self._begins + timedelta(seconds=monotonic - self._began), monotonic)
