import math

import pytest

from game.engine.shares import MIN_SHARE, fair_share


def test_share_is_unlimited_when_nobody_is_waiting() -> None:
    assert fair_share([], workers=2) == math.inf


def test_every_waiter_gets_the_same_time() -> None:
    # Two are running and four are waiting: two more rounds in the 1.2 seconds that are left.
    assert fair_share([1.2] * 4, workers=2) == pytest.approx(0.4)


def test_the_shortest_deadline_decides() -> None:
    assert fair_share([3.0, 3.0, 0.5], workers=1) == pytest.approx(0.125)


def test_share_is_never_below_the_minimum() -> None:
    assert fair_share([0.5] * 10_000, workers=2) == MIN_SHARE
    assert fair_share([-1.0], workers=2) == MIN_SHARE


def test_share_stays_the_same_for_later_waiters() -> None:
    left, shares = [1.0] * 30, []
    while left:
        share = fair_share(left, workers=2)
        shares.append(share)
        left = [time - share for time in left[2:]]
    assert max(shares) == pytest.approx(min(shares))


def test_subtracts_the_overhead_between_searches() -> None:
    assert fair_share([1.2] * 4, workers=2, lost=0.02) == pytest.approx(0.38)
