"""The transposition table.

Two words an entry: the key, and move index (10 bits), depth (8), bound (2), age (8), value (16). An
index identifies a move, since moves are always generated in the same order. Replacement prefers
entries of the current search and of greater depth.
"""

from game.engine.kernel.bits import ONE, TWO, ZERO, U, signed
from game.engine.kernel.jit import compiled
from game.engine.kernel.layout import MAX_MOVES, S_AGE, TABLE, TABLE_BITS
from game.engine.kernel.scores import DECISIVE

EXACT, LOWER, UPPER = 0, 1, 2
"""The score itself; a lower bound (fail-high); an upper bound (fail-low)."""
NO_MOVE = U(MAX_MOVES)
_MASK = U((1 << TABLE_BITS) - 1)
_DEPTH_OFFSET, _VALUE_OFFSET = 64, 32768


@compiled
def slot_of(key):
    """Return the offset of the entry of a position."""
    return U(TABLE) + (key & _MASK) * TWO


@compiled
def probe_move(ws, key):
    """Return the index of the best move stored for the position, or NO_MOVE."""
    slot = slot_of(key)
    return ws[slot + ONE] & U(1023) if ws[slot] == key else NO_MOVE


@compiled
def probe_value(ws, key, ply, depth, alpha, beta):
    """Return (whether the entry is a cutoff at this depth and window, its score)."""
    slot = slot_of(key)
    if ws[slot] != key:
        return False, 0
    entry = ws[slot + ONE]
    if signed((entry >> U(10)) & U(255)) - _DEPTH_OFFSET < depth:
        return False, 0
    value = signed((entry >> U(32)) & U(0xFFFF)) - _VALUE_OFFSET
    # Proven results are stored relative to this node and returned relative to the root.
    if value > DECISIVE:
        value -= signed(ply)
    elif value < -DECISIVE:
        value += signed(ply)
    bound = signed((entry >> U(18)) & U(3))
    is_cutoff = (
        bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)
    )
    return is_cutoff, value


@compiled
def store(ws, key, ply, depth, move_index, value, bound):
    """Store the result of a search, unless a deeper entry of another position takes precedence."""
    slot = slot_of(key)
    age = ws[S_AGE] & U(255)
    old_entry = ws[slot + ONE]
    is_recent = ws[slot] != ZERO and (old_entry >> U(20)) & U(255) == age
    if (
        is_recent
        and ws[slot] != key
        and signed((old_entry >> U(10)) & U(255)) - _DEPTH_OFFSET > depth + 4
    ):
        return
    if value > DECISIVE:
        value += signed(ply)
    elif value < -DECISIVE:
        value -= signed(ply)
    ws[slot] = key
    ws[slot + ONE] = (
        move_index
        | (U(depth + _DEPTH_OFFSET) << U(10))
        | (U(bound) << U(18))
        | (age << U(20))
        | (U(value + _VALUE_OFFSET) << U(32))
    )
