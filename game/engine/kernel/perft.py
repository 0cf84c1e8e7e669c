"""Perft in compiled code: the test and the speed of the move generator."""

from game.engine.kernel.bits import ONE, TWO, ZERO, U, pointer_to
from game.engine.kernel.jit import compiled
from game.engine.kernel.movegen import (
    count_quiet_moves,
    generate,
    generate_kind,
    has_capture,
    moves_at,
)
from game.engine.kernel.play import kings_after, men_after
from game.engine.kernel.workspace import Workspace


@compiled
def perft(ws, ply, depth, men, kings, opp_men, opp_kings, side):
    """Count the leaves at ``depth`` plies; quiet moves at the last ply are bulk-counted."""
    if depth == ZERO:
        return ONE
    is_capture = has_capture(ws, men, kings, opp_men, opp_kings, side)
    if depth == ONE and not is_capture:
        return count_quiet_moves(ws, men, kings, opp_men, opp_kings, side)
    move_count = generate_kind(ws, ply, is_capture, men, kings, opp_men, opp_kings, side)
    if depth == ONE:
        return move_count
    total = ZERO
    index = ZERO
    while index < move_count:
        move = ws[moves_at(ply) + index * TWO]
        captured = ws[moves_at(ply) + index * TWO + ONE]
        total += perft(
            ws, ply + ONE, depth - ONE, opp_men & ~captured, opp_kings & ~captured,
            men_after(men, move), kings_after(men, kings, move), ONE - side,
        )  # fmt: skip
        index += ONE
    return total


@compiled
def run_perft(ws, depth, men, kings, opp_men, opp_kings, side):
    """``perft`` for callers that hold the workspace as an array."""
    return perft(pointer_to(ws), ZERO, depth, men, kings, opp_men, opp_kings, side)


def perft_of(workspace: Workspace, position: tuple[int, int, int, int, int], depth: int) -> int:
    """Return the perft of a position given as plain numbers."""
    return int(run_perft(workspace, U(depth), *map(U, position)))


def moves_of(
    workspace: Workspace, position: tuple[int, int, int, int, int]
) -> list[tuple[int, int]]:
    """List (move, squares captured) of every legal move of a position given as plain numbers."""
    count = int(generate(workspace, ZERO, *map(U, position)))
    base = int(moves_at(ZERO))
    return [
        (int(workspace[base + 2 * at]), int(workspace[base + 2 * at + 1])) for at in range(count)
    ]
