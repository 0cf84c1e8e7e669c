"""How long a text may be, how much of it an error shows, and values that never change."""

from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest

from game.notation import fen, find_move, hub, movetext, parse_fen, parse_square
from game.notation.ballots import ballots
from game.notation.hub import HubLine, find_hub_move, parse_hub_position
from game.notation.pdn import Problem, read_pdn
from game.notation.pdn_tokens import Kind, Token, decode, tokens
from game.rules import VARIANTS, IllegalMove, InvalidNotation

ENGLISH = VARIANTS["english"]
POSITION = "B:W21-32:B1-12"


@pytest.mark.parametrize(
    "value",
    [ballots()[1], HubLine("ping"), Problem("syntax", "", 1, 0), Token(Kind.MOVE, "11-15", 1)],
    ids=lambda value: type(value).__name__,
)
def test_values_that_are_read_never_change(value: Any) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(value, fields(value)[0].name, None)


def test_the_longest_texts_that_are_read() -> None:
    assert (fen.MAX_LENGTH, movetext.MAX_LENGTH, hub.MAX_MOVE_LENGTH) == (2000, 200, 300)


def test_a_position_may_be_as_long_as_is_promised_and_no_longer() -> None:
    blank = " " * (fen.MAX_LENGTH - len(POSITION))
    assert parse_fen(POSITION + blank, ENGLISH) == ENGLISH.start
    with pytest.raises(InvalidNotation, match="at most 2000 characters"):
        parse_fen(POSITION + blank + " ", ENGLISH)


def test_a_move_may_be_as_long_as_is_promised_and_no_longer() -> None:
    blank = " " * (movetext.MAX_LENGTH - len("11-15"))
    assert str(find_move("11-15" + blank, ENGLISH.start, ENGLISH)) == "11-15"
    with pytest.raises(InvalidNotation, match="at most 200 characters"):
        find_move("11-15" + blank + " ", ENGLISH.start, ENGLISH)


def test_a_hub_move_may_be_as_long_as_is_promised_and_no_longer() -> None:
    longest = "1x" + "1x" * 148 + "11"
    assert len(longest) == 300
    with pytest.raises(IllegalMove):
        find_hub_move(longest, ENGLISH.start, ENGLISH)
    with pytest.raises(InvalidNotation):
        find_hub_move("1" + longest, ENGLISH.start, ENGLISH)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"B:{'x' * 30}", f"{'x' * 20!r} does not begin"),
        (f"B:W{'x' * 30}", f"{'x' * 20!r} is not a square"),
        ("B:W21-20", "the range '21-20' runs backwards"),
        ("B:W21:W22", "the pieces of W are listed twice"),
        ("B:W21,21", "square 21 is named twice"),
        ("B:W1", "a man of W on 1 would be a king"),
        ("B:W20-32", "W has more than 12 pieces"),
    ],
)
def test_an_error_in_a_position_shows_what_is_wrong(text: str, shown: str) -> None:
    with pytest.raises(InvalidNotation) as error:
        parse_fen(text, ENGLISH)
    assert shown in str(error.value)


def test_a_side_may_have_as_many_pieces_as_it_starts_with() -> None:
    assert parse_fen("B:W21-32:B", ENGLISH).white_men.bit_count() == 12


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("B" + "e" * 31, "a position of English checkers is 33 characters"),
        ("x" + "e" * 32, "it must begin with W or B"),
        ("Bx" + "e" * 31, "'x' is not one of w, b, W, B and e"),
    ],
)
def test_an_error_in_a_hub_position_shows_what_is_wrong(text: str, shown: str) -> None:
    with pytest.raises(InvalidNotation) as error:
        parse_hub_position(text, ENGLISH)
    assert shown in str(error.value)


def test_an_unreadable_word_is_shown_up_to_thirty_characters() -> None:
    (found,) = read_pdn(f"1. 11-15 {'y' * 40} *")
    assert found.problems[0].message == f"{'y' * 30!r} is not part of a game"


def test_an_unknown_game_type_is_shown_up_to_thirty_characters() -> None:
    (found,) = read_pdn(f'[GameType "{"y" * 40}"] 1. 11-15 *')
    assert found.problems[0].message == f"GameType {'y' * 30!r} is not a game played here"


def test_pieces_of_a_file_know_the_line_they_begin_on() -> None:
    text = '[White "A"]\r\n[Black "B"]\r1. 11-15 {two\nlines} 23-19\n\n*'
    lines = [(token.kind, token.line) for token in tokens(text)]
    assert lines == [
        (Kind.TAG, 1),
        (Kind.TAG, 2),
        (Kind.NUMBER, 3),
        (Kind.MOVE, 3),
        (Kind.COMMENT, 3),
        (Kind.MOVE, 4),
        (Kind.RESULT, 6),
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_a_file_is_read_in_the_encoding_it_is_written_in(encoding: str) -> None:
    assert decode("Jörg 11-15".encode(encoding)) == "Jörg 11-15"


def test_a_file_marked_as_utf_16_in_either_order_is_read_as_that() -> None:
    assert decode(b"\xff\xfe1\x001\x00") == decode(b"\xfe\xff\x001\x001") == "11"


@pytest.mark.parametrize(
    ("written", "read"), [("1115", "11-15"), ("11 - 15", "11-15"), ("11x18x25", "11x18x25")]
)
def test_a_move_without_a_sign_or_with_blanks_is_written_plainly(written: str, read: str) -> None:
    (token,) = tokens(written)
    assert (token.kind, token.text) == (Kind.MOVE, read)


@pytest.mark.parametrize("king", ["K", "k"])
def test_a_small_k_is_a_king_unless_the_board_has_a_file_k(king: str) -> None:
    international, canadian = VARIANTS["international"], VARIANTS["canadian"]
    assert parse_fen(f"W:W{king}31:B20", international).white_kings
    if king == "K":
        assert parse_fen(f"W:W{king}31:B20", canadian).white_kings
    else:
        with pytest.raises(InvalidNotation):
            parse_fen(f"W:W{king}31:B20", canadian)


def test_a_rank_has_two_digits_at_most() -> None:
    board = VARIANTS["canadian"].board
    assert parse_square("a01", board) == parse_square("a1", board)
    with pytest.raises(InvalidNotation):
        parse_square("a001", board)
