"""Perft in compiled code: the generator's test, and its speed."""

from game.engine.kernel.bits import ONE, TWO, ZERO, U, words_of
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
    """The number of lines of ``depth`` plies; quiet moves of the last ply are counted in bulk."""
    if depth == ZERO:
        return ONE
    is_capture = has_capture(ws, men, kings, opp_men, opp_kings, side)
    if depth == ONE and not is_capture:
        return count_quiet_moves(ws, men, kings, opp_men, opp_kings, side)
    moves = generate_kind(ws, ply, is_capture, men, kings, opp_men, opp_kings, side)
    if depth == ONE:
        return moves
    total = ZERO
    number = ZERO
    while number < moves:
        word = ws[moves_at(ply) + number * TWO]
        dead = ws[moves_at(ply) + number * TWO + ONE]
        total += perft(
            ws, ply + ONE, depth - ONE, opp_men & ~dead, opp_kings & ~dead,
            men_after(men, word), kings_after(men, kings, word), ONE - side,
        )  # fmt: skip
        number += ONE
    return total


@compiled
def perft_within(ws, depth, men, kings, opp_men, opp_kings, side):
    """``perft`` for who has the workspace as an array."""
    return perft(words_of(ws), ZERO, depth, men, kings, opp_men, opp_kings, side)


def perft_of(workspace: Workspace, position: tuple[int, int, int, int, int], depth: int) -> int:
    """Perft of a position given as plain numbers."""
    return int(perft_within(workspace, U(depth), *map(U, position)))


def moves_of(
    workspace: Workspace, position: tuple[int, int, int, int, int]
) -> list[tuple[int, int]]:
    """(word, squares taken) of every legal move of a position given as plain numbers."""
    count = int(generate(workspace, ZERO, *map(U, position)))
    base = int(moves_at(ZERO))
    return [
        (int(workspace[base + 2 * at]), int(workspace[base + 2 * at + 1])) for at in range(count)
    ]
