"""The three-move openings: the deck and how players name them."""

import pytest

from game.notation.ballots import ballots, find_ballots, play_opening
from game.rules import VARIANTS, HouseRules, with_house_rules

ENGLISH = VARIANTS["english"]


def numbers_found(text: str) -> list[int]:
    return [ballot.number for ballot in find_ballots(text)]


def test_the_deck_holds_156_ballots_of_174() -> None:
    assert len(ballots()) == 156
    assert (min(ballots()), max(ballots())) == (1, 174)
    assert all(ballot.number == number for number, ballot in ballots().items())


def test_a_ballot_has_its_moves_and_its_name_from_the_list() -> None:
    assert (ballots()[1].moves, ballots()[1].name) == ("9-13 21-17 5-9", "")
    assert len({ballot.moves for ballot in ballots().values()}) == 156


@pytest.mark.parametrize("number", [1, 9, 10, 99, 100, 174])
def test_finds_a_ballot_by_its_number(number: int) -> None:
    assert numbers_found(f" {number:03} ") == numbers_found(str(number)) == [number]


@pytest.mark.parametrize("text", ["0", "175", "0001", "0174", "1740", "\u0661", "\u00b2"])
def test_finds_no_ballot_by_a_number_that_is_not_in_the_deck(text: str) -> None:
    assert numbers_found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "9-13 21-17 5-9",
        "9-13, 21-17, 5-9",
        "1. 9-13 21-17 2. 5-9",
        "9 13 21-17 5-9",
        "09-13 21-17 5x9",
    ],
)
def test_finds_a_ballot_by_its_moves(text: str) -> None:
    expected = [] if "9 13" in text else [1]
    assert numbers_found(text) == expected


@pytest.mark.parametrize(
    "text", ["", " , ", "9-13 21-17", "9-13 21-17 5-9 25-21", "9-13 21-17 1-2"]
)
def test_finds_no_ballot_by_other_moves(text: str) -> None:
    assert numbers_found(text) == []


def test_finds_a_ballot_by_its_name_in_any_case() -> None:
    named = next(ballot for ballot in ballots().values() if ballot.name)
    assert named in find_ballots(named.name.upper())
    assert named in find_ballots(f"  {named.name.lower()}  ")


def test_a_ballot_is_a_game_of_three_moves_by_house_rules_too() -> None:
    ballot = ballots()[1]
    rules = with_house_rules("english", HouseRules(takes_most=True))
    assert ballot.game.variant is ENGLISH
    assert ballot.game_under(rules).variant is rules
    assert [str(move) for move in ballot.game.moves] == ballot.moves.split()
    assert play_opening(ENGLISH, "").ply == 0
