"""The traits of each game, by the table of field guide 1.1, and one position to show each trait.

Lines name their source as that table does: (F) FMJD Annex 1 and FMJD-64,
(P) the PDN 3.0 list of game types, (M) mindsports.nl, (A) American Pool Checkers Association,
(D) federations' own rules of Spanish, Portuguese, Czech and Italian draughts,
(W) en.wikipedia.org on Turkish draughts.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.notation import format_move, parse_fen
from game.rules import VARIANTS, Notation, Side, legal_moves
from game.rules.geometry import Corner
from game.rules.movegen import KING_WORTH, MAN_WORTH
from game.rules.variant import Precedence

ALL = set(VARIANTS)
ENGLISH_FAMILY = {"english", "italian"}
FORWARD_MEN = ENGLISH_FAMILY | {"spanish", "portuguese", "czech", "turkish", "thai"}

GAMES_WITH = {
    "king_is_flying": ALL - ENGLISH_FAMILY,  # (F 3.7) (M)
    "men_capture_backward": ALL - FORWARD_MEN,  # (F 4.2) (D: forward only)
    "men_capture_kings": ALL - {"italian"},  # (D: a man may not capture a king)
    "promotes_in_passing": {"russian"},  # (F 4.5)
    "removes_in_passing": {"turkish", "thai"},  # (M)
    "may_turn_back": ALL - {"turkish"},  # (W) only there no half-turn between two jumps
    "king_lands_next": {"thai"},  # (M)
    "king_stops_behind_king": {"killer"},  # (M)
}
PRECEDENCE = {
    "english": (),  # WCDF 1.20
    "brazilian": (Precedence.QUANTITY,),  # (F 4.13)
    "russian": (),  # (F 4.6)
    "pool": (),  # (A)
    "international": (Precedence.QUANTITY,),  # (F 4.13)
    "canadian": (Precedence.QUANTITY,),  # (M)
    "frisian": (Precedence.VALUE, Precedence.WITH_KING),  # Frisian rules 2011, 11
    "italian": (
        Precedence.QUANTITY,
        Precedence.WITH_KING,
        Precedence.KINGS_TAKEN,
        Precedence.ORDER,
    ),  # (D)
    "spanish": (Precedence.QUANTITY, Precedence.KINGS_TAKEN),  # (D)
    "portuguese": (Precedence.QUANTITY, Precedence.KINGS_TAKEN),  # (D)
    "czech": (Precedence.WITH_KING,),  # (D)
    "turkish": (Precedence.QUANTITY,),  # (W)
    "thai": (),  # (M)
    "killer": (Precedence.QUANTITY,),  # (M)
    "frysk": (Precedence.VALUE, Precedence.WITH_KING),  # as Frisian (M)
}
BOARDS = {  # rows, men per side, whether White's left corner is played on, where square 1 is (P)
    "english": (8, 12, True, Corner.TOP_LEFT),
    "brazilian": (8, 12, True, Corner.TOP_LEFT),
    "russian": (8, 12, True, Corner.TOP_LEFT),
    "pool": (8, 12, True, Corner.TOP_LEFT),
    "czech": (8, 12, True, Corner.TOP_LEFT),
    "italian": (8, 12, False, Corner.TOP_LEFT),
    "spanish": (8, 12, False, Corner.BOTTOM_RIGHT),
    "portuguese": (8, 12, False, Corner.BOTTOM_RIGHT),
    "international": (10, 20, True, Corner.TOP_LEFT),
    "frisian": (10, 20, True, Corner.TOP_LEFT),
    "canadian": (12, 30, True, Corner.TOP_LEFT),
    "turkish": (8, 16, True, Corner.TOP_LEFT),
    "thai": (8, 8, True, Corner.BOTTOM_RIGHT),
    "killer": (10, 20, True, Corner.TOP_LEFT),
    "frysk": (10, 5, True, Corner.TOP_LEFT),
}
GAME_TYPES = {  # (P)
    "international": "20,W,10,10,N2,0",
    "english": "21,B,8,8,N1,0",
    "italian": "22,W,8,8,N2,1",
    "pool": "23,B,8,8,N1,0",
    "spanish": "24,W,8,8,N1,1",
    "russian": "25,W,8,8,A0,0",
    "brazilian": "26,W,8,8,A0,0",
    "canadian": "27,W,12,12,N2,0",
    "portuguese": "28,W,8,8,N1,1",
    "czech": "29,W,8,8,A0,0",
    "frisian": "40,W,10,10,N2,0",
    "turkish": "30,W,8,8,A0,0",
    "thai": "31,B,8,8,N2,0",
    # Without a number of their own
    "killer": "20,W,10,10,N2,0",
    "frysk": "40,W,10,10,N2,0",
}
SHOWN = [  # trait, position, (a game with it, its moves), (a game without it, its moves)
    (
        "king_is_flying",
        "W:WK29:B18",
        ("brazilian", {"29x15", "29x11", "29x8", "29x4"}),
        ("english", {"29-25"}),
    ),
    (
        "men_capture_backward",
        "W:W14:B17",
        ("brazilian", {"14x21"}),
        ("czech", {"14-9", "14-10"}),
    ),
    (
        "men_capture_kings",
        "W:W22:BK18",
        ("english", {"22x15"}),
        ("italian", {"22-19"}),
    ),
    (
        "promotes_in_passing",
        "W:W11:B7,9",
        ("russian", {"11x2x13"}),
        ("brazilian", {"11x2"}),
    ),
    (
        "removes_in_passing",
        "W:WKd4:Be5,c3",  # the king crosses the square of the man it has jumped
        ("thai", {"15x22x8", "15x8x22"}),
        ("czech", {"18x11", "18x8", "18x4", "18x25", "18x29"}),
    ),
    (
        "king_lands_next",
        "W:WKa1:Bd4",
        ("thai", {"4x18"}),
        ("czech", {"29x15", "29x11", "29x8", "29x4"}),
    ),
    (
        "king_stops_behind_king",
        "W:WK46:BK32",
        ("killer", {"46x28"}),
        ("international", {"46x28", "46x23", "46x19", "46x14", "46x10", "46x5"}),
    ),
]


@pytest.mark.parametrize("trait", GAMES_WITH)
@pytest.mark.parametrize("key", sorted(ALL))
def test_each_game_has_the_traits_of_its_rulebook(trait: str, key: str) -> None:
    assert getattr(VARIANTS[key], trait) is (key in GAMES_WITH[trait])


@pytest.mark.parametrize(("trait", "fen", "with_it", "without"), SHOWN, ids=[s[0] for s in SHOWN])
def test_trait_changes_the_moves_of_a_position(
    trait: str, fen: str, with_it: tuple[str, set[str]], without: tuple[str, set[str]]
) -> None:
    for has_trait, (key, moves) in ((True, with_it), (False, without)):
        variant = VARIANTS[key]
        assert getattr(variant, trait) is has_trait
        assert {str(move) for move in legal_moves(parse_fen(fen, variant), variant)} == moves


def test_turkish_capture_may_turn_aside_but_not_back() -> None:
    turkish = VARIANTS["turkish"]
    back, aside = (parse_fen(f"W:WKd4:Bd5,{other}", turkish) for other in ("d3", "b6"))
    assert {format_move(move, turkish) for move in legal_moves(back, turkish)} == {
        "d4xd6", "d4xd7", "d4xd8", "d4xd2", "d4xd1",
    }  # fmt: skip
    assert {format_move(move, turkish) for move in legal_moves(aside, turkish)} == {"d4xd6xa6"}


def test_killer_king_may_go_on_from_any_square_behind_a_king() -> None:
    killer = VARIANTS["killer"]
    at = parse_fen("W:WK46:BK32,14", killer)
    assert {str(move) for move in legal_moves(at, killer)} == {"46x28x10", "46x28x5"}


@pytest.mark.parametrize("key", sorted(ALL))
def test_each_game_has_the_capture_precedence_of_its_rulebook(key: str) -> None:
    assert VARIANTS[key].capture_precedence == PRECEDENCE[key]


@pytest.mark.parametrize(
    ("key", "fen", "moves"),
    [
        # The man on 22 can capture two men, the king on 31 one.
        ("english", "W:W22,K31:B10,18,27", {"22x15x6", "31x24"}),
        ("brazilian", "W:W22,K31:B10,18,24", {"22x15x6"}),
        ("russian", "W:W22,K31:B10,18,24", {"22x15x6", "31x20"}),
        ("pool", "W:W22,K31:B10,18,24", {"22x15x6", "31x20"}),
        ("czech", "W:W22,K31:B10,18,24", {"31x20"}),
        # One piece either way: a king or a man.
        ("spanish", "W:W10:BK13,14", {"10x17"}),
        ("portuguese", "W:W10:BK13,14", {"10x17"}),
    ],
)
def test_capture_precedence_narrows_the_choice(key: str, fen: str, moves: set[str]) -> None:
    variant = VARIANTS[key]
    assert {str(move) for move in legal_moves(parse_fen(fen, variant), variant)} == moves


@pytest.mark.parametrize("kings", range(1, 21))
def test_frisian_king_is_worth_a_little_less_than_two_men(
    kings: int,
) -> None:
    # Frisian rules 2011, art. 11
    assert (2 * kings - 1) * MAN_WORTH < kings * KING_WORTH < 2 * kings * MAN_WORTH


def test_quantity_precedence_applies_to_english() -> None:
    most = replace(VARIANTS["english"], capture_precedence=(Precedence.QUANTITY,))
    assert [str(move) for move in legal_moves(parse_fen("W:W22,K31:B10,18,27", most), most)] == [
        "22x15x6"
    ]


@pytest.mark.parametrize("key", sorted(ALL))
def test_each_game_has_its_board_and_its_men(key: str) -> None:
    variant = VARIANTS[key]
    rows, men, left, corner = BOARDS[key]
    board = variant.board
    assert (board.rows, board.columns) == (rows, rows)
    assert (board.dark_corner_is_left, board.first_square) == (left, corner)
    assert variant.men_per_side == variant.start.white_men.bit_count() == men
    assert variant.start.black_men.bit_count() == men
    assert not variant.start.black_kings | variant.start.white_kings
    assert variant.start.side is variant.first_to_move


def test_black_moves_first_only_in_english_pool_and_thai() -> None:
    black_first = {key for key in ALL if VARIANTS[key].first_to_move is Side.BLACK}
    assert black_first == {"english", "pool", "thai"}


@pytest.mark.parametrize("key", sorted(ALL))
def test_game_type_tag_describes_the_board(key: str) -> None:
    variant = VARIANTS[key]
    assert variant.pdn_game_type == GAME_TYPES[key]
    _, first, columns, rows, numbering, inverted = variant.pdn_game_type.split(",")
    board = variant.board
    assert first == variant.first_to_move.letter
    assert (int(columns), int(rows)) == (board.columns, board.rows)
    assert inverted == ("0" if board.dark_corner_is_left else "1")
    if variant.notation is Notation.ALGEBRAIC:
        assert numbering == "A0"
    else:  # the corner of square 1 as the player who begins sees it
        from_white = board.first_square is Corner.BOTTOM_RIGHT
        from_starter = from_white is (variant.first_to_move is Side.WHITE)
        assert numbering == ("N1" if from_starter else "N2")


def test_four_games_have_algebraic_notation_and_two_a_capture_sign_of_their_own() -> None:
    by_letters = {key for key in ALL if VARIANTS[key].notation is Notation.ALGEBRAIC}
    assert by_letters == {"russian", "brazilian", "czech", "turkish"}
    signs = {key: VARIANTS[key].capture_sign for key in ALL}
    assert {key: sign for key, sign in signs.items() if sign != "x"} == {
        "russian": ":",
        "thai": "-",
    }


def test_third_occurrence_draws_in_every_game() -> None:
    assert {variant.max_repetitions for variant in VARIANTS.values()} == {3}


def test_variants_are_keyed_by_key_and_have_distinct_names() -> None:
    assert all(variant.key == key and variant.name for key, variant in VARIANTS.items())
    assert len({variant.name for variant in VARIANTS.values()}) == len(VARIANTS) == 15
