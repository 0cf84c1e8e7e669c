"""How long a HUB level lets the engine think."""

import random

import pytest

from game.notation.hub import parse_hub_line
from game.programs.allowance import Allowance, read_allowance


def allowance(text: str) -> Allowance:
    return read_allowance(parse_hub_line(f"level {text}").arguments)


def test_limits_of_different_kinds_hold_together() -> None:
    read = allowance("depth=5 nodes=1000 move-time=2")
    assert (read.depth, read.nodes) == (5, 1000)
    assert read.longest is not None
    assert 1.9 < read.longest < 2


def test_infinite_is_no_limit_at_all() -> None:
    assert allowance("infinite") == Allowance()


def test_a_depth_beyond_all_patience_is_the_deepest_there_is() -> None:
    assert allowance("depth=1000000").depth == 99


@pytest.mark.parametrize(
    "text",
    [
        "",
        "depth=0",
        "depth=-1",
        "depth=x",
        "depth=",
        "nodes=1.5",
        "move-time=abc",
        "move-time=-1",
        "move-time=nan",
        "time=inf",
        "time=10 inc=-1",
        "time=10 moves=0",
        "nodes=99999999999999999999999",
    ],
)
def test_a_level_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        allowance(text)


@pytest.mark.parametrize("inc", [0.0, 0.1, 2.0])
@pytest.mark.parametrize("moves", [None, 1, 2, 15, 40])
def test_a_clock_never_runs_out_though_every_move_takes_all_that_it_may(
    inc: float, moves: int | None
) -> None:
    chance = random.Random(5)
    for start in (0.05, 1.0, 10.0, 300.0):
        left = start
        to_go = moves or 200
        while to_go > 0:
            left += inc
            text = f"time={left} inc={inc}" + (f" moves={to_go}" if moves else "")
            longest = allowance(text).longest
            assert longest is not None
            assert 0 < longest < left
            left -= longest * chance.choice([1.0, 1.0, 0.3])
            to_go -= 1


def test_a_clock_is_spent_by_shares_of_what_is_left() -> None:
    read = allowance("time=60")
    assert read.enough == pytest.approx(2)
    assert read.longest is not None
    assert read.longest < 30
    assert allowance("time=60 moves=2").enough == pytest.approx(30)


def test_no_depth_is_begun_that_would_hardly_be_finished() -> None:
    read = allowance("time=60")
    assert not read.is_enough(1.0)
    assert read.is_enough(1.3)
    assert not allowance("move-time=1").is_enough(0.9)
