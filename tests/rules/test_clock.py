"""Clocks, computed from instants to the millisecond."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.notation import parse_fen
from game.rules import VARIANTS, Side
from game.rules.clock import DAY, MINUTE, SECOND, Clock, TimeControl, can_win_on_time

FIVE_THREE = TimeControl(5 * MINUTE, 3 * SECOND)
BLACK, WHITE = Side.BLACK, Side.WHITE


def after(control: TimeControl, *instants: int) -> Clock:
    """Return the clock after moves at these instants, Black's first."""
    clock = control.new_clock()
    for plies, now in enumerate(instants, start=1):
        clock = clock.after_move(BLACK if plies % 2 else WHITE, plies, now)
    return clock


def test_no_time_runs_before_both_sides_have_moved() -> None:
    clock = after(FIVE_THREE, 90 * SECOND)
    assert clock.runs is None
    assert clock.remaining(WHITE, 10 * MINUTE) == 5 * MINUTE
    assert clock.flag(DAY) is None
    assert after(FIVE_THREE, 0, 60 * SECOND).runs is BLACK


def test_only_the_mover_spends_time_and_the_increment_comes_after_the_move() -> None:
    clock = after(FIVE_THREE, 0, 1000)
    assert clock.remaining(BLACK, 11_000) == 5 * MINUTE - 10 * SECOND
    assert clock.remaining(WHITE, 11_000) == 5 * MINUTE
    moved = clock.after_move(BLACK, 3, 11_000)
    assert moved.remaining(BLACK, 60_000) == 5 * MINUTE - 7 * SECOND
    assert moved.runs is WHITE


def test_flag_falls_at_the_exact_millisecond() -> None:
    clock = after(FIVE_THREE, 0, 1000)
    falls = clock.flag_falls_at()
    assert falls == 1000 + 5 * MINUTE
    assert clock.flag(falls - 1) is None
    assert clock.flag(falls) is BLACK
    assert clock.remaining(BLACK, falls + DAY) == 0


def test_every_move_gets_the_full_time_per_move() -> None:
    clock = after(TimeControl(3 * DAY, is_per_move=True), 0, DAY, 3 * DAY)
    assert clock.remaining(BLACK, 3 * DAY) == 3 * DAY
    assert clock.remaining(WHITE, 4 * DAY) == 2 * DAY
    assert clock.flag(6 * DAY) is WHITE


def test_takeback_gives_no_time_back() -> None:
    clock = after(FIVE_THREE, 0, 1000, 31_000).taken_back(BLACK, 2, 41_000)
    assert clock.runs is BLACK
    assert clock.remaining(BLACK, 41_000) == 5 * MINUTE - 27 * SECOND
    assert clock.remaining(WHITE, 41_000) == 5 * MINUTE - 10 * SECOND


@pytest.mark.parametrize("plies", [0, 1])
def test_takeback_to_before_both_sides_have_moved_stops_the_clock(plies: int) -> None:
    clock = after(FIVE_THREE, 0, 1000, 31_000).taken_back(BLACK, plies, 41_000)
    assert clock.runs is None


def test_clock_stops_when_the_game_is_over() -> None:
    clock = after(FIVE_THREE, 0, 1000).stopped(5000)
    assert [clock.remaining(side, DAY) for side in Side] == [5 * MINUTE - 4000, 5 * MINUTE]
    assert clock.flag(DAY) is None


def test_no_time_is_spent_when_a_machines_clock_is_behind() -> None:
    clock = after(FIVE_THREE, 0, 1000)
    assert clock.remaining(BLACK, 400) == 5 * MINUTE


@given(st.lists(st.integers(0, 20_000), min_size=2, max_size=60), st.integers(0, 10_000))
def test_time_left_is_base_minus_time_spent_plus_increments(
    thinking: list[int], increment: int
) -> None:
    control = TimeControl(60 * MINUTE, increment)
    instants = [sum(thinking[: at + 1]) for at in range(len(thinking))]
    clock = after(control, *instants)
    for side in Side:
        own = thinking[2 + side :: 2]  # first moves cost nothing and earn nothing
        expected = control.base - sum(own) + increment * len(own)
        assert clock.left[side] == expected


@pytest.mark.parametrize("broken", [(0, 0, False), (-1, 0, False), (1, -1, False), (DAY, 1, True)])
def test_refuses_impossible_time_controls(broken: tuple[int, int, bool]) -> None:
    with pytest.raises(ValueError, match=r"time|ms"):
        TimeControl(*broken)


@pytest.mark.parametrize(
    ("fen", "is_win"),
    [
        ("W:WK1:BK32", False),
        ("W:WK1:BK32,20,21", False),
        ("W:WK1:B20,21", True),
        ("W:W21:BK32,K31", True),
        ("W:WK1,K2:BK32,K31,K30", True),
    ],
)
def test_lone_king_does_not_win_on_time_against_a_king(fen: str, is_win: bool) -> None:
    assert can_win_on_time(parse_fen(fen, VARIANTS["brazilian"]), WHITE) is is_win
