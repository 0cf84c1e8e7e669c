"""The openings of matches."""

from itertools import islice

import pytest

from game.engine import Limit
from game.engine.analysis import evaluate
from game.programs.openings import deck, openings
from game.rules import VARIANTS, Side

ENGLISH = VARIANTS["english"]


def test_deck_has_156_openings_of_three_moves() -> None:
    assert len(deck()) == 156
    assert {opening.game.ply for opening in deck()} == {3}
    assert all(opening.game.position.side is Side.WHITE for opening in deck())
    assert len({opening.game.position for opening in deck()}) > 130


def test_no_ballot_repeats_before_the_whole_deck_was_drawn() -> None:
    drawn = list(islice(openings("ballots", ENGLISH, 1), 156))
    assert set(drawn) == set(deck())
    assert drawn != list(islice(openings("ballots", ENGLISH, 2), 156))


def test_eleven_man_ballot_leaves_each_side_eleven_men() -> None:
    for opening in islice(openings("eleven-man", ENGLISH, 1), 5):
        start = opening.game.start
        assert (start.black_men.bit_count(), start.white_men.bit_count()) == (11, 11)
        assert opening.game.ply == 2


@pytest.mark.parametrize("key", ["brazilian", "international"])
def test_random_openings_differ_and_are_balanced(key: str) -> None:
    variant = VARIANTS[key]
    balanced = list(islice(openings("random", variant, 1), 5))
    assert len({opening.game.position for opening in balanced}) == 5
    for opening in balanced:
        assert opening.game.ply == 4
        assert abs(evaluate(opening.game.position, variant, Limit(depth=5)).score) < 150


def test_refuses_ballots_in_a_game_without_them() -> None:
    with pytest.raises(ValueError, match="Russian draughts has no ballots"):
        openings("ballots", VARIANTS["russian"], 1)
