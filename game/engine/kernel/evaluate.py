"""Static evaluation of a quiet position: material, patterns of men and a few classic terms.

Every number is a weight in the workspace, so each family of games has its own
(``game.engine.weights``) and fitting changes no code here. The score is a sum of weights times
counts (a tapered evaluation): each weight is a pair, for early and late in the game, added up in
one word. The counts stay in the workspace, where ``fitting`` reads them. Computed from White's
point of view and negated at the end for Black.
"""

import numpy as np

from game.engine.kernel.bits import (
    FOUR,
    ONE,
    THREE,
    TWO,
    ZERO,
    U,
    lowest_bit,
    popcount,
    reverse_bits,
    shifted,
    signed,
)
from game.engine.kernel.jit import compiled, inlined
from game.engine.kernel.layout import (
    DIGITS,
    E_COUNTS,
    E_ENTRIES,
    PAIR_KING_MAN,
    PAIR_KING_OTHER_KING,
    PAIR_KING_OTHER_MAN,
    PAIR_MAN_OTHER_MAN,
    PAIR_OTHER_KING_MAN,
    PAIR_OTHER_KING_OTHER_MAN,
    PAIR_OTHER_KINGS,
    PAIR_OTHER_MEN,
    PAIR_OWN_KINGS,
    PAIR_OWN_MEN,
    PAIR_SIDE,
    PAIRS,
    PATTERN_ENTRIES,
    PATTERNS,
    R_ALL,
    R_CROWNHEAD,
    R_FLYING,
    R_LAST,
    R_MAIN_ROAD,
    R_STEP,
    T_BRIDGE,
    T_DOG_HOLE,
    T_DOUBLE_CORNER,
    T_EXPOSED,
    T_GUARD,
    T_IMBALANCE,
    T_KING,
    T_KING_MOBILITY,
    T_MAIN_ROAD,
    T_MAN,
    T_MOBILITY,
    T_OPPOSITION,
    T_SIDE_TO_MOVE,
    T_THREAT,
    T_TRAPPED,
    TERMS,
    W_BRIDGE,
    W_DOG_HOLE,
    W_DOUBLE_CORNER,
    W_EDGE,
    W_HAS_PAIRS,
    W_KING_AT,
    W_LEFT,
    W_PHASE,
    W_SYSTEM,
    WEIGHTS,
)
from game.engine.kernel.movegen import has_capture

_MAX_PHASE = 65536
_FRACTION_BITS = 20
"""Sixteen for the phase and four for the weights."""
_ROUNDING = 1 << (_FRACTION_BITS - 1)
_TABLE = U(PATTERN_ENTRIES)
_EIGHT_COLUMNS = FOUR
_LAST_FIELD = U(48)
_PAIR_MEN_LIMIT = U(13)
"""Without kings, pairs count from this many men down: the most they were fitted with."""
_PAIR_ROW, _PAIR_TABLE = U(PAIR_SIDE), PAIR_SIDE * PAIR_SIDE


@compiled
def evaluate(ws, men, kings, opp_men, opp_kings, side):
    """Return centimen for the side to move, which must have a move and no capture."""
    if side == ONE:
        return _for_white(ws, men, kings, opp_men, opp_kings, 1)
    return -_for_white(ws, opp_men, opp_kings, men, kings, -1)


@compiled
def _for_white(ws, men, kings, black_men, black_kings, sign):
    _count_terms(ws, men, kings, black_men, black_kings, sign)
    total = _add_patterns(ws, men, black_men)
    term = ZERO
    while term < U(TERMS):
        total += signed(ws[U(E_COUNTS) + term]) * signed(ws[U(WEIGHTS) + term])
        term += ONE
    total += _king_squares(ws, kings, ZERO) - _king_squares(ws, black_kings, ONE)
    is_ending = (kings | black_kings) != ZERO or popcount(men | black_men) <= _PAIR_MEN_LIMIT
    if is_ending and ws[W_HAS_PAIRS] != ZERO:
        if sign > 0:
            total += _pairs(ws, men, kings, black_men, black_kings)
        else:
            unused_bits = U(63) - ws[R_LAST]
            total -= _pairs(
                ws, _rotated(black_men, unused_bits), _rotated(black_kings, unused_bits),
                _rotated(men, unused_bits), _rotated(kings, unused_bits),
            )  # fmt: skip
    early = np.int64(np.int32(total))
    late = (total - early) >> 32
    phase = phase_of(ws, men | kings | black_men | black_kings)
    return (early * phase + late * (_MAX_PHASE - phase) + _ROUNDING) >> _FRACTION_BITS


@compiled
def phase_of(ws, pieces):
    """Return the phase of the game: 65536 at the start, near 0 with few pieces left."""
    return min(signed(popcount(pieces)) * signed(ws[W_PHASE]), _MAX_PHASE)


@compiled
def _count_terms(ws, men, kings, black_men, black_kings, sign):
    # 1. Material.
    more_men = signed(popcount(men)) - signed(popcount(black_men))
    more_kings = signed(popcount(kings)) - signed(popcount(black_kings))
    _set_count(ws, T_MAN, more_men)
    _set_count(ws, T_KING, more_kings)
    _set_count(ws, T_SIDE_TO_MOVE, sign)

    # 2. Threats: whether the opponent could capture if it were its turn.
    if sign > 0:
        is_threat = has_capture(ws, black_men, black_kings, men, kings, ZERO)
    else:
        is_threat = has_capture(ws, men, kings, black_men, black_kings, ONE)
    _set_count(ws, T_THREAT, -sign if is_threat else 0)

    # 3. Mobility.
    occupied = men | kings | black_men | black_kings
    empty = ws[R_ALL] & ~occupied
    _set_count(
        ws, T_MOBILITY, _mobility(ws, men, empty, ZERO) - _mobility(ws, black_men, empty, TWO)
    )
    if kings | black_kings:
        free, trapped = _king_mobility(ws, kings, empty)
        black_free, black_trapped = _king_mobility(ws, black_kings, empty)
        _set_count(ws, T_KING_MOBILITY, free - black_free)
        _set_count(ws, T_TRAPPED, trapped - black_trapped)
        # A flying king on the main road is hard to beat.
        road = ws[R_MAIN_ROAD] if ws[R_FLYING] != ZERO else ZERO
        on_road = ONE if kings & road else ZERO
        black_on_road = ONE if black_kings & road else ZERO
        _set_count(ws, T_MAIN_ROAD, signed(on_road) - signed(black_on_road))
    else:
        _set_count(ws, T_KING_MOBILITY, 0)
        _set_count(ws, T_TRAPPED, 0)
        _set_count(ws, T_MAIN_ROAD, 0)

    # 4. The crownhead, the corners and the edges.
    _set_count(ws, T_BRIDGE, _holds_all(ws, W_BRIDGE, men, black_men))
    guards = signed(popcount(men & ws[R_CROWNHEAD])) - signed(
        popcount(black_men & ws[R_CROWNHEAD + 1])
    )
    _set_count(ws, T_GUARD, guards)
    _set_count(ws, T_DOUBLE_CORNER, _holds_all(ws, W_DOUBLE_CORNER, men, black_men))
    _set_count(ws, T_DOG_HOLE, _holds_all(ws, W_DOG_HOLE, men, black_men))
    _set_count(ws, T_IMBALANCE, _imbalance(ws, men) - _imbalance(ws, black_men))
    _set_count(ws, T_EXPOSED, _exposed(ws, men, empty, ZERO) - _exposed(ws, black_men, empty, TWO))

    # 5. The opposition ("the move"), with equal material: who has it makes the last free move.
    opposition = 0
    if more_men == 0 and more_kings == 0:
        system = ws[U(W_SYSTEM) if sign > 0 else U(W_SYSTEM + 1)]
        opposition = sign if popcount(occupied & system) & ONE else -sign
    _set_count(ws, T_OPPOSITION, opposition)


@compiled
def _set_count(ws, term, number):
    ws[U(E_COUNTS) + U(term)] = U(number)


@compiled
def _holds_all(ws, place, men, black_men):
    """Return 1 if White's men hold a whole set of squares, less 1 if Black's hold its mirror."""
    own, other = ws[U(place)], ws[U(place) + ONE]
    own_count = 1 if own != ZERO and men & own == own else 0
    return own_count - (1 if own != ZERO and black_men & other == other else 0)


@compiled
def _mobility(ws, men, empty, direction):
    """Count the steps open to a side's men; ``direction`` is the first of its two."""
    step = ws[R_STEP]
    ahead = popcount(shifted(men, direction, step) & empty)
    return signed(ahead + popcount(shifted(men, direction + ONE, step) & empty))


@compiled
def _imbalance(ws, men):
    """Return the difference between the numbers of men on the two wings."""
    left = signed(popcount(men & ws[W_LEFT]))
    return abs(signed(popcount(men)) - left - left)


@compiled
def _exposed(ws, men, empty, direction):
    """Count the men with an empty square behind them, which an opponent in front could jump.

    ``direction`` is the first of the two forward ones. On the edge no man can be jumped.
    """
    step = ws[R_STEP]
    behind = shifted(empty, direction, step) | shifted(empty, direction + ONE, step)
    return signed(popcount(men & behind & ~ws[W_EDGE]))


@compiled
def _king_mobility(ws, kings, empty):
    """Return (empty squares next to kings, number of kings without one)."""
    step = ws[R_STEP]
    free = ZERO
    reachable = ZERO
    direction = ZERO
    while direction < FOUR:
        beside = shifted(kings, direction, step) & empty
        reachable |= beside
        free |= shifted(beside, THREE - direction, step) & kings
        direction += ONE
    return signed(popcount(reachable)), signed(popcount(kings & ~free))


@compiled
def _king_squares(ws, kings, is_black):
    """Sum the square weights of kings; Black's on the rotated board."""
    total = 0
    while kings:
        square = lowest_bit(kings)
        kings &= kings - ONE
        if is_black != ZERO:
            square = ws[R_LAST] - square
        total += signed(ws[U(W_KING_AT) + square])
    return total


@compiled
def _pairs(ws, men, kings, opp_men, opp_kings):
    """Sum the weights of all pairs, and of each piece alone, for a mover that moves up."""
    total = 0
    remaining = kings
    while remaining:
        row = U(PAIRS) + lowest_bit(remaining) * _PAIR_ROW
        total += _pair_sum(ws, row + U(PAIR_OWN_KINGS * _PAIR_TABLE), remaining)
        total += _pair_sum(ws, row + U(PAIR_KING_MAN * _PAIR_TABLE), men)
        total += _pair_sum(ws, row + U(PAIR_KING_OTHER_KING * _PAIR_TABLE), opp_kings)
        total += _pair_sum(ws, row + U(PAIR_KING_OTHER_MAN * _PAIR_TABLE), opp_men)
        remaining &= remaining - ONE
    remaining = opp_kings
    while remaining:
        row = U(PAIRS) + lowest_bit(remaining) * _PAIR_ROW
        total += _pair_sum(ws, row + U(PAIR_OTHER_KINGS * _PAIR_TABLE), remaining)
        total += _pair_sum(ws, row + U(PAIR_OTHER_KING_OTHER_MAN * _PAIR_TABLE), opp_men)
        total += _pair_sum(ws, row + U(PAIR_OTHER_KING_MAN * _PAIR_TABLE), men)
        remaining &= remaining - ONE
    remaining = men
    while remaining:
        row = U(PAIRS) + lowest_bit(remaining) * _PAIR_ROW
        total += _pair_sum(ws, row + U(PAIR_OWN_MEN * _PAIR_TABLE), remaining)
        total += _pair_sum(ws, row + U(PAIR_MAN_OTHER_MAN * _PAIR_TABLE), opp_men)
        remaining &= remaining - ONE
    remaining = opp_men
    while remaining:
        row = U(PAIRS) + lowest_bit(remaining) * _PAIR_ROW
        total += _pair_sum(ws, row + U(PAIR_OTHER_MEN * _PAIR_TABLE), remaining)
        remaining &= remaining - ONE
    return total


@inlined
def _pair_sum(ws, row, squares):
    """Sum the weights of one square with each square of a set."""
    total = 0
    while squares:
        total += signed(ws[row + lowest_bit(squares)])
        squares &= squares - ONE
    return total


@inlined
def _rotated(squares, unused_bits):
    """Return a set rotated by 180 degrees; ``unused_bits`` are those above the last square."""
    return reverse_bits(squares) >> unused_bits


@compiled
def _add_patterns(ws, men, black_men):
    """Sum the weights of the patterns of men: four rows by two squares each.

    DIGITS turns the squares of two rows into the base-3 indices of all windows along them at once.
    On 8 by 8 the fourth index is that of both rows.
    """
    step = ws[R_STEP]
    stride = TWO * step + ONE
    mask = (ONE << (TWO * step)) - ONE
    shift = ZERO
    end = stride * step
    table = ZERO
    total = 0
    upper = _digits(ws, men, black_men, shift, mask)
    while True:
        shift += stride
        if step == _EIGHT_COLUMNS:
            total += _entry(ws, table + THREE, upper >> _LAST_FIELD)
        if shift == end:
            return total
        lower = _digits(ws, men, black_men, shift, mask)
        both = upper + lower * U(81)
        total += _entry(ws, table, both & U(0xFFFF))
        total += _entry(ws, table + ONE, (both >> U(16)) & U(0xFFFF))
        total += _entry(ws, table + TWO, (both >> U(32)) & U(0xFFFF))
        if step != _EIGHT_COLUMNS:
            total += _entry(ws, table + THREE, both >> _LAST_FIELD)
        upper = lower
        table += FOUR


@compiled
def _digits(ws, men, black_men, shift, mask):
    digits = ws[U(DIGITS) + ((men >> shift) & mask)]
    return digits + TWO * ws[U(DIGITS) + ((black_men >> shift) & mask)]


@compiled
def _entry(ws, table, number):
    entry = table * _TABLE + number
    ws[U(E_ENTRIES) + table] = entry
    return signed(ws[U(PATTERNS) + entry])
