"""Moves as text: ``11-15``, ``30x23x14``, ``c3-d4``, and as players type them (``11 15``).

Text never makes a move: it selects one of the legal moves, or an error says why it cannot.
"""

from __future__ import annotations

import re

from game.notation.fen import format_fen
from game.notation.squares import parse_square, square_name
from game.rules import (
    AmbiguousMove,
    IllegalMove,
    InvalidNotation,
    Move,
    Notation,
    Position,
    Variant,
    continuations,
    legal_moves,
)

MAX_LENGTH = 200
"""Longer than any move on any board."""

_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
_SQUARE = re.compile(r"[a-l]\d{1,2}|\d{1,3}(?!\d)", re.ASCII | re.IGNORECASE)
_BETWEEN = re.compile(r"\s*(?:[-x:*×]|\bto\b|,)?\s*", re.IGNORECASE)


def format_move(move: Move, variant: Variant, notation: Notation | None = None) -> str:
    """Return the move with every square visited, in the game's own notation by default."""
    style = variant.notation if notation is None else notation
    names = [square_name(square, variant.board, style) for square in move.path]
    sign = variant.capture_sign if style is variant.notation else "x"
    return (sign if move.captures else "-").join(names)


def find_move(text: str, position: Position, variant: Variant) -> Move:
    """Return the legal move that ``text`` names.

    The text gives every square visited, by any legal route; or only the first and the last, if one
    result matches. A text that spells one move out in full names that move, even if it would be
    short for another too. Squares are numbers or letters, with a dash, ``x``, ``:``, ``to`` or a
    space between them.

    Raises InvalidNotation if the text does not name squares, IllegalMove if no legal move matches,
    AmbiguousMove (with the moves in full) if the short form matches several.
    """
    squares = _parse_squares(text, variant)
    *before, last = squares
    full = _by_route(tuple(before), last, position, variant)
    if full:
        return full
    short = [
        move
        for move in legal_moves(position, variant)
        if move.origin == squares[0] and move.destination == last and len(squares) == 2
    ]
    if len(short) == 1:
        return short[0]
    if len(short) > 1:
        raise AmbiguousMove(text, short)
    raise IllegalMove(text, format_fen(position, variant))


def _by_route(
    before: tuple[int, ...], last: int, position: Position, variant: Variant
) -> Move | None:
    """Return the legal move that visits exactly these squares, or None."""
    for move in continuations(position, variant, before).get(last, []):
        if move.path == (*before, last):
            return move
    return None


def _parse_squares(text: str, variant: Variant) -> list[int]:
    if len(text) > MAX_LENGTH:
        raise InvalidNotation(text, f"a move is at most {MAX_LENGTH} characters")
    rest = text.translate(_DASHES).rstrip(" .!?").strip()
    squares = []
    at = 0
    while at < len(rest):
        found = _SQUARE.match(rest, at)
        if not found:
            raise InvalidNotation(text, "a move is two squares or more, like 11-15 or c3-d4")
        squares.append(parse_square(found.group(), variant.board))
        gap = _BETWEEN.match(rest, found.end())
        at = gap.end() if gap else found.end()
        if found.end() < at == len(rest):
            raise InvalidNotation(text, "the last square is missing")
        if at == found.end() < len(rest) and found.group().isdigit():
            raise InvalidNotation(text, "put a dash, an x or a space between squares")
    if len(squares) < 2:
        raise InvalidNotation(text, "a move is two squares or more, like 11-15 or c3-d4")
    return squares
