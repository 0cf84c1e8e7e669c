"""Static evaluation of the plain search: mostly material, with a few positional terms.

All positional terms together stay below the value of a man, so no search sacrifices a piece for
them.
"""

from __future__ import annotations

from functools import lru_cache

from game.engine.limits import MAN
from game.rules import Board, Position, Side, Variant

SHORT_KING = 140
FLYING_KING = 300
ROW_ADVANCED = 2
"""For each row a man has advanced."""
BACK_ROW_GUARD = 4
"""For each man still on its back row, where the opponent's men are crowned."""
KING_OFF_EDGE = 5
"""For each king off the edge, where it reaches more squares."""


class Evaluation:
    """The evaluation of positions of one variant, with its sets of squares precomputed."""

    def __init__(self, variant: Variant) -> None:
        board = variant.board
        self._king = FLYING_KING if variant.king_is_flying else SHORT_KING
        self._inside = _inside(board)
        black_rows = [board.row_set(row) for row in range(board.rows)]
        white_rows = black_rows[::-1]
        self._back_row = (black_rows[0], white_rows[0])
        self._rows_ahead = (_rows_from(black_rows), _rows_from(white_rows))

    def score(self, position: Position) -> int:
        """Return the score in centimen, for the side to move."""
        side = position.side
        return self._side_score(position, side) - self._side_score(position, side.other)

    def _side_score(self, position: Position, side: Side) -> int:
        men = position.men(side)
        total = men.bit_count() * MAN + (men & self._back_row[side]).bit_count() * BACK_ROW_GUARD
        for squares in self._rows_ahead[side]:
            total += (men & squares).bit_count() * ROW_ADVANCED
        kings = position.kings(side)
        if kings:
            total += kings.bit_count() * self._king
            total += (kings & self._inside).bit_count() * KING_OFF_EDGE
        return total


def _rows_from(rows: list[int]) -> tuple[int, ...]:
    """Return, for each row but the first, the squares on it and beyond; a man counts in each."""
    sets = []
    beyond = 0
    for row in reversed(rows[1:]):
        beyond |= row
        sets.append(beyond)
    return tuple(sets)


def _inside(board: Board) -> int:
    """Return the squares that are not on an edge."""
    return sum(
        1 << index
        for index, (row, column) in enumerate(board.places)
        if 0 < row < board.rows - 1 and 0 < column < board.columns - 1
    )


@lru_cache(maxsize=128)
def evaluation_of(variant: Variant) -> Evaluation:
    """Return the evaluation of a variant, built once per process."""
    return Evaluation(variant)
