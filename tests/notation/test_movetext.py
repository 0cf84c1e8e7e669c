"""Moves as text: every way in which people write them, and what is refused."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from game.notation import find_move, format_move, parse_fen
from game.rules import (
    VARIANTS,
    AmbiguousMove,
    IllegalMove,
    InvalidNotation,
    Move,
    Notation,
    Position,
    Variant,
    continuations,
    legal_moves,
)
from tests.kit import legal_positions, reachable_positions, thorough, variants
from tests.rules.brute_force import every_move

ENGLISH, RUSSIAN, BRAZILIAN, INTERNATIONAL = (
    VARIANTS[key] for key in ("english", "russian", "brazilian", "international")
)
LOOP = parse_fen("B:W6,7,14,15,23:BK18", ENGLISH)
"""A king that may capture one man, or five either way round: 18x27 is short for both."""
TWO_WAYS = parse_fen("B:W6,7,14,15:B2", ENGLISH)
MEGABYTE = 1_000_000


def choices(text: str, position: Position, variant: Variant) -> list[str]:
    """Return the full moves that an ambiguous text could mean."""
    with pytest.raises(AmbiguousMove) as refusal:
        find_move(text, position, variant)
    assert all(str(move) in str(refusal.value) for move in refusal.value.choices)
    return [str(move) for move in refusal.value.choices]


@pytest.mark.parametrize(
    "text",
    [
        *("11-15", "11 15", "11x15", "11X15", "11:15", "11*15", "11,15", "11 to 15", "11 TO 15"),
        *(
            "11\u201315",
            "11\u201415",
            "11\u201115",
            "11\u221215",
            "11\u00d715",
            "11 - 15",
            "11- 15",
        ),
        *(" 11-15 ", "11-15.", "11-15!", "11-15?!", "11-15 !", "11  15", "11\t15", "11\u00a015"),
        *("11-15\n", "011-015", "f6-e5", "F6E5", "f6-15"),
    ],
)
def test_reads_every_way_of_writing_a_step(text: str) -> None:
    assert find_move(text, ENGLISH.start, ENGLISH).path == (11, 15)


@pytest.mark.parametrize("text", ["c3-d4", "c3d4", "C3-D4", "C3D4", "c3 d4", "c3:d4", "c3 to d4"])
def test_reads_algebraic_squares_in_every_game(text: str) -> None:
    assert find_move(text, RUSSIAN.start, RUSSIAN).path == (22, 18)
    assert find_move(text, BRAZILIAN.start, BRAZILIAN).path == (22, 18)


@pytest.mark.parametrize("text", ["06-09", "6-9", "06-9", "006-009"])
def test_ignores_leading_zeros(text: str) -> None:
    assert find_move(text, parse_fen("B:W21:B6", ENGLISH), ENGLISH).path == (6, 9)


@pytest.mark.parametrize("text", ["30x23x14", "30-23-14", "30 23 14", "30:23:14", "30x14", "30-14"])
def test_reads_multi_jump_in_full_or_by_its_ends(text: str) -> None:
    position = parse_fen("W:W30:B26,18", ENGLISH)
    assert find_move(text, position, ENGLISH) == Move((30, 23, 14), (26, 18))


NO_MOVE = {
    "two squares or more": [
        *(
            "",
            " ",
            "11",
            "a1",
            "...",
            "11?",
            "hello",
            "x15",
            "-11-15",
            "11--15",
            "11-x15",
            "11->15",
        ),
        *("1115", "11-1500", "11-15 ok", "(11-15)", "\u0661\u0661-\u0661\u0665", "\uff11\uff11-15"),
    ],
    "last square is missing": ["11-", "11-15-", "11-15 x", "11-15 to"],
    "between squares": ["11to15", "11a1", "11.15", "11-15;", "11+15"],
    "numbered 1 to 32": ["0-0", "0x", "1-0", "11-0", "11-33", "11-999"],
    "not a playing square": ["c2-d3", "c9-d8", "i1-k3", "l12-a1", "c311"],
}


@pytest.mark.parametrize(
    ("text", "reason"), [(text, reason) for reason, texts in NO_MOVE.items() for text in texts]
)
def test_refuses_text_that_is_not_a_move_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(InvalidNotation) as refusal:
        find_move(text, ENGLISH.start, ENGLISH)
    assert reason in refusal.value.reason


@pytest.mark.parametrize("text", ["1" * MEGABYTE, "11-15" * MEGABYTE, " " * MEGABYTE])
def test_refuses_a_megabyte_and_quotes_only_part_of_it(text: str) -> None:
    with pytest.raises(InvalidNotation, match="at most 200 characters") as refusal:
        find_move(text, ENGLISH.start, ENGLISH)
    assert len(str(refusal.value)) < 200


@pytest.mark.parametrize(
    ("fen", "text"),
    [
        ("B:W21-32:B1-12", "11-14"),
        ("B:W21-32:B1-12", "22-18"),
        ("B:W21-32:B1-12", "15-18"),
        ("B:W21-32:B1-12", "11-15-18"),
        ("B:W21-32:B1-12", "15-11"),
        ("B:W21-32:B1-12", "11-11"),
        ("W:W30:B26,18", "30-25"),
        ("W:W30:B26,18", "30x23"),
        ("W:W30:B26,18", "30x26x14"),
        ("W:W30:B26,18", "30x23x14x5"),
        ("W:W30:B26,18", "14x23x30"),
        # Either all squares in between must be given, or none.
        ("B:W11,12,13,19,22,27,28,30:B2,3,6,7,10", "7x23x32"),
        ("B:W11,12,13,19,22,27,28,30:B2,3,6,7,10", "7x16x32"),
    ],
)
def test_refuses_illegal_move_with_the_position(fen: str, text: str) -> None:
    with pytest.raises(IllegalMove, match=r"is not a legal move in [BW]:W"):
        find_move(text, parse_fen(fen, ENGLISH), ENGLISH)


def test_refuses_ambiguous_short_form_and_lists_the_full_moves() -> None:
    assert choices("2x18", TWO_WAYS, ENGLISH) == ["2x9x18", "2x11x18"]
    position = parse_fen("W:WK4:B13,20,32,37", INTERNATIONAL)
    assert choices("4x15", position, INTERNATIONAL) == ["4x27x38x15", "4x31x42x15"]


def test_full_move_wins_over_the_short_form_of_another() -> None:
    assert find_move("18x27", LOOP, ENGLISH).captures == (23,)


def test_circular_capture_may_be_entered_short_or_either_way_round() -> None:
    position = parse_fen("W:WK27,K32:BK5,15,16,23,24", ENGLISH)
    taken = {15, 16, 23, 24}
    for text in ("27x27", "27x18x11x20x27", "27x20x11x18x27"):
        assert set(find_move(text, position, ENGLISH).captures) == taken
    assert find_move("27x20x11x18x27", position, ENGLISH).path == (27, 20, 11, 18, 27)


def test_flying_king_may_take_a_route_that_is_not_listed() -> None:
    position = parse_fen("W:WK5:B14,32", INTERNATIONAL)
    listed = {move.path for move in legal_moves(position, INTERNATIONAL)}
    ways = every_move(position, INTERNATIONAL)
    assert ways.keys() > listed
    for way, taken in ways.items():
        assert find_move("x".join(map(str, way)), position, INTERNATIONAL).captures == taken


def test_refuses_route_that_stops_where_the_king_must_go_on() -> None:
    position = parse_fen("W:WK4,K27:BK6,K11,K12,K14,K15,K22,K23,K24,K32", RUSSIAN)
    with pytest.raises(IllegalMove):
        find_move("27x18x9x2x20x27", position, RUSSIAN)


@pytest.mark.parametrize(
    ("variant", "notation", "text"),
    [
        (ENGLISH, None, "30x23x14"),
        (ENGLISH, Notation.ALGEBRAIC, "c1xe3xc5"),
        (RUSSIAN, None, "c1:e3:c5"),
        (RUSSIAN, Notation.NUMERIC, "30x23x14"),
        (BRAZILIAN, None, "c1xe3xc5"),
        (BRAZILIAN, Notation.ALGEBRAIC, "c1xe3xc5"),
    ],
)
def test_writes_every_square_in_the_games_own_notation(
    variant: Variant, notation: Notation | None, text: str
) -> None:
    assert format_move(Move((30, 23, 14), (26, 18)), variant, notation) == text


def test_writes_a_step_with_a_dash_in_every_game() -> None:
    assert format_move(Move((22, 18)), RUSSIAN) == "c3-d4"
    assert format_move(Move((22, 18)), ENGLISH) == "22-18"


@thorough
@given(st.data(), variants, st.sampled_from([None, *Notation]))
def test_every_legal_move_is_found_by_its_own_text(
    data: st.DataObject, variant: Variant, notation: Notation | None
) -> None:
    position = data.draw(legal_positions(variant) | reachable_positions(variant))
    for move in legal_moves(position, variant):
        text = format_move(move, variant, notation)
        assert find_move(text, position, variant) == move
        assert find_move(text.upper(), position, variant) == move
        assert find_move(text.replace("x", "-").replace(":", " "), position, variant) == move


@thorough
@given(st.data(), variants)
def test_short_form_is_read_exactly_when_it_names_one_result(
    data: st.DataObject, variant: Variant
) -> None:
    position = data.draw(legal_positions(variant))
    moves = legal_moves(position, variant)
    for origin, destination in {(move.origin, move.destination) for move in moves}:
        text = f"{origin}x{destination}"
        fitting = [m for m in moves if (m.origin, m.destination) == (origin, destination)]
        whole = continuations(position, variant, (origin,)).get(destination, [])
        if any(move.path == (origin, destination) for move in whole):
            assert find_move(text, position, variant).path == (origin, destination)
        elif len(fitting) == 1:
            assert find_move(text, position, variant) == fitting[0]
        else:
            assert choices(text, position, variant) == [str(move) for move in fitting]


JUNK = st.text(max_size=30) | st.text(
    "0123456789-x:*, toabckl.!?\u2013\u00d7\u0661\u212aİ", max_size=24
)


@thorough
@given(JUNK, variants)
@example("\U0001d7d9-\U0001d7da", ENGLISH)
@example("\u212a3-\u212a4", VARIANTS["canadian"])
@example("a\u0661-b2", ENGLISH)
@example("\u0130-\u0131", ENGLISH)
def test_any_text_is_a_legal_move_or_refused(text: str, variant: Variant) -> None:
    with suppress(InvalidNotation, IllegalMove, AmbiguousMove):
        move = find_move(text, variant.start, variant)
        assert move in legal_moves(variant.start, variant)
