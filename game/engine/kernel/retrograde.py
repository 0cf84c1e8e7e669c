"""Generation of endgame tables, backwards from the ends of games.

A slice and its counterpart (colours exchanged) are solved together: only captures and crownings
leave the pair, and what they lead to is done before. First every position gets what those moves
are worth, or how many other moves it has; then, ply by ply, positions whose end is known tell the
positions from which they can be reached. Last, ``wrong`` looks at every position forwards.

Values are bytes as in ``slices``.
"""

from game.engine.kernel.bits import FOUR, ONE, THREE, TWO, ZERO, U, count, shifted
from game.engine.kernel.jit import compiled, inlined
from game.engine.kernel.layout import R_ALL, R_CROWNHEAD, R_FLYING, R_STEP
from game.engine.kernel.movegen import count_quiet_moves, generate, has_capture, moves_at
from game.engine.kernel.play import crowns, kings_after, men_after
from game.engine.kernel.slices import (
    UNKNOWN,
    WON,
    choose,
    dense,
    number_of,
    said_before,
    said_of,
    settled,
    spaced,
    worth,
)

_NEVER_LOST = 254
"""In place of the number of moves left: one of them is known to be no loss."""
_SETTLED = 255
"""The value is final, or there is no such position."""
_LOST_AT_ONCE = ONE


@compiled
def placed(ws, subsets, balance, number):
    """The position of that number, Black to move, and whether there is one.

    ``subsets`` holds the sets of squares by size and rank.
    """
    of_men, of_kings, of_opp_men, of_opp_kings = _numbers(balance)
    free = U(32) - of_men - of_opp_men
    ways = choose(ws, free - of_kings, of_opp_kings)
    number, last = number // ways, number % ways
    ways = choose(ws, free, of_kings)
    number, third = number // ways, number % ways
    ways = choose(ws, U(28), of_opp_men)
    men = U(subsets[of_men, number // ways])
    opp_men = U(subsets[of_opp_men, number % ways]) << FOUR
    kings = _among(U(subsets[of_kings, third]), men | opp_men)
    opp_kings = _among(U(subsets[of_opp_kings, last]), men | opp_men | kings)
    is_there = men & opp_men == ZERO
    return is_there, spaced(men), spaced(kings), spaced(opp_men), spaced(opp_kings)


@compiled
def _among(squares, taken):
    """A set of squares counted among those that are not taken, as a set of all squares."""
    while taken:
        below = (taken & (~taken + ONE)) - ONE
        taken &= taken - ONE
        squares = ((squares & ~below) << ONE) | (squares & below)
    return squares


@compiled
def _best(ws, men, kings, opp_men, opp_kings, only_crownings, as_shipped):
    """The best that Black's moves are worth, by the tables there are; UNKNOWN without a move."""
    moves = generate(ws, ZERO, men, kings, opp_men, opp_kings, ZERO)
    best = UNKNOWN
    at = ZERO
    while at < moves:
        word = ws[moves_at(ZERO) + at * TWO]
        dead = ws[moves_at(ZERO) + at * TWO + ONE]
        at += ONE
        if only_crownings and not crowns(word):
            continue
        left_men, left_kings = opp_men & ~dead, opp_kings & ~dead
        now_men, now_kings = men_after(men, word), kings_after(men, kings, word)
        if (left_men | left_kings) == ZERO:
            said = ONE
        elif as_shipped:
            said = settled(ws, ONE, left_men, left_kings, now_men, now_kings, ONE)
        else:
            said = said_of(ws, left_men, left_kings, now_men, now_kings, ONE)
        said = said_before(said)
        if best == UNKNOWN or worth(said) > worth(best):
            best = said
    return best


@inlined
def _crownings(ws, men, kings, opp_men, opp_kings):
    """How many quiet moves of Black crown a man."""
    step = ws[R_STEP]
    free = ws[U(R_CROWNHEAD)] & ~(kings | opp_men | opp_kings)
    return count(shifted(men, TWO, step) & free) + count(shifted(men, THREE, step) & free)


@compiled
def begin(ws, subsets, balance, values, counts):
    """Give every position of a slice what moves out of the pair are worth; the highest value."""
    highest = ZERO
    for number in range(values.size):
        values[number], counts[number] = 0, _SETTLED
        is_there, men, kings, opp_men, opp_kings = placed(ws, subsets, balance, U(number))
        if not is_there:
            continue
        value, left = ZERO, U(_SETTLED)
        if has_capture(ws, men, kings, opp_men, opp_kings, ZERO):
            value = _best(ws, men, kings, opp_men, opp_kings, False, False)
        else:
            moves = count_quiet_moves(ws, men, kings, opp_men, opp_kings, ZERO)
            crownings = _crownings(ws, men, kings, opp_men, opp_kings)
            if moves == ZERO:
                value = _LOST_AT_ONCE
            elif crownings == ZERO:
                left = moves
            else:
                value = _best(ws, men, kings, opp_men, opp_kings, True, False)
                if moves > crownings:
                    # A win may still come sooner; a loss waits for the other moves.
                    is_lost = value & ONE != ZERO
                    left = moves - crownings if is_lost else U(_NEVER_LOST)
                    value = ZERO if is_lost else value
        values[number], counts[number] = value, left
        highest = max(highest, value)
    return highest


@compiled
def tell(ws, subsets, balance, value, values, other_values, other_counts):
    """Tell the positions before those of this value; the highest value that any of them got.

    The values are those of the slice ``balance``, the others those of its counterpart.
    """
    highest = ZERO
    step = ws[R_STEP]
    for number in range(values.size):
        if values[number] != value:
            continue
        _, men, kings, opp_men, opp_kings = placed(ws, subsets, balance, U(number))
        empty = ws[R_ALL] & ~(men | kings | opp_men | opp_kings)
        direction = TWO
        while direction <= THREE:
            before = shifted(opp_men, direction, step) & empty
            while before:
                square = before & (~before + ONE)
                before ^= square
                was = opp_men ^ square ^ shifted(square, THREE - direction, step)
                got = _hear(ws, was, opp_kings, men, kings, value, other_values, other_counts)
                highest = max(highest, got)
            direction += ONE
        pieces = opp_kings
        while pieces:
            king = pieces & (~pieces + ONE)
            pieces ^= king
            direction = ZERO
            while direction < FOUR:
                square = shifted(king, direction, step) & empty
                while square:
                    was = opp_kings ^ king ^ square
                    got = _hear(ws, opp_men, was, men, kings, value, other_values, other_counts)
                    highest = max(highest, got)
                    if ws[R_FLYING] == ZERO:
                        break
                    square = shifted(square, direction, step) & empty
                direction += ONE
    return highest


@compiled
def _hear(ws, men, kings, opp_men, opp_kings, told, values, counts):
    """Note that a move of White's leads to a position of this value; what White gets by it, or 0.

    The position is White's to move.
    """
    number = number_of(ws, men, kings, opp_men, opp_kings, ONE)
    left = counts[number]
    if left == _SETTLED:
        return ZERO
    held = U(values[number])
    if told & ONE:
        if held == ZERO or held > told + ONE:
            values[number] = told + ONE
            return told + ONE
        return ZERO
    if held != ZERO or left == _NEVER_LOST:
        return ZERO
    counts[number] = left - 1
    if left > 1:
        return ZERO
    # Every move loses; one that crowns may lose later.
    value = told + ONE
    men, kings = _as_black(men), _as_black(kings)
    opp_men, opp_kings = _as_black(opp_men), _as_black(opp_kings)
    if _crownings(ws, men, kings, opp_men, opp_kings):
        value = max(value, _best(ws, men, kings, opp_men, opp_kings, True, False))
    values[number] = value
    return value


@inlined
def _as_black(squares):
    """White's view of a set of squares as Black's: the board turned round."""
    return spaced(dense(squares, ONE))


@compiled
def wrong(ws, subsets, balance, as_shipped):
    """How many positions of a slice in use are not worth what the best of their moves leads to.

    A win or loss in n plies that leads to one in n - 1 is proven, and a draw from which nothing
    but draws and losses can be reached too; so 0 proves the slice. ``as_shipped``: positions with
    a capture to be made are left out, and played out where a move leads to one.
    """
    found = 0
    for number in range(_size(ws, balance)):
        is_there, men, kings, opp_men, opp_kings = placed(ws, subsets, balance, U(number))
        if not is_there:
            continue
        if as_shipped and has_capture(ws, men, kings, opp_men, opp_kings, ZERO):
            continue
        value = _best(ws, men, kings, opp_men, opp_kings, False, as_shipped)
        if value == UNKNOWN:
            value = _LOST_AT_ONCE
        said = said_of(ws, men, kings, opp_men, opp_kings, ZERO)
        if said < UNKNOWN:
            is_right = value == said
        else:
            is_right = value != ZERO and (worth(value) > 0) == (said == WON)
        if not is_right:
            found += 1
    return found


@compiled
def _size(ws, balance):
    men, kings, opp_men, opp_kings = _numbers(balance)
    free = U(32) - men - opp_men
    ways = choose(ws, U(28), men) * choose(ws, U(28), opp_men)
    return ways * choose(ws, free, kings) * choose(ws, free - kings, opp_kings)


@inlined
def _numbers(balance):
    """How many there are of each kind."""
    return balance & U(7), (balance >> U(3)) & U(7), (balance >> U(6)) & U(7), balance >> U(9)


@compiled
def smooth(ws, subsets, balance, values):
    """Give every position that is never asked about what the one before it has.

    Nobody asks about holes, nor about positions with a capture to be made; so they compress best.
    """
    last = values[0]
    for number in range(values.size):
        is_there, men, kings, opp_men, opp_kings = placed(ws, subsets, balance, U(number))
        if is_there and not has_capture(ws, men, kings, opp_men, opp_kings, ZERO):
            last = values[number]
        values[number] = last
