"""Names of squares, numeric and algebraic."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.notation import parse_square, square_name
from game.rules import VARIANTS, InvalidNotation, Notation, Variant
from tests.kit import thorough, variants


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("russian", {1: "b8", 4: "h8", 12: "h6", 22: "c3", 29: "a1", 32: "g1"}),
        ("international", {1: "b10", 5: "j10", 46: "a1", 50: "i1"}),
        ("canadian", {1: "b12", 6: "l12", 67: "a1", 72: "k1"}),
        ("italian", {1: "a8", 32: "h1"}),
        ("spanish", {1: "h1", 32: "a8", 4: "b1"}),
    ],
)
def test_files_count_from_whites_left_and_ranks_from_whites_side(
    key: str, names: dict[int, str]
) -> None:
    board = VARIANTS[key].board
    assert {n: square_name(n, board, Notation.ALGEBRAIC) for n in names} == names


@given(variants)
def test_every_square_is_found_by_its_names(variant: Variant) -> None:
    for square in range(1, variant.board.size + 1):
        for notation in Notation:
            name = square_name(square, variant.board, notation)
            assert parse_square(name, variant.board) == square
            assert parse_square(name.upper(), variant.board) == square


@pytest.mark.parametrize(
    "text",
    ["", "0", "33", "-1", "+1", " 1", "1 ", "1.0", "0001", "a", "a2", "i1", "aa1", "1a", "a0"],
)
def test_refuses_name_of_no_square(text: str) -> None:
    with pytest.raises(InvalidNotation):
        parse_square(text, VARIANTS["english"].board)


def test_refuses_letter_that_only_looks_like_a_file() -> None:
    canadian = VARIANTS["canadian"].board
    assert parse_square("k3", canadian) == parse_square("K3", canadian)
    with pytest.raises(InvalidNotation):
        parse_square("\N{KELVIN SIGN}3", canadian)


@thorough
@given(
    st.text(max_size=5) | st.text("0123456789abkl\u0661\uff11\u00b2\u212a", max_size=4), variants
)
def test_any_text_is_a_square_or_refused(text: str, variant: Variant) -> None:
    try:
        square = parse_square(text, variant.board)
    except InvalidNotation:
        return
    assert 1 <= square <= variant.board.size
