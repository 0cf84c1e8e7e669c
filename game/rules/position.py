"""A position: which piece is where and who is to move. It has no history; ``Game`` has."""

from __future__ import annotations

from typing import NamedTuple

from game.rules.geometry import Side, bit
from game.rules.move import Move


class Position(NamedTuple):
    """Four sets of squares (bit n-1 is square n) and the side to move; equal by content.

    The sets must be disjoint and on the board. Parsers check that (``game.notation.fen``); nothing
    here checks it again.
    """

    black_men: int
    black_kings: int
    white_men: int
    white_kings: int
    side: Side

    def men(self, side: Side) -> int:
        """Return the set of ``side``'s men."""
        return self.white_men if side is Side.WHITE else self.black_men

    def kings(self, side: Side) -> int:
        """Return the set of ``side``'s kings."""
        return self.white_kings if side is Side.WHITE else self.black_kings

    def pieces(self, side: Side) -> int:
        """Return the set of ``side``'s men and kings."""
        return self.men(side) | self.kings(side)

    @property
    def occupied(self) -> int:
        """The set of occupied squares."""
        return self.black_men | self.black_kings | self.white_men | self.white_kings

    def owner(self, square: int) -> Side | None:
        """Return the side whose piece is on ``square``, if any."""
        for side in Side:
            if self.pieces(side) & bit(square):
                return side
        return None

    def is_king(self, square: int) -> bool:
        """Return whether a king is on ``square``."""
        return bool((self.black_kings | self.white_kings) & bit(square))

    def after(self, move: Move) -> Position:
        """Return the position after ``move``, which must be legal here."""
        origin = 1 << (move.path[0] - 1)
        landing = 1 << (move.path[-1] - 1)
        captured = 0
        for square in move.captures:
            captured |= 1 << (square - 1)
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
        if captured:
            their_men &= ~captured
            their_kings &= ~captured
        if side is Side.WHITE:
            return Position(their_men, their_kings, men, kings, Side.BLACK)
        return Position(men, kings, their_men, their_kings, Side.WHITE)
