"""How long a search may run when others wait: as long as leaves everyone the same time."""

from __future__ import annotations

import math
from collections.abc import Sequence

MIN_SHARE = 0.003
"""Seconds that a search gets however many wait: a few plies, still far better than none."""


def fair_share(time_left: Sequence[float], workers: int, lost: float = 0.0) -> float:
    """Seconds each search may take so that everyone in line is answered in time.

    ``time_left`` is what each of those waiting has until the latest moment its search may end,
    first in line first. The k-th of them begins when those that run and ceil(k / workers) - 1
    rounds of others are done. ``lost`` is what passes between two searches of a worker. Infinite if
    nobody waits.
    """
    shares = (
        seconds / (math.ceil(place / workers) + 1)
        for place, seconds in enumerate(time_left, start=1)
    )
    return max(min(shares, default=math.inf) - lost, MIN_SHARE)
