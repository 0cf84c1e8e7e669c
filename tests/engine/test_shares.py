import math

import pytest

from game.engine.shares import MIN_SHARE, fair_share


def test_with_nobody_in_line_a_search_takes_as_long_as_it_likes() -> None:
    assert fair_share([], workers=2) == math.inf


def test_everyone_in_line_gets_the_same_time() -> None:
    # Two run now; four wait, so there are two more rounds in the 1.2 seconds that are left.
    assert fair_share([1.2] * 4, workers=2) == pytest.approx(0.4)


def test_the_shortest_deadline_decides() -> None:
    assert fair_share([3.0, 3.0, 0.5], workers=1) == pytest.approx(0.125)


def test_a_share_is_never_nothing() -> None:
    assert fair_share([0.5] * 10_000, workers=2) == MIN_SHARE
    assert fair_share([-1.0], workers=2) == MIN_SHARE


def test_taking_the_share_in_turn_leaves_it_the_same_for_those_who_follow() -> None:
    left, shares = [1.0] * 30, []
    while left:
        share = fair_share(left, workers=2)
        shares.append(share)
        left = [time - share for time in left[2:]]
    assert max(shares) == pytest.approx(min(shares))


def test_what_passes_between_two_searches_is_taken_off() -> None:
    assert fair_share([1.2] * 4, workers=2, lost=0.02) == pytest.approx(0.38)
