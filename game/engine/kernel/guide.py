"""Estimated distance of known wins of three pieces against two, whose tables are WLD only.

A sum over pairs of pieces with one number for each pair of squares, fitted to the distances known
when the tables were built. Far too rough to trust for one position, it shows the search which way
to go when the end lies beyond its horizon.
"""

from game.engine.kernel.bits import ONE, TWO, ZERO, U, lowest_bit, popcount, signed
from game.engine.kernel.jit import compiled
from game.engine.kernel.layout import GUIDE
from game.engine.kernel.movegen import has_capture
from game.engine.kernel.retrograde import position_at
from game.engine.kernel.slices import dense, read_byte

_KIND_SHIFT, _SQUARE_MASK = U(5), U(31)
PAIRS = 16 * 32 * 32
"""Numbers for one balance: by the kinds of two pieces, then by their squares."""
CONSTANTS = U(12 * 1024)
"""The kinds of a pair are sorted, so these indices are free: the constants for either side to move.
"""
ZERO_POINT = 128
_STRONGER, _WEAKER = U(3), U(2)


@compiled
def estimate_plies(ws, men, kings, opp_men, opp_kings, side, is_win):
    """Return roughly how many plies a known win or loss takes; -1 without an estimate."""
    if is_win:
        strong_men, strong_kings, weak_men, weak_kings = men, kings, opp_men, opp_kings
        weaker_to_move = ZERO
    else:
        strong_men, strong_kings, weak_men, weak_kings = opp_men, opp_kings, men, kings
        side, weaker_to_move = ONE - side, ONE
    if ws[GUIDE] == ZERO or popcount(strong_men | strong_kings) != _STRONGER:
        return -1
    if popcount(weak_men | weak_kings) != _WEAKER:
        return -1
    pieces = _list_pieces(strong_men, strong_kings, weak_men, weak_kings, side)
    base = ws[GUIDE] + (popcount(strong_men) * U(3) + popcount(weak_men)) * U(PAIRS)
    half_plies = 0
    first = ZERO
    while first < U(4):
        second = first + ONE
        while second < U(5):
            half_plies += signed(read_byte(base + _pair_index(pieces, first, second))) - ZERO_POINT
            second += ONE
        first += ONE
    return max(signed(read_byte(base + CONSTANTS + weaker_to_move)) + half_plies // 2, 0)


@compiled
def _list_pieces(strong_men, strong_kings, weak_men, weak_kings, side):
    """Return five bytes, first piece lowest: kind and square, with the stronger side moving up."""
    pieces = ZERO
    shift = ZERO
    kind = ZERO
    while kind < U(4):
        if kind < TWO:
            squares = strong_men if kind == ZERO else strong_kings
        else:
            squares = weak_men if kind == TWO else weak_kings
        squares = dense(squares, side)
        while squares:
            pieces |= ((kind << _KIND_SHIFT) | lowest_bit(squares)) << shift
            squares &= squares - ONE
            shift += U(8)
        kind += ONE
    return pieces


@compiled
def _pair_index(pieces, first, second):
    """Return the index of a pair, given by positions in the list of pieces."""
    one = (pieces >> (first << U(3))) & U(255)
    other = (pieces >> (second << U(3))) & U(255)
    kinds = ((one >> _KIND_SHIFT) << TWO) | (other >> _KIND_SHIFT)
    return (kinds << U(10)) | ((one & _SQUARE_MASK) << _KIND_SHIFT) | (other & _SQUARE_MASK)


@compiled
def collect_samples(ws, subsets, balance, step, values, is_win, pieces, plies, found):
    """Add every ``step``-th position of a slice that is won (or lost) and has no capture.

    ``found`` is the number collected so far; return the new number.
    """
    for index in range(0, values.size, step):
        value = U(values[index])
        if value == ZERO or (value & ONE == ZERO) != is_win or found == pieces.size:
            continue
        exists, men, kings, opp_men, opp_kings = position_at(ws, subsets, balance, U(index))
        if not exists or has_capture(ws, men, kings, opp_men, opp_kings, ZERO):
            continue
        if is_win:
            pieces[found] = _list_pieces(men, kings, opp_men, opp_kings, ZERO)
        else:
            pieces[found] = _list_pieces(opp_men, opp_kings, men, kings, ONE)
        plies[found] = value - ONE
        found += 1
    return found


@compiled
def train_epoch(pieces, plies, weaker_to_move, sequence, learning_rate, weights, constants):
    """Run stochastic gradient descent over the positions once; return the mean squared error."""
    squares = 0.0
    for index in sequence:
        guess = constants[weaker_to_move[index]]
        for first in range(4):
            for second in range(first + 1, 5):
                guess += weights[_pair_index(pieces[index], U(first), U(second))]
        error = plies[index] - guess
        squares += error * error
        change = learning_rate * error / 10
        constants[weaker_to_move[index]] += change / 10
        for first in range(4):
            for second in range(first + 1, 5):
                weights[_pair_index(pieces[index], U(first), U(second))] += change
    return squares / sequence.size
