"""Lines, positions and moves of the HUB protocol."""

import pytest

from game.notation import parse_fen
from game.notation.hub import (
    find_hub_move,
    format_hub_line,
    format_hub_move,
    format_hub_position,
    parse_hub_line,
    parse_hub_position,
)
from game.rules import VARIANTS, AmbiguousMove, IllegalMove, InvalidNotation
from tests.kit import random_games

ENGLISH, INTERNATIONAL = VARIANTS["english"], VARIANTS["international"]


@pytest.mark.parametrize(
    ("text", "command", "arguments"),
    [
        ("ping", "ping", {}),
        ("go think", "go", {"think": ""}),
        ("level depth=5 move-time=0.5", "level", {"depth": "5", "move-time": "0.5"}),
        (
            'pos pos=Wbe moves="32-28 19-23"',
            "pos",
            {"pos": "Wbe", "moves": "32-28 19-23"},
        ),
        (
            'param name=book-file value="" type=string',
            "param",
            {"name": "book-file", "value": "", "type": "string"},
        ),
        ("set-param name=x value=a=b", "set-param", {"name": "x", "value": "a=b"}),
        ('id author="A. B=C"  flag', "id", {"author": "A. B=C", "flag": ""}),
        ('error message="not closed', "error", {"message": "not closed"}),
        ("", "", {}),
        ("   ", "", {}),
    ],
)
def test_line_is_a_command_and_its_arguments(
    text: str, command: str, arguments: dict[str, str]
) -> None:
    line = parse_hub_line(text)
    assert (line.command, line.arguments) == (command, arguments)


def test_quotes_values_that_are_empty_or_have_a_space_or_an_equals_sign() -> None:
    line = format_hub_line("id", "flag", name="A", author="B C", version="", a="x=y", move_time=0.5)
    assert line == 'id flag name=A author="B C" version="" a="x=y" move-time=0.5'


def test_quote_or_line_end_in_a_value_does_not_break_the_line() -> None:
    assert format_hub_line("error", message='"a"\nb') == "error message=\"'a' b\""


@pytest.mark.parametrize(
    ("key", "start"),
    [
        ("english", "B" + "b" * 12 + "e" * 8 + "w" * 12),
        ("international", "W" + "b" * 20 + "e" * 10 + "w" * 20),
        ("canadian", "W" + "b" * 30 + "e" * 12 + "w" * 30),
    ],
)
def test_start_is_written_square_by_square(key: str, start: str) -> None:
    assert format_hub_position(VARIANTS[key].start, VARIANTS[key]) == start


@pytest.mark.parametrize("key", list(VARIANTS))
def test_every_position_and_move_reads_back_as_itself(key: str) -> None:
    variant = VARIANTS[key]
    for game, _ in zip(random_games(variant, seed=4, longest=60), range(8), strict=False):
        text = format_hub_position(game.position, variant)
        assert len(text) == variant.board.size + 1
        assert parse_hub_position(text, variant) == game.position
        for move in game.legal_moves:
            assert find_hub_move(format_hub_move(move), game.position, variant) == move


def test_captured_squares_may_be_listed_in_any_order() -> None:
    position = parse_fen("W:W6,22,23,26,29:B9,18", ENGLISH)
    assert format_hub_move(find_hub_move("23x5x18x9", position, ENGLISH)) == "23x5x18x9"
    assert find_hub_move("23x5x9x18", position, ENGLISH) == find_hub_move("23x5", position, ENGLISH)


def test_circular_capture_ends_where_it_started() -> None:
    position = parse_fen("W:WK2:B6,7,14,15", ENGLISH)
    move = find_hub_move("2x2x6x14x15x7", position, ENGLISH)
    assert move.origin == move.destination == 2
    assert sorted(move.captures) == [6, 7, 14, 15]


def test_captured_squares_distinguish_captures_with_the_same_ends() -> None:
    position = parse_fen("B:W6,7,14,15:B2", ENGLISH)
    with pytest.raises(AmbiguousMove):
        find_hub_move("2x18", position, ENGLISH)
    assert set(find_hub_move("2x18x15x7", position, ENGLISH).captures) == {7, 15}


@pytest.mark.parametrize("text", ["", "11", "11-15-18", "a1-b2", "11x", "1" * 400, "11-15 "])
def test_refuses_malformed_move(text: str) -> None:
    with pytest.raises(InvalidNotation):
        find_hub_move(text, ENGLISH.start, ENGLISH)


@pytest.mark.parametrize("text", ["11-14", "11x15", "11x18x15"])
def test_refuses_illegal_move(text: str) -> None:
    with pytest.raises(IllegalMove):
        find_hub_move(text, ENGLISH.start, ENGLISH)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "W",
        "B" + "e" * 31,
        "X" + "e" * 32,
        "B" + "x" * 32,
        "B" + "w" + "e" * 31,
        "W" + "b" * 13 + "e" * 7 + "w" * 12,
    ],
)
def test_refuses_invalid_hub_position(text: str) -> None:
    with pytest.raises(InvalidNotation):
        parse_hub_position(text, ENGLISH)
