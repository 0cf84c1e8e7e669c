"""Squares, moves and positions as players write them: text to values and back."""

from game.notation.fen import format_fen, parse_fen
from game.notation.movetext import find_move, format_move
from game.notation.squares import parse_square, square_name

__all__ = ["find_move", "format_fen", "format_move", "parse_fen", "parse_square", "square_name"]
