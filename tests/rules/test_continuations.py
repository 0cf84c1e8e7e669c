"""Moves entered square by square: where a piece may land next, on the way to a legal move."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.notation import parse_fen
from game.rules import VARIANTS, Position, Variant, continuations, legal_moves
from tests.kit import legal_positions, reachable_positions, thorough, variants
from tests.rules.brute_force import every_move

Route = tuple[int, ...]


def routes(at: Position, variant: Variant) -> dict[Route, Route]:
    """Return every move that can be entered square by square, with the captured squares."""
    found: dict[Route, Route] = {}
    unfinished: list[Route] = [(square,) for square in range(1, variant.board.size + 1)]
    while unfinished:
        visited = unfinished.pop()
        for landing, moves in continuations(at, variant, visited).items():
            route = (*visited, landing)
            assert moves
            assert all(move.path[: len(route)] == route for move in moves)
            found.update((move.path, move.captures) for move in moves if move.path == route)
            unfinished.append(route)
    return found


@thorough
@given(st.data(), variants)
def test_continuations_lead_to_every_legal_route_and_no_other(
    data: st.DataObject, variant: Variant
) -> None:
    at = data.draw(legal_positions(variant) | reachable_positions(variant))
    assert routes(at, variant) == every_move(at, variant)


@thorough
@given(st.data(), variants)
def test_first_landing_squares_lead_to_every_move_of_the_piece(
    data: st.DataObject, variant: Variant
) -> None:
    at = data.draw(legal_positions(variant))
    legal = legal_moves(at, variant)
    for origin in range(1, variant.board.size + 1):
        offered = continuations(at, variant, (origin,)).values()
        assert {move.result for moves in offered for move in moves} == {
            move.result for move in legal if move.origin == origin
        }


@pytest.mark.parametrize(
    ("key", "fen", "stop", "ways_on"),
    [
        # The same pieces can be captured on the way to the same square, but not by stopping short.
        ("russian", "W:WK4,K27:BK6,K11,K12,K14,K15,K22,K23,K24,K32", (27, 18, 9, 2, 20), 27),
        ("pool", "W:W5,K13,K30:BK9,K15,K16,K24,K26,K29", (13, 2, 20, 31), 13),
        ("czech", "W:WK26:B5,8,14,19,K20,22,24,27", (26, 17, 3, 12), 26),
    ],
)
def test_king_must_go_on_even_where_another_route_may_stop(
    key: str, fen: str, stop: Route, ways_on: int
) -> None:
    variant = VARIANTS[key]
    at = parse_fen(fen, variant)
    route = (*stop, ways_on)
    assert route not in every_move(at, variant)
    assert any(move.destination == ways_on for move in legal_moves(at, variant))
    assert ways_on not in continuations(at, variant, stop)


def test_illegal_route_has_no_continuations() -> None:
    brazilian = VARIANTS["brazilian"]
    at = parse_fen("B:W11,26:BK7", brazilian)
    assert continuations(at, brazilian, (7, 20)) == {}
    assert continuations(at, brazilian, (7, 16, 30, 26)) == {}
    assert continuations(at, brazilian, (11,)) == {}
    assert continuations(at, brazilian, (3,)) == {}


def test_quiet_move_has_no_continuation() -> None:
    english = VARIANTS["english"]
    assert set(continuations(english.start, english, (11,))) == {15, 16}
    assert continuations(english.start, english, (11, 15)) == {}


def test_circular_capture_may_go_either_way_round() -> None:
    english = VARIANTS["english"]
    at = parse_fen("W:WK27,K32:BK5,15,16,23,24", english)
    circle = {(27, 18, 11, 20, 27), (27, 20, 11, 18, 27)}
    assert set(routes(at, english)) == circle
    assert {move.destination for move in legal_moves(at, english)} == {27}


def test_italian_king_must_go_the_way_that_captures_a_king_first() -> None:
    italian = VARIANTS["italian"]
    at = parse_fen("W:WK22:BK19,18,10,11", italian)
    assert [move.path for move in legal_moves(at, italian)] == [(22, 15, 6, 13, 22)]
    assert routes(at, italian) == {(22, 15, 6, 13, 22): (19, 11, 10, 18)}
