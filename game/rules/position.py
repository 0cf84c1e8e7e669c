"""A position: what stands where and who is to move. It has no history; ``Game`` keeps that."""

from __future__ import annotations

from typing import NamedTuple

from game.rules.geometry import Side, bit
from game.rules.move import Move


class Position(NamedTuple):
    """Four sets of squares (bit n-1 is square n) and the side to move; equal by content.

    The sets are disjoint and inside the board: whoever builds one from outside text checks that
    (``game.notation.fen``), nothing here does again.
    """

    black_men: int
    black_kings: int
    white_men: int
    white_kings: int
    side: Side

    def men(self, side: Side) -> int:
        """The set of ``side``'s men."""
        return self.white_men if side is Side.WHITE else self.black_men

    def kings(self, side: Side) -> int:
        """The set of ``side``'s kings."""
        return self.white_kings if side is Side.WHITE else self.black_kings

    def pieces(self, side: Side) -> int:
        """The set of ``side``'s men and kings."""
        return self.men(side) | self.kings(side)

    @property
    def occupied(self) -> int:
        """The set of squares with a piece on them."""
        return self.black_men | self.black_kings | self.white_men | self.white_kings

    def owner(self, square: int) -> Side | None:
        """Whose piece stands on ``square``, or None."""
        for side in Side:
            if self.pieces(side) & bit(square):
                return side
        return None

    def is_king(self, square: int) -> bool:
        """Whether a king stands on ``square``."""
        return bool((self.black_kings | self.white_kings) & bit(square))

    def after(self, move: Move) -> Position:
        """The position once the side to move has played ``move``, which must be legal here."""
        origin = 1 << (move.path[0] - 1)
        landing = 1 << (move.path[-1] - 1)
        gone = 0
        for square in move.captures:
            gone |= 1 << (square - 1)
        black_men, black_kings, white_men, white_kings, side = self
        if side is Side.WHITE:
            men, kings, their_men, their_kings = white_men, white_kings, black_men, black_kings
        else:
            men, kings, their_men, their_kings = black_men, black_kings, white_men, white_kings
        if kings & origin:
            kings = (kings ^ origin) | landing
        else:
            men ^= origin
            if move.promotes:
                kings |= landing
            else:
                men |= landing
        if gone:
            their_men &= ~gone
            their_kings &= ~gone
        if side is Side.WHITE:
            return Position(their_men, their_kings, men, kings, Side.BLACK)
        return Position(men, kings, their_men, their_kings, Side.WHITE)
