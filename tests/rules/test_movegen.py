"""Legal moves: exact cases, a second generator, and properties of every position."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.notation import parse_fen
from game.rules import VARIANTS, Move, Position, Side, Variant, legal_moves
from game.rules.geometry import Lines, bit
from game.rules.variant import Precedence
from tests.kit import legal_positions, load, reachable_positions, thorough, variants
from tests.rules.brute_force import every_move

ENGLISH, BRAZILIAN, RUSSIAN = (VARIANTS[key] for key in ("english", "brazilian", "russian"))
CASES: list[dict[str, Any]] = load("rules.json")


def _rotated(at: Position, variant: Variant) -> Position:
    """Return the position turned by 180 degrees with the sides swapped."""

    def turned(squares: int) -> int:
        return int(f"{squares:0{variant.board.size}b}"[::-1], 2)

    black_men, black_kings, white_men, white_kings, side = at
    return Position(*map(turned, (white_men, white_kings, black_men, black_kings)), side.other)


def _results(moves: tuple[Move, ...]) -> set[tuple[int, int, frozenset[int]]]:
    return {move.result for move in moves}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['note'][:40]}")
def test_known_position_has_exactly_the_listed_moves(case: dict[str, Any]) -> None:
    variant = VARIANTS[case["variant"]]
    at = parse_fen(case["fen"], variant)
    moves = legal_moves(at, variant)
    listed = {text: set(case["captures"].get(text, ())) for text in case["legal_moves"]}
    assert {str(move): set(move.captures) for move in moves}.items() <= listed.items()
    ways = every_move(at, variant)
    sign = "x" if moves and moves[0].is_capture else "-"
    assert {sign.join(map(str, way)): set(taken) for way, taken in ways.items()} == listed
    assert _results(moves) == {(way[0], way[-1], frozenset(ways[way])) for way in ways}


@thorough
@given(st.data(), variants)
def test_legal_moves_have_the_results_of_every_route_and_no_others(
    data: st.DataObject, variant: Variant
) -> None:
    at = data.draw(legal_positions(variant) | reachable_positions(variant))
    ways = every_move(at, variant)
    moves = legal_moves(at, variant)
    assert _results(moves) == {(way[0], way[-1], frozenset(taken)) for way, taken in ways.items()}
    assert {move.path: move.captures for move in moves}.items() <= ways.items()


@thorough
@given(st.data(), variants)
def test_legal_moves_are_one_per_result_ordered_by_origin(
    data: st.DataObject, variant: Variant
) -> None:
    moves = legal_moves(data.draw(legal_positions(variant)), variant)
    assert len(_results(moves)) == len(moves)
    assert [move.origin for move in moves] == sorted(move.origin for move in moves)
    assert len({str(move) for move in moves}) == len(moves)


@thorough
@given(st.data(), variants)
def test_moves_turn_with_the_board_when_sides_are_swapped(
    data: st.DataObject, variant: Variant
) -> None:
    at = data.draw(legal_positions(variant))
    last = variant.board.size + 1
    turned = {
        (last - origin, last - destination, frozenset(last - square for square in taken))
        for origin, destination, taken in _results(legal_moves(at, variant))
    }
    assert _results(legal_moves(_rotated(at, variant), variant)) == turned


@thorough
@given(st.data(), variants)
def test_captures_are_compulsory_and_jump_no_piece_twice(
    data: st.DataObject, variant: Variant
) -> None:
    at = data.draw(legal_positions(variant))
    moves = legal_moves(at, variant)
    assert len({move.is_capture for move in moves}) <= 1
    for move in moves:
        assert len(set(move.captures)) == len(move.captures)
        assert all(at.owner(square) is at.side.other for square in move.captures)
        assert len(move.path) == (len(move.captures) + 1 if move.captures else 2)


@thorough
@given(st.data(), variants)
def test_listed_route_lands_right_behind_a_piece_unless_it_turns(
    data: st.DataObject, variant: Variant
) -> None:
    # PDN 3.0 allows no other squares in between when a capture is written in full.
    places = variant.board.places
    for move in legal_moves(data.draw(legal_positions(variant)), variant):
        stops = [places[square - 1] for square in move.path]
        taken = [places[square - 1] for square in move.captures]
        for before, victim, stop, after in zip(stops, taken, stops[1:], stops[2:], strict=False):
            turns = _bearing(before, stop) != _bearing(stop, after)
            # The next dark square is one row and one column away, or two of either.
            step = 1 if variant.board.plays_on_every_square else 2
            assert turns or abs(stop[0] - victim[0]) + abs(stop[1] - victim[1]) == step


def _bearing(start: tuple[int, int], end: tuple[int, int]) -> list[int]:
    return [(a < b) - (a > b) for a, b in zip(start, end, strict=True)]


@thorough
@given(st.data(), variants)
def test_men_step_forward_and_capture_backward_only_where_allowed(
    data: st.DataObject, variant: Variant
) -> None:
    at = data.draw(legal_positions(variant))
    rows = [row for row, _ in variant.board.places]
    ahead = -1 if at.side is Side.WHITE else 1
    for move in legal_moves(at, variant):
        if at.is_king(move.origin) or (move.is_capture and variant.men_capture_backward):
            continue
        steps = zip(move.path, move.path[1:], strict=False)
        least = 0 if variant.move_lines is Lines.ORTHOGONAL else 1  # men also step sideways
        assert all((rows[b - 1] - rows[a - 1]) * ahead >= least for a, b in steps)


@thorough
@given(st.data(), variants)
def test_man_is_crowned_where_it_ends_and_in_passing_only_in_russian(
    data: st.DataObject, variant: Variant
) -> None:
    at = data.draw(legal_positions(variant))
    row = variant.crownheads[at.side]
    for move in legal_moves(at, variant):
        touched = any(row & bit(square) for square in move.path[1:])
        ended = bool(row & bit(move.destination))
        crowns = touched if variant.promotes_in_passing else ended
        assert move.promotes is (crowns and not at.is_king(move.origin))


@thorough
@given(st.data(), st.sampled_from([v for v in VARIANTS.values() if v.capture_precedence]))
def test_all_legal_captures_have_the_same_precedence(data: st.DataObject, variant: Variant) -> None:
    at = data.draw(legal_positions(variant))
    captures = [move for move in legal_moves(at, variant) if move.is_capture]
    if Precedence.QUANTITY in variant.capture_precedence:
        longest = max(map(len, every_move(at, variant).values())) if captures else 0
        assert all(len(move.captures) == longest for move in captures)
    if Precedence.WITH_KING in variant.capture_precedence:
        assert len({at.is_king(move.origin) for move in captures}) <= 1
    if Precedence.KINGS_TAKEN in variant.capture_precedence:
        assert len({sum(map(at.is_king, move.captures)) for move in captures}) <= 1


@thorough
@given(st.data(), variants)
def test_position_after_a_move_reflects_the_move(data: st.DataObject, variant: Variant) -> None:
    at = data.draw(legal_positions(variant))
    side = at.side
    for move in legal_moves(at, variant):
        after = at.after(move)
        left, reached, gone = bit(move.origin), bit(move.destination), sum(map(bit, move.captures))
        ends_as_king = at.is_king(move.origin) or move.promotes
        assert after.side is side.other
        assert after.men(side) == at.men(side) & ~left | (0 if ends_as_king else reached)
        assert after.kings(side) == at.kings(side) & ~left | (reached if ends_as_king else 0)
        assert after.men(side.other) == at.men(side.other) & ~gone
        assert after.kings(side.other) == at.kings(side.other) & ~gone


@pytest.mark.parametrize(
    ("key", "fen", "moves"),
    [
        pytest.param(
            "russian", "W:Wh6:Bg7,c5,d2", {"12x3x17x31"}, id="pydraughts 28: land where it goes on"
        ),
        pytest.param(
            "russian",
            "B:W12,17,19,23,25,27,29:B1,3,4,7,8,10,11,K13,14",
            {"13x31x24x15", "14x21x30"},
            id="py-draughts pull 48: 13x22 and 13x26 stop short",
        ),
        pytest.param(
            "international",
            "W:WK4:B13,32,37,20",
            {"4x27x38x15", "4x31x42x15"},
            id="py-draughts 29: 4x15 by two routes",
        ),
        pytest.param(
            "english", "B:W6,7,14,15:B2", {"2x9x18", "2x11x18"}, id="CheckerBoard: 2x18 two ways"
        ),
    ],
)
def test_moves_are_right_where_other_programs_were_wrong(
    key: str, fen: str, moves: set[str]
) -> None:
    variant = VARIANTS[key]
    assert {str(move) for move in legal_moves(parse_fen(fen, variant), variant)} == moves
