"""Conversion between positions and moves and their encoding in the compiled engine.

The engine has its own bitboard layout (``game.engine.kernel``). A board with its dark corner at
White's right is mirrored; the rules are the same either way.
"""

from __future__ import annotations

import random
from functools import cache, cached_property, lru_cache

from game.engine.kernel import layout
from game.rules import Move, Position, Side, Variant, draws, find_variant, legal_moves, squares_of
from game.rules.geometry import Lines
from game.rules.variant import Precedence

MAX_SQUARES = 50
"""A board with more squares does not fit in 64 bits in this layout."""

_KEYS = {
    Precedence.QUANTITY: layout.KEY_QUANTITY,
    Precedence.WITH_KING: layout.KEY_WITH_KING,
    Precedence.KINGS_TAKEN: layout.KEY_KINGS_TAKEN,
    Precedence.ORDER: layout.KEY_ORDER,
}
_CONDITIONS: dict[draws.Condition, int] = {
    draws.never: 0,
    draws.always: layout.ALWAYS,
    draws.small_ending: layout.SMALL,
    draws.middle_ending: layout.MIDDLE,
    draws.outside_small_endings: layout.OUTSIDE,
    draws.three_kings_against_one: layout.THREE_KINGS,
    draws.three_pieces_against_main_road: layout.MAIN_ROAD,
    draws.three_pieces_against_king: layout.THREE_PIECES,
    draws.two_pieces_against_king: layout.TWO_PIECES,
}


class Codec:
    """The encoding of one variant for the compiled engine."""

    def __init__(self, variant: Variant) -> None:
        if not is_supported(variant):
            raise ValueError(f"{variant.name} does not fit the compiled engine")
        self.variant = variant

    @cached_property
    def bits(self) -> list[int]:
        """The engine's bit number of each square; index 0 is unused."""
        board = self.variant.board
        half = board.columns // 2
        numbers = [0]
        for row, column in board.places:
            seen = column if board.dark_corner_is_left else board.columns - 1 - column
            numbers.append(row // 2 * (2 * half + 1) + row % 2 * half + seen // 2)
        return numbers

    @cached_property
    def _squares(self) -> dict[int, int]:
        return {bit: square for square, bit in enumerate(self.bits) if square}

    def bitboard(self, squares: int) -> int:
        """Return a set of squares as the engine's bits."""
        return sum(1 << self.bits[square] for square in squares_of(squares))

    def encode_position(self, position: Position) -> tuple[int, int, int, int, int]:
        """Return the mover's men and kings, the opponent's, and the side to move."""
        side = position.side
        bitboards = (
            position.men(side),
            position.kings(side),
            position.men(side.other),
            position.kings(side.other),
        )
        men, kings, opp_men, opp_kings = map(self.bitboard, bitboards)
        return men, kings, opp_men, opp_kings, int(side)

    def decode_move(self, encoded: int, captured: int, position: Position) -> Move:
        """Return the legal move of ``position`` that the engine encoded."""
        origin, landing = self._squares[encoded & 255], self._squares[encoded >> 8 & 255]
        taken = frozenset(square for bit, square in self._squares.items() if captured >> bit & 1)
        for move in legal_moves(position, self.variant):
            if move.result == (origin, landing, taken):
                return move
        raise ValueError(f"the engine's {origin} to {landing} is no move of {position}")

    @cached_property
    def rules(self) -> dict[int, int]:
        """The rules as words, by offset in the workspace."""
        variant = self.variant
        words = {
            layout.R_ALL: self.bitboard(variant.board.all_squares),
            layout.R_STEP: variant.board.columns // 2,
            layout.R_FLYING: variant.king_is_flying,
            layout.R_BACKWARD: variant.men_capture_backward,
            layout.R_MEN_CAPTURE_KINGS: variant.men_capture_kings,
            layout.R_PROMOTES_IN_PASSING: variant.promotes_in_passing,
            layout.R_HAS_ORDER: Precedence.ORDER in variant.capture_precedence,
            layout.R_MAIN_ROAD: self.bitboard(variant.board.main_road),
            layout.R_LAST: max(self.bits[1:]) + min(self.bits[1:]),
        }
        for side in Side:
            words[layout.R_CROWNHEAD + side] = self.bitboard(variant.crownheads[side])
        keys = [_KEYS[key] for key in variant.capture_precedence]
        words |= dict(enumerate([len(keys), *keys], layout.R_KEYS))
        counters = [
            number
            for counter in variant.draw_counters
            for number in (
                _CONDITIONS[counter.runs],
                counter.plies,
                counter.reset_by.value,
                _CONDITIONS[counter.lasts],
            )
        ]
        words |= dict(enumerate([len(variant.draw_counters), *counters], layout.R_COUNTERS))
        return {place: int(encoded) for place, encoded in words.items()}


def is_supported(variant: Variant) -> bool:
    """Return whether the compiled engine can play these rules."""
    return (
        variant.board.size <= MAX_SQUARES
        and variant.move_lines is variant.capture_lines is Lines.DIAGONAL
        and not variant.removes_in_passing
        and not variant.king_lands_next
        and not variant.king_stops_behind_king
        and all(key in _KEYS for key in variant.capture_precedence)
    )


@lru_cache(maxsize=128)
def codec_of(key: str) -> Codec:
    """Return the encoding of a variant, given its key."""
    return Codec(find_variant(key))


@cache
def zobrist() -> dict[int, int]:
    """Return the random words of Zobrist keys, the same in every process."""
    rng = random.Random("crownhead")
    places = range(layout.ZOBRIST, layout.ZOBRIST_WHITE + 1)
    return {place: rng.getrandbits(64) for place in places}
