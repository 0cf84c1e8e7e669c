"""Positions as text (PDN FEN): ``B:W21-32:B1-12``.

Reading is liberal: either order of sides, ranges, kings, squares as numbers or letters, spaces,
lower case, a final dot, other programs' move counters and their marks for pieces just jumped.
Writing is strict: White then Black, ascending, no ranges.
"""

from __future__ import annotations

import re

from game.notation.squares import FILES, parse_square, square_name
from game.rules import Board, InvalidNotation, Notation, Position, Side, Variant, squares_of
from game.rules.geometry import bit

MAX_LENGTH = 2000
"""More than enough to list every square of the largest board."""

_COUNTERS = re.compile(r":H\d+:F\d+$", re.ASCII | re.IGNORECASE)
_SPLIT_NUMBER = re.compile(r"\d\s+\d")
_NUMBERED = re.compile(r"[Kk]?\d{1,3}(?:-[Kk]?\d{1,3})?", re.ASCII)
_GHOST = re.compile(r"[GP]\d{1,3}", re.ASCII)
"""Lidraughts' mark for a man (G) or king (P) that has been jumped in an unfinished capture."""
_ITEM = r"(?P<king>[{marks}]?)(?P<first>{square})(?:-[{marks}]?(?P<last>{square}))?"
_PIECE, _PIECE_BESIDE_FILE_K = (
    re.compile(_ITEM.format(marks=marks, square=r"[A-La-l]\d{1,2}|\d{1,3}"), re.ASCII)
    for marks in ("Kk", "K")
)
"""A piece or a range of pieces; on a board that has a file k only a capital K is a king."""


def format_fen(position: Position, variant: Variant, notation: Notation = Notation.NUMERIC) -> str:
    """Return the position as FEN, with numbered squares by default."""
    parts = [position.side.letter]
    for side in (Side.WHITE, Side.BLACK):
        names = [
            ("K" if position.is_king(square) else "") + square_name(square, variant.board, notation)
            for square in squares_of(position.pieces(side))
        ]
        parts.append(side.letter + ",".join(names))
    return ":".join(parts)


def parse_fen(text: str, variant: Variant) -> Position:
    """Return the position of a FEN; a side may have no pieces, since games end that way.

    Raises InvalidNotation with the reason: no side to move, an unknown square, a square named
    twice, a man on its king row, more pieces than the game has.
    """
    if len(text) > MAX_LENGTH:
        raise InvalidNotation(text, f"a position is at most {MAX_LENGTH} characters")
    if _SPLIT_NUMBER.search(text):
        raise InvalidNotation(text, "put a comma between squares")
    bare = re.sub(r"\s+", "", text).strip("\"'").rstrip(".")
    turn, *lists = _COUNTERS.sub("", bare).split(":")
    sides = {"W": Side.WHITE, "B": Side.BLACK}
    if turn.upper() not in sides:
        raise InvalidNotation(text, "it must begin with W: or B:, the side to move")
    if not lists:
        raise InvalidNotation(text, "it lists no pieces, as in B:W21-32:B1-12")
    has_file_k = variant.board.columns > FILES.index("k")
    piece = _PIECE_BESIDE_FILE_K if has_file_k and turn.isupper() else _PIECE
    men = {Side.WHITE: 0, Side.BLACK: 0}
    kings = {Side.WHITE: 0, Side.BLACK: 0}
    occupied = 0
    seen: set[Side] = set()
    # Only Lidraughts writes ghosts, and it numbers squares; in a FEN without numbers G is a file.
    has_numbers = any(_NUMBERED.fullmatch(item) for part in lists for item in _items(part))
    for part in lists:
        side = sides.get(part[:1].upper())
        if side is None:
            raise InvalidNotation(text, f"{part[:20]!r} does not begin with W or B")
        if side in seen:
            raise InvalidNotation(text, f"the pieces of {part[:1].upper()} are listed twice")
        seen.add(side)
        items = [i for i in _items(part) if not (has_numbers and _GHOST.fullmatch(i))]
        for is_king, square in _squares(text, items, piece, variant.board):
            if occupied & bit(square):
                raise InvalidNotation(text, f"square {square} is named twice")
            occupied |= bit(square)
            (kings if is_king else men)[side] |= bit(square)
    position = Position(
        men[Side.BLACK], kings[Side.BLACK], men[Side.WHITE], kings[Side.WHITE], sides[turn.upper()]
    )
    check_pieces(text, position, variant)
    return position


def check_pieces(text: str, position: Position, variant: Variant) -> None:
    """Raise InvalidNotation if a man is on its king row or a side has too many pieces."""
    for side in Side:
        misplaced = position.men(side) & variant.crownheads[side]
        if misplaced:
            square = next(squares_of(misplaced))
            raise InvalidNotation(text, f"a man of {side.letter} on {square} would be a king")
        if position.pieces(side).bit_count() > variant.men_per_side:
            raise InvalidNotation(
                text, f"{side.letter} has more than {variant.men_per_side} pieces"
            )


def _items(part: str) -> list[str]:
    """Split a side's list: ``WK3,4`` gives K3 and 4."""
    return part[1:].split(",") if part[1:] else []


def _squares(
    text: str, items: list[str], piece: re.Pattern[str], board: Board
) -> list[tuple[bool, int]]:
    """Return (is a king, square) for each piece in a side's list."""
    found: list[tuple[bool, int]] = []
    for item in items:
        match = piece.fullmatch(item)
        if not match:
            raise InvalidNotation(text, f"{item[:20]!r} is not a square, a king or a range")
        first = parse_square(match["first"], board)
        last = parse_square(match["last"], board) if match["last"] else first
        if last < first:
            raise InvalidNotation(text, f"the range {item[:20]!r} runs backwards")
        found.extend((bool(match["king"]), square) for square in range(first, last + 1))
    return found
