"""Every verdict of the engine has words."""

from game.engine.analysis import Verdict
from game.rules import Side
from game.web.verdicts import worth


def test_every_verdict_of_the_engine_has_words() -> None:
    assert len({worth(key.value, Side.BLACK) for key in Verdict}) == len(Verdict)


def test_a_bad_position_is_told_as_the_other_sides_good_one() -> None:
    assert worth("worse", Side.WHITE) == "Black is better"
    assert worth("won", Side.WHITE) == "White wins"
    assert worth("even", Side.WHITE) == "about even"
