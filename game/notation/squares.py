"""Names of squares: numbers in every game, algebraic names too where a game's books use them.

Algebraic names count files from White's left and ranks from White's side: a1 is the corner on
White's left.
"""

from __future__ import annotations

from game.rules import Board, InvalidNotation, Notation

FILES = "abcdefghijkl"


def square_name(square: int, board: Board, notation: Notation) -> str:
    """Return ``11`` or ``c5``; ``square`` must be on the board."""
    if notation is Notation.NUMERIC:
        return str(square)
    row, column = board.places[square - 1]
    return f"{FILES[column]}{board.rows - row}"


def parse_square(text: str, board: Board) -> int:
    """Return the square that ``11``, ``06`` or ``c5`` names; InvalidNotation if there is none."""
    if text.isascii() and text.isdigit() and len(text) <= 3:
        square = int(text)
        if 1 <= square <= board.size:
            return square
        raise InvalidNotation(text, f"squares are numbered 1 to {board.size}")
    letter, digits = text[:1].lower(), text[1:]
    if text.isascii() and letter in FILES and digits.isdigit() and len(digits) <= 2:
        place = (board.rows - int(digits), FILES.index(letter))
        if place in board.square_at:
            return board.square_at[place]
        raise InvalidNotation(text, "that is not a playing square")
    raise InvalidNotation(text, "a square is a number like 11, or a letter and a digit like c5")
