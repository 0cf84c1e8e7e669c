"""Italian draughts: of otherwise equal captures, the one that meets a king first is compulsory."""

from game.notation import format_move, parse_fen
from game.rules import VARIANTS, legal_moves

ITALIAN = VARIANTS["italian"]


def test_capture_that_meets_a_king_first_is_compulsory() -> None:
    at = parse_fen("W:WK15,K16:BK2,4,9,K10,11,K17,18,K19,K25,K31", ITALIAN)
    [move] = legal_moves(at, ITALIAN)
    assert format_move(move, ITALIAN) == "15x22x13x6x15"
    assert move.captures == (19, 18, 10, 11)


def test_routes_that_capture_kings_in_another_order_are_not_merged() -> None:
    at = parse_fen("W:WK7,K18:BK3,10,11,K12,15,K19,K20,K21,K28", ITALIAN)
    assert {move.captures for move in legal_moves(at, ITALIAN)} == {
        (12, 20, 19, 10),
        (12, 20, 19, 11),
    }
