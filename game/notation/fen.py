"""Positions as text (PDN FEN): ``B:W21-32:B1-12``.

Read liberally: either order of sides, ranges, kings, names in numbers or letters, spaces, lower
case, a final dot, another program's move counters. Written strictly: White then Black, ascending,
no ranges.
"""

from __future__ import annotations

import re

from game.notation.squares import parse_square, square_name
from game.rules import InvalidNotation, Notation, Position, Side, Variant, squares_of
from game.rules.geometry import bit

MAX_LENGTH = 2000
"""Room for every square of the largest board written out, and some air."""

_COUNTERS = re.compile(r":h\d+:f\d+$", re.IGNORECASE)
_ITEM = re.compile(
    r"(?P<king>k?)(?P<first>[a-l]\d{1,2}|\d{1,3})(?:-k?(?P<last>[a-l]\d{1,2}|\d{1,3}))?",
    re.IGNORECASE,
)


def format_fen(
    position: Position, variant: Variant, notation: Notation = Notation.NUMERIC
) -> str:
    """The position as FEN, squares in numbers unless told otherwise."""
    parts = [position.side.letter]
    for side in (Side.WHITE, Side.BLACK):
        names = [
            ("K" if position.is_king(square) else "")
            + square_name(square, variant.board, notation)
            for square in squares_of(position.pieces(side))
        ]
        parts.append(side.letter + ",".join(names))
    return ":".join(parts)


def parse_fen(text: str, variant: Variant) -> Position:
    """The position a FEN describes; a side may be empty, since that is how games end.

    Raises InvalidNotation, saying what is wrong: no side to move, an unknown square, a square
    named twice, a man on its king row, more pieces than the game has.
    """
    if len(text) > MAX_LENGTH:
        raise InvalidNotation(text, f"a position is at most {MAX_LENGTH} characters")
    bare = re.sub(r"\s+", "", text).strip("\"'").rstrip(".")
    bare = _COUNTERS.sub("", bare)
    turn, *lists = bare.split(":")
    sides = {"W": Side.WHITE, "B": Side.BLACK}
    if turn.upper() not in sides:
        raise InvalidNotation(text, "it must begin with W: or B:, the side to move")
    if not lists:
        raise InvalidNotation(text, "it lists no pieces, as in B:W21-32:B1-12")
    men = {Side.WHITE: 0, Side.BLACK: 0}
    kings = {Side.WHITE: 0, Side.BLACK: 0}
    taken = 0
    seen: set[Side] = set()
    for part in lists:
        side = sides.get(part[:1].upper())
        if side is None:
            raise InvalidNotation(text, f"{part[:20]!r} does not begin with W or B")
        if side in seen:
            raise InvalidNotation(text, f"the pieces of {part[:1].upper()} are listed twice")
        seen.add(side)
        for is_king, square in _squares(text, part[1:], variant):
            if taken & bit(square):
                raise InvalidNotation(text, f"square {square} is named twice")
            taken |= bit(square)
            (kings if is_king else men)[side] |= bit(square)
    for side in Side:
        _check(text, side, men[side], kings[side], variant)
    return Position(
        men[Side.BLACK], kings[Side.BLACK], men[Side.WHITE], kings[Side.WHITE], sides[turn.upper()]
    )


def _squares(text: str, listed: str, variant: Variant) -> list[tuple[bool, int]]:
    """(is a king, square) of each piece in one side's list."""
    found: list[tuple[bool, int]] = []
    for item in listed.split(",") if listed else []:
        match = _ITEM.fullmatch(item)
        if not match:
            raise InvalidNotation(text, f"{item[:20]!r} is not a square, a king or a range")
        first = parse_square(match["first"], variant.board)
        last = parse_square(match["last"], variant.board) if match["last"] else first
        if last < first:
            raise InvalidNotation(text, f"the range {item[:20]!r} runs backwards")
        found.extend((bool(match["king"]), square) for square in range(first, last + 1))
    return found


def _check(text: str, side: Side, men: int, kings: int, variant: Variant) -> None:
    misplaced = men & variant.crownheads[side]
    if misplaced:
        square = next(squares_of(misplaced))
        raise InvalidNotation(text, f"a man of {side.letter} on {square} would be a king")
    if (men | kings).bit_count() > variant.men_a_side:
        raise InvalidNotation(
            text, f"{side.letter} has more than {variant.men_a_side} pieces"
        )
