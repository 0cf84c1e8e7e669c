"""Move ordering: the earlier the best move is tried, the more alpha-beta cuts off."""

from game.engine.kernel.bits import ONE, TWO, ZERO, U, popcount
from game.engine.kernel.jit import compiled
from game.engine.kernel.layout import HISTORY, KILLERS, MAX_MOVES, SCORES, SQUARES
from game.engine.kernel.movegen import moves_at
from game.engine.kernel.play import crowns, landing_of, origin_of

_TABLE_MOVE, _CROWNING, _KILLER, _SECOND_KILLER = U(1 << 50), U(1 << 44), U(1 << 43), U(1 << 42)
_MAX_HISTORY = U(1 << 40)


@compiled
def score_moves(ws, ply, move_count, side, table_move, is_capture):
    """Give each move of ``ply`` an ordering score.

    The transposition-table move first, then captures by size; among quiet moves promotions, the two
    killers of this ply, then by history.
    """
    base = moves_at(ply)
    index = ZERO
    while index < move_count:
        move = ws[base + index * TWO]
        if index == table_move:
            score = _TABLE_MOVE
        elif is_capture:
            score = popcount(ws[base + index * TWO + ONE]) << U(1)
            score += ONE if crowns(move) else ZERO
        elif crowns(move):
            score = _CROWNING
        elif move == ws[U(KILLERS) + ply * TWO]:
            score = _KILLER
        elif move == ws[U(KILLERS) + ply * TWO + ONE]:
            score = _SECOND_KILLER
        else:
            score = ws[_history_slot(move, side)]
        # 0 marks moves already tried.
        ws[U(SCORES) + ply * U(MAX_MOVES) + index] = score + ONE
        index += ONE


@compiled
def next_move(ws, ply, move_count):
    """Return the index of the best move not yet tried; there must be one."""
    base = U(SCORES) + ply * U(MAX_MOVES)
    best = ZERO
    index = ONE
    while index < move_count:
        if ws[base + index] > ws[base + best]:
            best = index
        index += ONE
    ws[base + best] = ZERO
    return best


@compiled
def record_cutoff(ws, ply, depth, move, side):
    """Update the killers and the history with a quiet move that failed high."""
    first = U(KILLERS) + ply * TWO
    if ws[first] != move:
        ws[first + ONE] = ws[first]
        ws[first] = move
    if depth > 0:
        place = _history_slot(move, side)
        if ws[place] < _MAX_HISTORY:
            ws[place] += U(depth * depth)


@compiled
def _history_slot(move, side):
    line = (side * U(SQUARES) + origin_of(move)) * U(SQUARES)
    return U(HISTORY) + line + landing_of(move)
