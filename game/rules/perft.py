"""Perft: how many lines of a given length the rules allow, the test of any move generator."""

from __future__ import annotations

from game.rules.movegen import legal_moves
from game.rules.position import Position
from game.rules.variant import Variant


def perft(position: Position, variant: Variant, depth: int) -> int:
    """Count the move sequences of ``depth`` >= 0 plies, with one move per result."""
    if depth == 0:
        return 1
    moves = legal_moves(position, variant)
    if depth == 1:
        return len(moves)
    return sum(perft(position.after(move), variant, depth - 1) for move in moves)
