"""Perft: how many lines of a given length the rules allow, the test every generator must pass."""

from __future__ import annotations

from game.rules.movegen import legal_moves
from game.rules.position import Position
from game.rules.variant import Variant


def perft(position: Position, variant: Variant, depth: int) -> int:
    """The number of move sequences of ``depth`` plies, one move per result (``depth`` >= 0)."""
    if depth == 0:
        return 1
    moves = legal_moves(position, variant)
    if depth == 1:
        return len(moves)
    return sum(perft(position.after(move), variant, depth - 1) for move in moves)
