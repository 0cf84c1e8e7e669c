"""FEN: what is read, what is refused and why, and how positions are written."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from game.notation import format_fen, parse_fen
from game.rules import VARIANTS, InvalidNotation, Notation, Position, Side, Variant
from game.rules.geometry import bit
from tests.kit import legal_positions, reachable_positions, thorough, variants

ENGLISH, RUSSIAN, INTERNATIONAL, CANADIAN = (
    VARIANTS[key] for key in ("english", "russian", "international", "canadian")
)
MEGABYTE = 1_000_000


def at(
    white: tuple[int, ...] = (),
    black: tuple[int, ...] = (),
    white_kings: tuple[int, ...] = (),
    black_kings: tuple[int, ...] = (),
    side: Side = Side.WHITE,
) -> Position:
    sets = (sum(map(bit, squares)) for squares in (black, black_kings, white, white_kings))
    return Position(*sets, side)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("B:W21-32:B1-12", ENGLISH.start),
        ("B:B1-12:W21-32", ENGLISH.start),
        ("W:W30,31:B1,2", at(white=(30, 31), black=(1, 2))),
        ("W:W30,31:B1,2.", at(white=(30, 31), black=(1, 2))),
        ('"W:W30,31:B1,2"', at(white=(30, 31), black=(1, 2))),
        ("W:WK5-8:B12", at(white_kings=(5, 6, 7, 8), black=(12,))),
        ("W:WK5-K8:B12", at(white_kings=(5, 6, 7, 8), black=(12,))),
        ("W:W21-23,K1,32:B12", at(white=(21, 22, 23, 32), white_kings=(1,), black=(12,))),
        (
            " b : b 1 , k2 : w K 30 , 31 ",
            at(white=(31,), black=(1,), white_kings=(30,), black_kings=(2,), side=Side.BLACK),
        ),
        ("W:Wk5-8:B12", at(white_kings=(5, 6, 7, 8), black=(12,))),
        ("w:wk5-8:b12", at(white_kings=(5, 6, 7, 8), black=(12,))),
        ("W:\n\tW30,\u00a031\r\n:B1", at(white=(30, 31), black=(1,))),
        ("W:W05:B012", at(white=(5,), black=(12,))),
        ("B:W:B1", at(black=(1,), side=Side.BLACK)),
        ("B:W21:B", at(white=(21,), side=Side.BLACK)),
        ("B:W21", at(white=(21,), side=Side.BLACK)),
        ("W:W:B", at()),
        ("W:W21-21:B1", at(white=(21,), black=(1,))),
    ],
)
def test_reads_every_way_of_writing_a_position(text: str, expected: Position) -> None:
    assert parse_fen(text, ENGLISH) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("W:Wh6:Bg7,c5,d2", at(white=(12,), black=(8, 14, 26))),
        ("W:Wa1,Kc1:BKh8", at(white=(29,), white_kings=(30,), black_kings=(4,))),
        ("W:WA1,KC1:BKH8", at(white=(29,), white_kings=(30,), black_kings=(4,))),
        ("w:wa1,kc1:bkh8", at(white=(29,), white_kings=(30,), black_kings=(4,))),
        ("W:Wg1,Kg3:BG5,b4", at(white=(32,), white_kings=(24,), black=(16, 17))),
        ("W:WG1:BG5", at(white=(32,), black=(16,))),
        ("W:Wa1-g1:Bb8-h8", at(white=(29, 30, 31, 32), black=(1, 2, 3, 4))),
        ("B:Bb4:Wa3", at(white=(21,), black=(17,), side=Side.BLACK)),
    ],
)
def test_squares_may_be_algebraic(text: str, expected: Position) -> None:
    assert parse_fen(text, RUSSIAN) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Lidraughts adds counters and, in mid-capture, ghosts: men (G) and kings (P) just jumped.
        ("W:W31,32:B5:H0:F1", at(white=(31, 32), black=(5,))),
        ("W:W31,32:B5:H12:F107.", at(white=(31, 32), black=(5,))),
        ("w:w31:b5:h0:f1", at(white=(31,), black=(5,))),
        ("W:W18:BG23,5:H0:F1", at(white=(18,), black=(5,))),
        ("W:WK18:BP23,G7,5", at(white_kings=(18,), black=(5,))),
        ("B:WG23:B18", at(black=(18,), side=Side.BLACK)),
        ("B:WP23,G24:BK18", at(black_kings=(18,), side=Side.BLACK)),
    ],
)
def test_ignores_lidraughts_counters_and_ghosts(text: str, expected: Position) -> None:
    assert parse_fen(text, INTERNATIONAL) == expected


def test_capital_k_is_a_king_and_small_k_a_file_on_twelve_files() -> None:
    man, king = CANADIAN.board.square_at[9, 10], CANADIAN.board.square_at[8, 9]
    expected = at(white=(man,), white_kings=(king, 3))
    assert parse_fen("W:Wk3,Kj4,K3:B", CANADIAN) == expected
    assert parse_fen("w:wk30:b", CANADIAN) == at(white_kings=(30,))
    assert parse_fen("w:wk3:b", CANADIAN) == at(white_kings=(3,))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "begin with W: or B:"),
        ("   ", "begin with W: or B:"),
        (":", "begin with W: or B:"),
        (":W21:B1", "begin with W: or B:"),
        ("W21-32:B1-12", "begin with W: or B:"),
        ("X:W21:B1", "begin with W: or B:"),
        ("?:W21:B1", "begin with W: or B:"),
        ("WB:W21:B1", "begin with W: or B:"),
        ("W", "lists no pieces"),
        ("W:", "does not begin with W or B"),
        ("W::B1", "does not begin with W or B"),
        ("W:21:1", "does not begin with W or B"),
        ("W:R21:B1", "does not begin with W or B"),
        ("W:W21:B1:", "does not begin with W or B"),
        ("W:W21:B1:H\u0660:F\u0661", "does not begin with W or B"),
        ("W:W21:W22", "W are listed twice"),
        ("W:B1:b2", "B are listed twice"),
        ("W:W21,21:B1", "square 21 is named twice"),
        ("W:W21,K21:B1", "square 21 is named twice"),
        ("W:W21:B21", "square 21 is named twice"),
        ("W:W21-24,23:B1", "square 23 is named twice"),
        ("W:W21,d4:Be3,18", "square 18 is named twice"),
        ("W:W0:B1", "numbered 1 to 32"),
        ("W:W33:B1", "numbered 1 to 32"),
        ("W:W40-50:B1", "numbered 1 to 32"),
        ("W:W21-40:B1", "numbered 1 to 32"),
        ("W:W999:B1", "numbered 1 to 32"),
        ("W:W99999999999999999999:B1", "not a square"),
        ("W:W-1:B1", "not a square"),
        ("W:W\u0662\u0661:B1", "not a square"),
        ("W:W\uff12\uff11:B1", "not a square"),
        ("W:W\u00b2:B1", "not a square"),
        ("W:W\u212a21:B1", "not a square"),
        ("W:W\u0131\u0033:B1", "not a square"),
        ("W:W24-21:B1", "runs backwards"),
        ("W:W21-:B1", "not a square"),
        ("W:W21-22-23:B1", "not a square"),
        ("W:W21,,22:B1", "not a square"),
        ("W:W21,:B1", "not a square"),
        ("W:WKK21:B1", "not a playing square"),
        ("W:WX21:B1", "not a square"),
        ("W:WQ21:B1", "not a square"),
        ("W:W21;22:B1", "not a square"),
        ("W:W21 22:B1", "comma"),
        ("W:W2 1:B1", "comma"),
        ("W:Wa2:B1", "not a playing square"),
        ("W:Wi1:B1", "not a playing square"),
        ("W:Wa9:B1", "not a playing square"),
        ("W:Wa0:B1", "not a playing square"),
        ("W:W1:B12", "a man of W on 1 would be a king"),
        ("W:W21:B29", "a man of B on 29 would be a king"),
        ("W:W4-6:B12", "a man of W on 4 would be a king"),
        ("W:W20-32:B1", "W has more than 12 pieces"),
        ("W:WK20-32:B1", "W has more than 12 pieces"),
        ("W:W21:B1-13", "B has more than 12 pieces"),
        ("hello", "begin with W: or B:"),
        ("[FEN W:W21:B1]", "begin with W: or B:"),
        ("W:W21:B1\x00", "not a square"),
        ("W:W21:B\ud800", "not a square"),
    ],
)
def test_refuses_invalid_fen_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(InvalidNotation) as refusal:
        parse_fen(text, ENGLISH)
    assert reason in refusal.value.reason
    assert str(refusal.value).isprintable()


def test_refuses_man_on_its_king_row_on_ten_by_ten() -> None:
    with pytest.raises(InvalidNotation, match="would be a king"):
        parse_fen("W:W4:B49", INTERNATIONAL)


@pytest.mark.parametrize("text", ["W" * MEGABYTE, "W:W" + "21," * MEGABYTE, " " * MEGABYTE])
def test_refuses_a_megabyte_and_quotes_only_part_of_it(text: str) -> None:
    with pytest.raises(InvalidNotation, match="at most 2000 characters") as refusal:
        parse_fen(text, ENGLISH)
    assert len(str(refusal.value)) < 200


@pytest.mark.parametrize(
    ("fen", "numbers", "letters"),
    [
        ("B:B1-3:W32,K5", "B:W K5,32:B1,2,3", "B:WKa7,g1:Bb8,d8,f8"),
        ("W:W:B", "W:W:B", "W:W:B"),
        ("W:W21:B", "W:W21:B", "W:Wa3:B"),
    ],
)
def test_writes_white_first_in_ascending_order_without_ranges(
    fen: str, numbers: str, letters: str
) -> None:
    position = parse_fen(fen, ENGLISH)
    assert format_fen(position, ENGLISH) == numbers.replace(" ", "")
    assert format_fen(position, ENGLISH, Notation.ALGEBRAIC) == letters


@thorough
@given(st.data(), variants, st.sampled_from(Notation))
def test_what_is_written_is_read_back(
    data: st.DataObject, variant: Variant, notation: Notation
) -> None:
    position = data.draw(legal_positions(variant) | reachable_positions(variant))
    text = format_fen(position, variant, notation)
    assert parse_fen(text, variant) == position
    assert parse_fen(f" {text}. ", variant) == position
    assert parse_fen(text + ":H3:F9", variant) == position


JUNK = st.text(max_size=60) | st.text(
    "WBwbKkGP:-,.0123456789 acgk?\u212a\u0663\u00b2İß", max_size=40
)


@thorough
@given(JUNK, variants)
@example("W:W\U0001d7d9:B1", ENGLISH)
@example("\u0130:W1", ENGLISH)
@example("W:Wk\u0661-K\u0662", CANADIAN)
def test_any_text_is_read_or_refused(text: str, variant: Variant) -> None:
    position = None
    with suppress(InvalidNotation):
        position = parse_fen(text, variant)
    if position is not None:
        assert parse_fen(format_fen(position, variant), variant) == position
        for side in Side:
            assert position.pieces(side).bit_count() <= variant.men_per_side
            assert not position.men(side) & variant.crownheads[side]
