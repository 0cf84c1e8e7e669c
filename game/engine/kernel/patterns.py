"""Weights in the form the evaluation reads: pairs packed into words, and tables of patterns of men.

A table has an entry for each arrangement of men on eight squares: two adjacent squares in each of
four rows, or all of two rows (8 by 8 only). The weight of a man on a square is added to one of the
tables too, so piece-square values cost nothing extra.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.engine.kernel import layout
from game.engine.kernel.workspace import Workspace
from game.engine.weights import TERMS, Pair, Weights

WEIGHT_SCALE = 16
"""Units in a centimen."""
_EIGHT_COLUMNS = 4
"""Half the columns of the smaller board."""

Pairs = NDArray[np.int64]
"""Rows of (early, late)."""


@dataclass(frozen=True)
class Shape:
    """A board's geometry in the evaluation: ``half`` the columns, rows of half as many squares."""

    half: int

    @property
    def squares(self) -> int:
        """The number of squares, numbered row by row from Black's side."""
        return 2 * self.half * self.half

    @property
    def tables(self) -> list[int]:
        """The tables in use: four times the window's first pair of rows, plus its place in it."""
        if self.half == _EIGHT_COLUMNS:
            return [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15]
        return list(range(4 * (self.half - 1)))

    def rotated_table(self, table: int) -> int:
        """Return the table of the same squares on the rotated board."""
        pair, place = divmod(table, 4)
        if self.half == _EIGHT_COLUMNS and place == 3:
            return 4 * (self.half - 1 - pair) + 3
        return 4 * (self.half - 2 - pair) + self.half - 2 - place

    def bit_of(self, square: int) -> int:
        """Return the engine's bit of a square numbered row by row from 0."""
        return square + square // (2 * self.half)

    def squares_of(self, table: int) -> list[int]:
        """List the squares of a table, lowest digit first."""
        pair, place = divmod(table, 4)
        first = pair * 2 * self.half
        if self.half == _EIGHT_COLUMNS and place == 3:
            return list(range(first, first + 8))
        return [first + row * self.half + place + column for row in range(4) for column in range(2)]

    def digits(self) -> NDArray[np.uint64]:
        """Return, for each set of squares of two rows, its index in each window along them."""
        width = 2 * self.half
        sets = np.arange(1 << width, dtype=np.uint64)
        digits = np.zeros(1 << width, dtype=np.uint64)
        is_set = [(sets >> np.uint64(bit)) & np.uint64(1) for bit in range(width)]
        for place in range(self.half - 1):
            window = [place, place + 1, self.half + place, self.half + place + 1]
            for digit, bit in enumerate(window):
                digits += is_set[bit] * np.uint64(3**digit << (16 * place))
        if self.half == _EIGHT_COLUMNS:
            for bit in range(width):
                digits += is_set[bit] * np.uint64(3**bit << 48)
        return digits

    def home_table(self, square: int) -> int:
        """Return the table that holds a square's own weight; each square has one."""
        row, along = divmod(square, self.half)
        pair = min(row // 4 * 2, self.half - 2)
        place = min(along // 2 * 2, self.half - 2)
        return 4 * pair + place


def pack_pairs(pairs: Pairs) -> NDArray[np.uint64]:
    """Pack each (early, late) into one word."""
    words: NDArray[np.uint64] = (pairs[..., 0] + (pairs[..., 1] << 32)).astype(np.uint64)
    return words


def rotated_entries() -> NDArray[np.int64]:
    """Map each entry of a table to the one with the same men on the rotated board."""
    entries = np.arange(layout.PATTERN_ENTRIES)
    rotated = np.zeros_like(entries)
    rest = entries
    for _ in range(8):
        rest, digit = np.divmod(rest, 3)
        rotated = rotated * 3 + np.array([0, 2, 1])[digit]
    return rotated


def load_weights(workspace: Workspace, half: int, weights: Weights) -> None:
    """Write weights, and the sets of squares that they refer to, into a workspace.

    ``half`` is half the board's columns.
    """
    shape = Shape(half)
    terms = np.zeros((layout.TERMS, 2), dtype=np.int64)
    for name, pair in weights.terms.items():
        terms[TERMS[name]] = _scaled(pair)
    workspace[layout.WEIGHTS : layout.WEIGHTS + layout.TERMS] = pack_pairs(terms)
    men, kings = _scaled(weights.men), _scaled(weights.kings)
    for square in range(shape.squares):
        workspace[layout.W_KING_AT + shape.bit_of(square)] = pack_pairs(kings[square])
    tables = np.zeros((layout.PATTERN_TABLES, layout.PATTERN_ENTRIES, 2), dtype=np.int64)
    if weights.patterns:
        tables[shape.tables] = np.frombuffer(weights.patterns, "<i2").reshape(
            len(shape.tables), layout.PATTERN_ENTRIES, 2
        )
    entries = np.arange(layout.PATTERN_ENTRIES)
    for square in range(shape.squares):
        for at, digit, sign in ((square, 1, 1), (shape.squares - 1 - square, 2, -1)):
            home = shape.home_table(at)
            mask = entries // 3 ** shape.squares_of(home).index(at) % 3 == digit
            tables[home] += sign * mask[:, None] * men[square]
    workspace[layout.PATTERNS : layout.PATTERNS_END] = pack_pairs(tables).ravel()
    workspace[layout.PAIRS : layout.WEIGHTS_END] = _pairs(shape, weights.pairs)
    digits = shape.digits()
    workspace[layout.DIGITS : layout.DIGITS + len(digits)] = digits
    workspace[layout.W_PHASE] = 65536 // _start_pieces(half)
    for place, squares in _named_sets(shape).items():
        workspace[place] = np.uint64(sum(1 << shape.bit_of(square) for square in squares))


def _pairs(shape: Shape, pairs: bytes) -> NDArray[np.uint64]:
    """Return the words from PAIRS on: late weights, and whether there are any."""
    tables = np.zeros((layout.PAIR_TABLES, layout.PAIR_SIDE, layout.PAIR_SIDE, 2), dtype=np.int64)
    if pairs:
        bits = np.array([shape.bit_of(square) for square in range(shape.squares)])
        values = np.frombuffer(pairs, "<i2").reshape(layout.PAIR_TABLES, len(bits), len(bits))
        tables[:, bits[:, None], bits[None, :], 1] = values
    return np.append(pack_pairs(tables).ravel(), np.uint64(bool(pairs)))


def _scaled(pairs: Pair | tuple[Pair, ...]) -> Pairs:
    scaled: Pairs = np.rint(np.array(pairs) * WEIGHT_SCALE).astype(np.int64)
    return scaled


def _start_pieces(half: int) -> int:
    """Return the number of pieces at the start: the two middle rows are empty."""
    return 2 * half * (half - 1)


def _named_sets(shape: Shape) -> dict[int, list[int]]:
    """Return the named sets of squares of the evaluation."""
    half, last = shape.half, 2 * shape.half - 1

    def square(row: int, along: int) -> int:
        return row * half + along

    def column(number: int) -> int:
        row, along = divmod(number, half)
        return 2 * along + (row + 1) % 2

    everywhere = range(shape.squares)
    whites = {
        layout.W_BRIDGE: [square(last, 1), square(last, 3)],
        layout.W_DOUBLE_CORNER: [square(last, half - 1), square(last - 1, half - 1)],
        layout.W_DOG_HOLE: [square(1, 0)],
        layout.W_SYSTEM: [number for number in everywhere if number // half % 2],
    }
    blacks = {
        place + 1: [shape.squares - 1 - number for number in squares]
        for place, squares in whites.items()
    }
    rim = [
        number
        for number in everywhere
        if number // half in (0, last) or column(number) in (0, last)
    ]
    left = [number for number in everywhere if column(number) < half]
    return whites | blacks | {layout.W_EDGE: rim, layout.W_LEFT: left}
