"""About how far a known win is from its end, where the tables do not say: three pieces to two.

A sum over the pairs of pieces, one number for where the two of them stand, fitted to the distances
that were there when the tables were made. Far too rough to be believed of one position, it shows a
search which way to go when the end lies beyond its horizon.
"""

from game.engine.kernel.bits import ONE, TWO, ZERO, U, count, lowest, signed
from game.engine.kernel.jit import compiled
from game.engine.kernel.layout import GUIDE
from game.engine.kernel.movegen import has_capture
from game.engine.kernel.retrograde import placed
from game.engine.kernel.slices import byte_at, dense

_KIND, _SQUARE = U(5), U(31)
PAIRS = 16 * 32 * 32
"""Numbers of one balance: by the kinds of two pieces, then by their squares."""
CONSTANTS = U(12 * 1024)
"""The kinds of a pair come in order, so these are never met: what to add with either to move."""
MIDDLE = 128
_STRONGER, _WEAKER = U(3), U(2)


@compiled
def plies_left(ws, men, kings, opp_men, opp_kings, side, is_win):
    """About how many plies a known win or loss has to go; -1 where there is no guide."""
    if is_win:
        strong_men, strong_kings, weak_men, weak_kings = men, kings, opp_men, opp_kings
        turned, waits = side, ZERO
    else:
        strong_men, strong_kings, weak_men, weak_kings = opp_men, opp_kings, men, kings
        turned, waits = ONE - side, ONE
    if ws[GUIDE] == ZERO or count(strong_men | strong_kings) != _STRONGER:
        return -1
    if count(weak_men | weak_kings) != _WEAKER:
        return -1
    pieces = _as_pieces(strong_men, strong_kings, weak_men, weak_kings, turned)
    begin = ws[GUIDE] + (count(strong_men) * U(3) + count(weak_men)) * U(PAIRS)
    halves = 0
    first = ZERO
    while first < U(4):
        second = first + ONE
        while second < U(5):
            halves += signed(byte_at(begin + _pair(pieces, first, second))) - MIDDLE
            second += ONE
        first += ONE
    return max(signed(byte_at(begin + CONSTANTS + waits)) + halves // 2, 0)


@compiled
def _as_pieces(strong_men, strong_kings, weak_men, weak_kings, turned):
    """Five bytes, the first piece lowest: kind and square, the stronger side going up."""
    pieces = ZERO
    place = ZERO
    kind = ZERO
    while kind < U(4):
        if kind < TWO:
            squares = strong_men if kind == ZERO else strong_kings
        else:
            squares = weak_men if kind == TWO else weak_kings
        squares = dense(squares, turned)
        while squares:
            pieces |= ((kind << _KIND) | lowest(squares)) << place
            squares &= squares - ONE
            place += U(8)
        kind += ONE
    return pieces


@compiled
def _pair(pieces, first, second):
    """The number of a pair, by place among the pieces."""
    one = (pieces >> (first << U(3))) & U(255)
    other = (pieces >> (second << U(3))) & U(255)
    kinds = ((one >> _KIND) << TWO) | (other >> _KIND)
    return (kinds << U(10)) | ((one & _SQUARE) << _KIND) | (other & _SQUARE)


@compiled
def sample(ws, subsets, balance, step, values, is_win, pieces, plies, found):
    """Add every ``step``-th position of a slice that is won, or lost, with nothing to capture.

    ``found`` is how many there are already; returns how many there are then.
    """
    for number in range(0, values.size, step):
        value = U(values[number])
        if value == ZERO or (value & ONE == ZERO) != is_win or found == pieces.size:
            continue
        is_there, men, kings, opp_men, opp_kings = placed(ws, subsets, balance, U(number))
        if not is_there or has_capture(ws, men, kings, opp_men, opp_kings, ZERO):
            continue
        if is_win:
            pieces[found] = _as_pieces(men, kings, opp_men, opp_kings, ZERO)
        else:
            pieces[found] = _as_pieces(opp_men, opp_kings, men, kings, ONE)
        plies[found] = value - ONE
        found += 1
    return found


@compiled
def improve(pieces, plies, waits, order, rate, numbers, constants):
    """Move the numbers towards the distances, position after position; the mean squared error."""
    squares = 0.0
    for at in order:
        guess = constants[waits[at]]
        for first in range(4):
            for second in range(first + 1, 5):
                guess += numbers[_pair(pieces[at], U(first), U(second))]
        error = plies[at] - guess
        squares += error * error
        change = rate * error / 10
        constants[waits[at]] += change / 10
        for first in range(4):
            for second in range(first + 1, 5):
                numbers[_pair(pieces[at], U(first), U(second))] += change
    return squares / order.size
