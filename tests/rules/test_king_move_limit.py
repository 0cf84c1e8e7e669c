"""Frisian rules 2011, article 17: how long one king may move while its side has men."""

from dataclasses import replace

import pytest

from game.notation import find_move, parse_fen
from game.rules import VARIANTS, Game, Side, Variant
from game.rules.geometry import bit

FRISIAN = VARIANTS["frisian"]


def after(fen: str, *moves: str, variant: Variant = FRISIAN) -> Game:
    """The game after these moves."""
    game = Game(variant, parse_fen(fen, variant))
    for move in moves:
        game = game.play(find_move(move, game.position, variant))
    return game


def test_a_king_is_at_its_limit_after_three_moves_and_not_after_two() -> None:
    two = after("W:WK46,50:BK1,15", "46-41", "1-6", "41-46", "6-1")
    assert two.king_at_move_limit is None
    assert after("W:WK46,50:BK1,15", *map(str, two.moves), "46-41", "1-6").king_at_move_limit == 41


def test_the_limit_reached_before_the_opponents_third_move_waits_for_the_turn() -> None:
    game = after("W:WK46,50:BK1,15", "46-41", "1-6", "41-46", "6-1", "46-41")
    assert game.position.side is Side.BLACK
    assert game.king_at_move_limit is None


def test_moves_before_the_last_three_do_not_count() -> None:
    game = after("W:WK46,50:BK1,15", "50-45", "1-6", "46-41", "6-1", "41-46", "1-6", "46-41", "6-1")
    assert game.king_at_move_limit == 41


def test_a_mans_move_in_between_lets_the_king_move_on() -> None:
    game = after("W:WK46,50:BK1,15", "46-41", "1-6", "50-45", "6-1", "41-46", "1-6")
    assert game.king_at_move_limit is None


def test_two_kings_that_take_turns_reach_no_limit() -> None:
    game = after("W:WK46,K47,50:BK1,15", "46-41", "1-6", "47-42", "6-1", "41-46", "1-6")
    assert game.king_at_move_limit is None


def test_a_man_that_has_just_been_crowned_has_made_no_kings_move() -> None:
    game = after("W:W7,50:BK5,15", "7-1", "5-10", "1-6", "10-5", "6-1", "5-10")
    assert game.king_at_move_limit is None


def test_a_capture_in_between_lets_the_king_move_on() -> None:
    short = replace(VARIANTS["english"], max_same_king_moves=3)
    moves = ("32x23", "1-5", "23-26", "5-1", "26-30", "1-5")
    game = after("W:WK32,13:BK1,27", *moves, variant=short)
    assert game.moves[0].is_capture
    assert game.king_at_move_limit is None


def test_a_king_that_was_captured_at_its_limit_is_no_longer_there() -> None:
    game = after("W:WK46,50:BK1,15", "46-41", "1-6", "41-46", "6-1", "46-41")
    position = game.position
    gone = position._replace(white_kings=position.white_kings & ~bit(41), side=Side.WHITE)
    taken = game.play(game.legal_moves[0])
    taken.__dict__["position"] = gone
    assert taken.king_at_move_limit is None


@pytest.mark.parametrize(("fen", "square"), [("W:WK46,50:BK1,15", 46), ("W:WK41,50:BK1,15", 41)])
def test_the_king_at_its_limit_is_the_one_that_moved_last(fen: str, square: int) -> None:
    other = {46: 41, 41: 46}[square]
    moves = (f"{square}-{other}", "1-6", f"{other}-{square}", "6-1", f"{square}-{other}", "1-6")
    assert after(fen, *moves).king_at_move_limit == other


def test_a_king_at_its_limit_may_capture_even_if_another_piece_can() -> None:
    short = replace(VARIANTS["english"], max_same_king_moves=3)
    moves = ("32-28", "1-5", "28-32", "5-1", "32-28", "19-24")
    game = after("W:WK32,27:BK1,19", *moves, variant=short)
    assert game.king_at_move_limit == 28
    assert {str(move) for move in game.legal_moves} == {"27x20", "28x19"}
