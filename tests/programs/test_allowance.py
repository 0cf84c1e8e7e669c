"""How long each HUB level lets the engine think."""

import random

import pytest

from game.notation.hub import parse_hub_line
from game.programs.allowance import Allowance, read_allowance


def allowance(text: str) -> Allowance:
    return read_allowance(parse_hub_line(f"level {text}").arguments)


def test_limits_of_different_kinds_apply_together() -> None:
    read = allowance("depth=5 nodes=1000 move-time=2")
    assert (read.depth, read.nodes) == (5, 1000)
    assert read.maximum is not None
    assert 1.9 < read.maximum < 2


def test_infinite_has_no_limits() -> None:
    assert allowance("infinite") == Allowance()


def test_depth_is_capped_at_the_deepest_search() -> None:
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
def test_refuses_invalid_level(text: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        allowance(text)


@pytest.mark.parametrize("inc", [0.0, 0.1, 2.0])
@pytest.mark.parametrize("moves", [None, 1, 2, 15, 40])
def test_clock_never_runs_out_even_at_the_maximum_for_every_move(
    inc: float, moves: int | None
) -> None:
    rng = random.Random(5)
    for start in (0.05, 1.0, 10.0, 300.0):
        left = start
        to_go = moves or 200
        while to_go > 0:
            left += inc
            text = f"time={left} inc={inc}" + (f" moves={to_go}" if moves else "")
            maximum = allowance(text).maximum
            assert maximum is not None
            assert 0 < maximum < left
            left -= maximum * rng.choice([1.0, 1.0, 0.3])
            to_go -= 1


def test_each_move_gets_a_share_of_the_clock() -> None:
    read = allowance("time=60")
    assert read.optimum == pytest.approx(2)
    assert read.maximum is not None
    assert read.maximum < 30
    assert allowance("time=60 moves=2").optimum == pytest.approx(30)


def test_starts_no_depth_that_it_would_hardly_finish() -> None:
    read = allowance("time=60")
    assert not read.is_past_optimum(1.0)
    assert read.is_past_optimum(1.3)
    assert not allowance("move-time=1").is_past_optimum(0.9)
