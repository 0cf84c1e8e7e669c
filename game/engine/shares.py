"""Fair shares of search time when several callers wait for a worker."""

from __future__ import annotations

import math
from collections.abc import Sequence

MIN_SHARE = 0.003
"""Seconds every search gets, however many wait: a few plies are far better than none."""


def fair_share(time_left: Sequence[float], workers: int, lost: float = 0.0) -> float:
    """Return the seconds each search may take so that every waiter is answered in time.

    ``time_left`` holds, for each waiter in order, the time until its search must have ended. The
    k-th can start once the searches in progress and ceil(k / workers) - 1 further rounds are done.
    ``lost`` is the overhead between two searches of a worker. Infinite if nobody is waiting.
    """
    shares = (
        seconds / (math.ceil(place / workers) + 1)
        for place, seconds in enumerate(time_left, start=1)
    )
    return max(min(shares, default=math.inf) - lost, MIN_SHARE)
