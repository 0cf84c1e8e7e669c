"""Retrograde generation of endgame tables, backwards from finished games.

A slice and its counterpart (colours exchanged) are solved together: only captures and promotions
leave the pair, and the slices they lead to are solved already. First every position gets the value
of those moves, or the number of its other moves; then, ply by ply, positions with a known value
update their predecessors. Finally ``count_errors`` verifies every position forwards.

Values are bytes as in ``slices``.
"""

from game.engine.kernel.bits import FOUR, ONE, THREE, TWO, ZERO, U, popcount, shifted
from game.engine.kernel.jit import compiled, inlined
from game.engine.kernel.layout import R_ALL, R_CROWNHEAD, R_FLYING, R_STEP
from game.engine.kernel.movegen import count_quiet_moves, generate, has_capture, moves_at
from game.engine.kernel.play import crowns, kings_after, men_after
from game.engine.kernel.slices import (
    UNKNOWN,
    WON,
    backed_up,
    binomial,
    dense,
    index_of,
    probe_after_captures,
    probe_slice,
    score_of,
    spaced,
)

_CANNOT_LOSE = 254
"""In place of the number of moves left: one of them is known not to lose."""
_FINAL = 255
"""The value is final, or there is no such position."""
_LOST_NOW = ONE


@compiled
def position_at(ws, subsets, balance, index):
    """Return whether the position with this index exists, and the position with Black to move.

    ``subsets`` holds the sets of squares by size and rank.
    """
    of_men, of_kings, of_opp_men, of_opp_kings = _piece_counts(balance)
    free = U(32) - of_men - of_opp_men
    ways = binomial(ws, free - of_kings, of_opp_kings)
    index, last = index // ways, index % ways
    ways = binomial(ws, free, of_kings)
    index, third = index // ways, index % ways
    ways = binomial(ws, U(28), of_opp_men)
    men = U(subsets[of_men, index // ways])
    opp_men = U(subsets[of_opp_men, index % ways]) << FOUR
    kings = _spread(U(subsets[of_kings, third]), men | opp_men)
    opp_kings = _spread(U(subsets[of_opp_kings, last]), men | opp_men | kings)
    exists = men & opp_men == ZERO
    return exists, spaced(men), spaced(kings), spaced(opp_men), spaced(opp_kings)


@compiled
def _spread(squares, occupied):
    """Map a set of squares numbered among the free ones to a set of all squares."""
    while occupied:
        below = (occupied & (~occupied + ONE)) - ONE
        occupied &= occupied - ONE
        squares = ((squares & ~below) << ONE) | (squares & below)
    return squares


@compiled
def _best_value(ws, men, kings, opp_men, opp_kings, only_crownings, as_shipped):
    """Return the best value of Black's moves by the tables so far; UNKNOWN without a move."""
    move_count = generate(ws, ZERO, men, kings, opp_men, opp_kings, ZERO)
    best = UNKNOWN
    index = ZERO
    while index < move_count:
        move = ws[moves_at(ZERO) + index * TWO]
        captured = ws[moves_at(ZERO) + index * TWO + ONE]
        index += ONE
        if only_crownings and not crowns(move):
            continue
        opp_men_left, opp_kings_left = opp_men & ~captured, opp_kings & ~captured
        new_men, new_kings = men_after(men, move), kings_after(men, kings, move)
        if (opp_men_left | opp_kings_left) == ZERO:
            value = ONE
        elif as_shipped:
            value = probe_after_captures(
                ws, ONE, opp_men_left, opp_kings_left, new_men, new_kings, ONE
            )
        else:
            value = probe_slice(ws, opp_men_left, opp_kings_left, new_men, new_kings, ONE)
        value = backed_up(value)
        if best == UNKNOWN or score_of(value) > score_of(best):
            best = value
    return best


@inlined
def _crownings(ws, men, kings, opp_men, opp_kings):
    """Count Black's quiet moves that crown a man."""
    step = ws[R_STEP]
    free = ws[U(R_CROWNHEAD)] & ~(kings | opp_men | opp_kings)
    return popcount(shifted(men, TWO, step) & free) + popcount(shifted(men, THREE, step) & free)


@compiled
def initialise(ws, subsets, balance, values, counts):
    """Give every position of a slice the value of the moves out of the pair.

    Returns the highest value.
    """
    highest = ZERO
    for index in range(values.size):
        values[index], counts[index] = 0, _FINAL
        exists, men, kings, opp_men, opp_kings = position_at(ws, subsets, balance, U(index))
        if not exists:
            continue
        value, remaining = ZERO, U(_FINAL)
        if has_capture(ws, men, kings, opp_men, opp_kings, ZERO):
            value = _best_value(ws, men, kings, opp_men, opp_kings, False, False)
        else:
            move_count = count_quiet_moves(ws, men, kings, opp_men, opp_kings, ZERO)
            crownings = _crownings(ws, men, kings, opp_men, opp_kings)
            if move_count == ZERO:
                value = _LOST_NOW
            elif crownings == ZERO:
                remaining = move_count
            else:
                value = _best_value(ws, men, kings, opp_men, opp_kings, True, False)
                if move_count > crownings:
                    # Another move may win sooner; a loss depends on the other moves.
                    is_lost = value & ONE != ZERO
                    remaining = move_count - crownings if is_lost else U(_CANNOT_LOSE)
                    value = ZERO if is_lost else value
        values[index], counts[index] = value, remaining
        highest = max(highest, value)
    return highest


@compiled
def propagate(ws, subsets, balance, value, values, other_values, other_counts):
    """Update the predecessors of all positions with this value; return the highest new value.

    ``values`` belong to the slice ``balance``, ``other_values`` and ``other_counts`` to its
    counterpart.
    """
    highest = ZERO
    step = ws[R_STEP]
    for index in range(values.size):
        if values[index] != value:
            continue
        _, men, kings, opp_men, opp_kings = position_at(ws, subsets, balance, U(index))
        empty = ws[R_ALL] & ~(men | kings | opp_men | opp_kings)
        direction = TWO
        while direction <= THREE:
            origins = shifted(opp_men, direction, step) & empty
            while origins:
                square = origins & (~origins + ONE)
                origins ^= square
                previous = opp_men ^ square ^ shifted(square, THREE - direction, step)
                changed = _update_predecessor(
                    ws, previous, opp_kings, men, kings, value, other_values, other_counts
                )
                highest = max(highest, changed)
            direction += ONE
        pieces = opp_kings
        while pieces:
            king = pieces & (~pieces + ONE)
            pieces ^= king
            direction = ZERO
            while direction < FOUR:
                square = shifted(king, direction, step) & empty
                while square:
                    previous = opp_kings ^ king ^ square
                    changed = _update_predecessor(
                        ws, opp_men, previous, men, kings, value, other_values, other_counts
                    )
                    highest = max(highest, changed)
                    if ws[R_FLYING] == ZERO:
                        break
                    square = shifted(square, direction, step) & empty
                direction += ONE
    return highest


@compiled
def _update_predecessor(ws, men, kings, opp_men, opp_kings, child_value, values, counts):
    """Record that a move of White's leads to this value; return White's new value, or 0.

    The position is the predecessor, with White to move.
    """
    index = index_of(ws, men, kings, opp_men, opp_kings, ONE)
    remaining = counts[index]
    if remaining == _FINAL:
        return ZERO
    current = U(values[index])
    if child_value & ONE:
        if current == ZERO or current > child_value + ONE:
            values[index] = child_value + ONE
            return child_value + ONE
        return ZERO
    if current != ZERO or remaining == _CANNOT_LOSE:
        return ZERO
    counts[index] = remaining - 1
    if remaining > 1:
        return ZERO
    # Every move loses; a promotion may lose later.
    value = child_value + ONE
    men, kings = _as_black(men), _as_black(kings)
    opp_men, opp_kings = _as_black(opp_men), _as_black(opp_kings)
    if _crownings(ws, men, kings, opp_men, opp_kings):
        value = max(value, _best_value(ws, men, kings, opp_men, opp_kings, True, False))
    values[index] = value
    return value


@inlined
def _as_black(squares):
    """Rotate White's view of a set of squares into Black's."""
    return spaced(dense(squares, ONE))


@compiled
def count_errors(ws, subsets, balance, as_shipped):
    """Count the positions of an added slice whose value does not follow from their moves.

    A win or loss in n plies with a move to one in n - 1 is proven, and so is a draw from which only
    draws and losses can be reached; 0 errors therefore prove the slice. ``as_shipped``: positions
    with a capture are skipped, and resolved where a move leads to one.
    """
    found = 0
    for index in range(_size(ws, balance)):
        exists, men, kings, opp_men, opp_kings = position_at(ws, subsets, balance, U(index))
        if not exists:
            continue
        if as_shipped and has_capture(ws, men, kings, opp_men, opp_kings, ZERO):
            continue
        value = _best_value(ws, men, kings, opp_men, opp_kings, False, as_shipped)
        if value == UNKNOWN:
            value = _LOST_NOW
        stored = probe_slice(ws, men, kings, opp_men, opp_kings, ZERO)
        if stored < UNKNOWN:
            is_right = value == stored
        else:
            is_right = value != ZERO and (score_of(value) > 0) == (stored == WON)
        if not is_right:
            found += 1
    return found


@compiled
def _size(ws, balance):
    men, kings, opp_men, opp_kings = _piece_counts(balance)
    free = U(32) - men - opp_men
    ways = binomial(ws, U(28), men) * binomial(ws, U(28), opp_men)
    return ways * binomial(ws, free, kings) * binomial(ws, free - kings, opp_kings)


@inlined
def _piece_counts(balance):
    """Return the number of pieces of each kind."""
    return balance & U(7), (balance >> U(3)) & U(7), (balance >> U(6)) & U(7), balance >> U(9)


@compiled
def fill_dont_cares(ws, subsets, balance, values):
    """Give every position that is never probed the value of the one before it.

    Holes and positions with a capture are never probed; filled like this they compress best.
    """
    last = values[0]
    for index in range(values.size):
        exists, men, kings, opp_men, opp_kings = position_at(ws, subsets, balance, U(index))
        if exists and not has_capture(ws, men, kings, opp_men, opp_kings, ZERO):
            last = values[index]
        values[index] = last
