"""Boards: where the playing squares are, how they are numbered, and which of them form lines.

Rows and columns count from the top left as White sees the board, so White moves towards row 0.
A square is its number, 1 to ``Board.size``; a set of squares is an ``int`` whose bit n-1 stands for
square n. Nothing here knows about pieces or moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cached_property


class Side(IntEnum):
    """The two players, by the colour of their pieces."""

    BLACK = 0
    WHITE = 1

    def __bool__(self) -> bool:
        # Black is 0, but only None means that there is no side.
        return True

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.WHITE if self is Side.BLACK else Side.BLACK

    @property
    def letter(self) -> str:
        """``B`` or ``W``, as FEN writes it."""
        return "W" if self is Side.WHITE else "B"


class Corner(Enum):
    """Where square 1 is, as White sees the board; the numbers run along the rows from there."""

    TOP_LEFT = "top left"
    BOTTOM_RIGHT = "bottom right"


class Lines(Enum):
    """The lines along which a piece may move."""

    DIAGONAL = "diagonal"
    ORTHOGONAL = "orthogonal"
    ALL = "diagonal and orthogonal"


@dataclass(frozen=True)
class Direction:
    """A step to the next playing square on a line; with ``rows`` < 0 it goes towards Black."""

    rows: int
    columns: int

    @property
    def opposite(self) -> Direction:
        """The same line in the opposite direction."""
        return Direction(-self.rows, -self.columns)

    def is_backward(self, side: Side) -> bool:
        """Return whether the step takes a piece of ``side`` towards its own back row."""
        return self.rows > 0 if side is Side.WHITE else self.rows < 0


def bit(square: int) -> int:
    """Return the set of ``square`` alone."""
    return 1 << (square - 1)


def squares_of(squares: int) -> Iterator[int]:
    """Yield the squares of a set, in ascending order."""
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length()
        squares ^= lowest


@dataclass(frozen=True)
class Board:
    """The shape and numbering of a board; equal by content."""

    rows: int = 8
    columns: int = 8
    dark_corner_is_left: bool = True
    """Whether the corner on White's left is a playing square."""
    first_square: Corner = Corner.TOP_LEFT
    plays_on_every_square: bool = False
    """Whether light squares are playing squares too (Turkish)."""

    def is_playing_square(self, row: int, column: int) -> bool:
        """Return whether pieces may stand on this square of the full board."""
        if self.plays_on_every_square:
            return True
        left_corner_shade = (self.rows - 1) % 2
        is_dark_with_left_corner = (row + column) % 2 == left_corner_shade
        return is_dark_with_left_corner is self.dark_corner_is_left

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """(row, column) of each square; index 0 is square 1."""
        cells = [
            (row, column)
            for row in range(self.rows)
            for column in range(self.columns)
            if self.is_playing_square(row, column)
        ]
        if self.first_square is Corner.BOTTOM_RIGHT:
            cells.reverse()
        return tuple(cells)

    @cached_property
    def square_at(self) -> dict[tuple[int, int], int]:
        """Square numbers by (row, column), playing squares only."""
        return {place: number for number, place in enumerate(self.places, start=1)}

    @property
    def size(self) -> int:
        """The number of playing squares."""
        return len(self.places)

    @cached_property
    def all_squares(self) -> int:
        """The set of all playing squares."""
        return (1 << self.size) - 1

    def row_set(self, row: int) -> int:
        """Return the set of playing squares in a row; row 0 is White's king row."""
        return sum(bit(number) for (at, _), number in self.square_at.items() if at == row)

    def crownhead(self, side: Side) -> int:
        """Return the king row of ``side``: the set of squares on which its men are crowned."""
        return self.row_set(0 if side is Side.WHITE else self.rows - 1)

    @cached_property
    def main_road(self) -> int:
        """The set of squares on the long diagonal, from corner to corner."""
        return sum(
            bit(number)
            for (row, column), number in self.square_at.items()
            if (row + column == self.rows - 1 if self.dark_corner_is_left else row == column)
        )

    def directions(self, lines: Lines) -> tuple[Direction, ...]:
        """Return the directions of these lines, each a step of one playing square.

        Where only dark squares are played on, the next one up, down or sideways is two away.
        """
        step = 1 if self.plays_on_every_square else 2
        diagonal = tuple(Direction(r, c) for r in (-1, 1) for c in (-1, 1))
        straight = (
            Direction(-step, 0),
            Direction(0, -step),
            Direction(0, step),
            Direction(step, 0),
        )
        return {
            Lines.DIAGONAL: diagonal,
            Lines.ORTHOGONAL: straight,
            Lines.ALL: diagonal + straight,
        }[lines]

    def ray(self, square: int, direction: Direction) -> tuple[int, ...]:
        """Return the playing squares from ``square``, excluded, to the edge, nearest first."""
        row, column = self.places[square - 1]
        found: list[int] = []
        while True:
            row, column = row + direction.rows, column + direction.columns
            number = self.square_at.get((row, column))
            if number is None:
                return tuple(found)
            found.append(number)
