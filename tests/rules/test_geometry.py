"""Where the squares are, by the diagrams of the rulebooks."""

from __future__ import annotations

import pytest

from game.rules import VARIANTS, Board, Side, Variant, squares_of
from game.rules.geometry import Corner, Direction, Lines, bit
from tests.kit import draw, position

EIGHT = Board()
TEN = Board(rows=10, columns=10)
TWELVE = Board(rows=12, columns=12)
MIRRORED = Board(dark_corner_is_left=False)
FROM_BELOW = Board(dark_corner_is_left=False, first_square=Corner.BOTTOM_RIGHT)


@pytest.mark.parametrize(
    ("board", "places"),
    [
        # (row, column) from the top left as White sees it
        (EIGHT, {1: (0, 1), 4: (0, 7), 5: (1, 0), 28: (6, 7), 29: (7, 0), 32: (7, 6)}),
        (TEN, {1: (0, 1), 5: (0, 9), 6: (1, 0), 46: (9, 0), 50: (9, 8)}),
        (TWELVE, {1: (0, 1), 6: (0, 11), 67: (11, 0), 72: (11, 10)}),
        (MIRRORED, {1: (0, 0), 4: (0, 6), 5: (1, 1), 8: (1, 7), 32: (7, 7)}),
        (FROM_BELOW, {1: (7, 7), 4: (7, 1), 5: (6, 6), 29: (0, 6), 32: (0, 0)}),
    ],
    ids=["8x8", "10x10", "12x12", "Italian", "Spanish"],
)
def test_squares_are_numbered_as_in_the_rulebooks(
    board: Board, places: dict[int, tuple[int, int]]
) -> None:
    assert {square: board.places[square - 1] for square in places} == places
    assert all(board.square_at[board.places[square - 1]] == square for square in places)


@pytest.mark.parametrize(("board", "size"), [(EIGHT, 32), (TEN, 50), (TWELVE, 72)])
def test_half_of_the_squares_are_playing_squares(board: Board, size: int) -> None:
    assert board.size == size
    assert board.all_squares == 2**size - 1


def test_every_square_is_a_playing_square_in_turkish() -> None:
    assert Board(plays_on_every_square=True).size == 64


def test_boards_are_equal_by_content() -> None:
    assert Board() == Board(8, 8) != Board(10, 10)
    assert hash(Board()) == hash(Board(8, 8))


@pytest.mark.parametrize(
    ("board", "road"),
    [
        (EIGHT, {4, 8, 11, 15, 18, 22, 25, 29}),  # h8 to a1
        (TEN, {5, 10, 14, 19, 23, 28, 32, 37, 41, 46}),
        (FROM_BELOW, {1, 5, 10, 14, 19, 23, 28, 32}),  # the "rio" of Portuguese books
        (MIRRORED, {1, 5, 10, 14, 19, 23, 28, 32}),
    ],
    ids=["8x8", "10x10", "Spanish", "Italian"],
)
def test_the_main_road_runs_from_corner_to_corner(board: Board, road: set[int]) -> None:
    assert set(squares_of(board.main_road)) == road


def test_king_row_is_the_far_row() -> None:
    assert set(squares_of(EIGHT.crownhead(Side.WHITE))) == {1, 2, 3, 4}
    assert set(squares_of(EIGHT.crownhead(Side.BLACK))) == {29, 30, 31, 32}
    assert set(squares_of(FROM_BELOW.crownhead(Side.WHITE))) == {29, 30, 31, 32}


def test_ray_runs_to_the_edge_nearest_square_first() -> None:
    assert EIGHT.ray(29, Direction(-1, 1)) == (25, 22, 18, 15, 11, 8, 4)
    assert EIGHT.ray(4, Direction(1, -1)) == (8, 11, 15, 18, 22, 25, 29)
    assert EIGHT.ray(29, Direction(1, 1)) == ()


def test_orthogonal_lines_skip_the_light_squares() -> None:
    up, left, right, down = TEN.directions(Lines.ORTHOGONAL)
    assert TEN.ray(28, up) == (18, 8)
    assert TEN.ray(28, left) == (27, 26)
    assert TEN.ray(28, right) == (29, 30)
    assert TEN.ray(28, down) == (38, 48)
    assert len(TEN.directions(Lines.ALL)) == 8


def test_black_moves_down_the_board_and_white_up() -> None:
    down, sideways = Direction(1, 1), Direction(0, 1)
    assert down.is_backward(Side.WHITE)
    assert not down.is_backward(Side.BLACK)
    assert down.opposite == Direction(-1, -1)
    assert not any(sideways.is_backward(side) for side in Side)


def test_sides_have_an_opponent_and_a_letter() -> None:
    assert [side.other for side in (Side.BLACK, Side.WHITE)] == [Side.WHITE, Side.BLACK]
    assert [side.letter for side in (Side.BLACK, Side.WHITE)] == ["B", "W"]


def test_squares_of_a_set_come_in_ascending_order() -> None:
    assert list(squares_of(bit(32) | bit(1) | bit(7))) == [1, 7, 32]
    assert list(squares_of(0)) == []


def test_english_starting_position_matches_the_diagram() -> None:
    english = VARIANTS["english"]
    drawing = """
        . b . b . b . b
        b . b . b . b .
        . b . b . b . b
        . . . . . . . .
        . . . . . . . .
        w . w . w . w .
        . w . w . w . w
        w . w . w . w .
    """
    assert position(drawing, english, Side.BLACK) == english.start


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.key)
def test_drawing_of_a_position_reads_back_as_the_same_position(variant: Variant) -> None:
    assert position(draw(variant.start, variant), variant, variant.first_to_move) == variant.start


def test_both_sides_are_truthy() -> None:
    assert [side for side in (*Side, None) if side] == list(Side)
