"""Generation of endgame tables, backwards from the ends of games.

A slice and its counterpart (colours exchanged) are solved together: only captures and crownings
leave the pair, and what they lead to is done before. First every position gets what those moves
are worth, or how many other moves it has; then, ply by ply, positions whose end is known tell the
positions from which they can be reached. Last, ``count_errors`` looks at every position forwards.

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
"""In place of the number of moves left: one of them is known to be no loss."""
_FINAL = 255
"""The value is final, or there is no such position."""
_LOST_NOW = ONE


@compiled
def position_at(ws, subsets, balance, index):
    """The position of that number, Black to move, and whether there is one.

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
    """A set of squares counted among those that are not taken, as a set of all squares."""
    while occupied:
        below = (occupied & (~occupied + ONE)) - ONE
        occupied &= occupied - ONE
        squares = ((squares & ~below) << ONE) | (squares & below)
    return squares


@compiled
def _best_value(ws, men, kings, opp_men, opp_kings, only_crownings, as_shipped):
    """The best that Black's moves are worth, by the tables there are; UNKNOWN without a move."""
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
    """How many quiet moves of Black crown a man."""
    step = ws[R_STEP]
    free = ws[U(R_CROWNHEAD)] & ~(kings | opp_men | opp_kings)
    return popcount(shifted(men, TWO, step) & free) + popcount(shifted(men, THREE, step) & free)


@compiled
def initialise(ws, subsets, balance, values, counts):
    """Give every position of a slice what moves out of the pair are worth; the highest value."""
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
                    # A win may still come sooner; a loss waits for the other moves.
                    is_lost = value & ONE != ZERO
                    remaining = move_count - crownings if is_lost else U(_CANNOT_LOSE)
                    value = ZERO if is_lost else value
        values[index], counts[index] = value, remaining
        highest = max(highest, value)
    return highest


@compiled
def propagate(ws, subsets, balance, value, values, other_values, other_counts):
    """Tell the positions before those of this value; the highest value that any of them got.

    The values are those of the slice ``balance``, the others those of its counterpart.
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
    """Note that a move of White's leads to a position of this value; what White gets by it, or 0.

    The position is White's to move.
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
    # Every move loses; one that crowns may lose later.
    value = child_value + ONE
    men, kings = _as_black(men), _as_black(kings)
    opp_men, opp_kings = _as_black(opp_men), _as_black(opp_kings)
    if _crownings(ws, men, kings, opp_men, opp_kings):
        value = max(value, _best_value(ws, men, kings, opp_men, opp_kings, True, False))
    values[index] = value
    return value


@inlined
def _as_black(squares):
    """White's view of a set of squares as Black's: the board turned round."""
    return spaced(dense(squares, ONE))


@compiled
def count_errors(ws, subsets, balance, as_shipped):
    """How many positions of a slice in use are not worth what the best of their moves leads to.

    A win or loss in n plies that leads to one in n - 1 is proven, and a draw from which nothing
    but draws and losses can be reached too; so 0 proves the slice. ``as_shipped``: positions with
    a capture to be made are left out, and played out where a move leads to one.
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
    """How many there are of each kind."""
    return balance & U(7), (balance >> U(3)) & U(7), (balance >> U(6)) & U(7), balance >> U(9)


@compiled
def fill_dont_cares(ws, subsets, balance, values):
    """Give every position that is never asked about what the one before it has.

    Nobody asks about holes, nor about positions with a capture to be made; so they compress best.
    """
    last = values[0]
    for index in range(values.size):
        exists, men, kings, opp_men, opp_kings = position_at(ws, subsets, balance, U(index))
        if exists and not has_capture(ws, men, kings, opp_men, opp_kings, ZERO):
            last = values[index]
        values[index] = last
