"""What a quiet position is worth: what stands there, where the men stand, and a few old truths.

Every number is a weight in the workspace, so a family of games has its own
(``game.engine.weights``) and fitting them changes no code here. The score is a sum of weights times
counts, and each weight is a pair, for early and for late in the game, added up in one word. What
was counted stays in the workspace: ``fitting`` learns from it. Seen from White and turned at the
end.
"""

import numpy as np

from game.engine.kernel.bits import (
    FOUR,
    ONE,
    THREE,
    TWO,
    ZERO,
    U,
    count,
    lowest,
    shifted,
    signed,
    turned,
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
    T_KING,
    T_KING_ROOM,
    T_LEANING,
    T_MAIN_ROAD,
    T_MAN,
    T_MOVE,
    T_ROOM,
    T_THREAT,
    T_TRAPPED,
    T_TURN,
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

_EARLIEST = 65536
_FRACTION_BITS = 20
"""Sixteen of the phase and four of the weights."""
_HALF = 1 << (_FRACTION_BITS - 1)
_TABLE = U(PATTERN_ENTRIES)
_EIGHT_COLUMNS = FOUR
_LAST_FIELD = U(48)
_FEW_MEN = U(13)
"""Without kings, pairs count once so few men are left: the most that they were fitted with."""
_PAIR_LINE, _PAIR_TABLE = U(PAIR_SIDE), PAIR_SIDE * PAIR_SIDE


@compiled
def evaluate(ws, men, kings, opp_men, opp_kings, side):
    """Centimen for the side to move, which has a move and nothing to capture."""
    if side == ONE:
        return _for_white(ws, men, kings, opp_men, opp_kings, 1)
    return -_for_white(ws, opp_men, opp_kings, men, kings, -1)


@compiled
def _for_white(ws, men, kings, black_men, black_kings, turn):
    _count_terms(ws, men, kings, black_men, black_kings, turn)
    total = _add_patterns(ws, men, black_men)
    term = ZERO
    while term < U(TERMS):
        total += signed(ws[U(E_COUNTS) + term]) * signed(ws[U(WEIGHTS) + term])
        term += ONE
    total += _places(ws, kings, ZERO) - _places(ws, black_kings, ONE)
    is_ending = (kings | black_kings) != ZERO or count(men | black_men) <= _FEW_MEN
    if is_ending and ws[W_HAS_PAIRS] != ZERO:
        if turn > 0:
            total += _pairs(ws, men, kings, black_men, black_kings)
        else:
            beyond = U(63) - ws[R_LAST]
            total -= _pairs(
                ws, _turned(black_men, beyond), _turned(black_kings, beyond),
                _turned(men, beyond), _turned(kings, beyond),
            )  # fmt: skip
    early = np.int64(np.int32(total))
    late = (total - early) >> 32
    phase = phase_of(ws, men | kings | black_men | black_kings)
    return (early * phase + late * (_EARLIEST - phase) + _HALF) >> _FRACTION_BITS


@compiled
def phase_of(ws, pieces):
    """How early in the game it is: 65536 at its beginning, near 0 with few pieces left."""
    return min(signed(count(pieces)) * signed(ws[W_PHASE]), _EARLIEST)


@compiled
def _count_terms(ws, men, kings, black_men, black_kings, turn):
    # 1. Material.
    more_men = signed(count(men)) - signed(count(black_men))
    more_kings = signed(count(kings)) - signed(count(black_kings))
    _note(ws, T_MAN, more_men)
    _note(ws, T_KING, more_kings)
    _note(ws, T_TURN, turn)

    # 2. Whether the side not to move could capture: something may be lost, or is offered.
    if turn > 0:
        is_threat = has_capture(ws, black_men, black_kings, men, kings, ZERO)
    else:
        is_threat = has_capture(ws, men, kings, black_men, black_kings, ONE)
    _note(ws, T_THREAT, -turn if is_threat else 0)

    # 3. Room to move.
    occupied = men | kings | black_men | black_kings
    empty = ws[R_ALL] & ~occupied
    _note(ws, T_ROOM, _room(ws, men, empty, ZERO) - _room(ws, black_men, empty, TWO))
    if kings | black_kings:
        free, held = _king_room(ws, kings, empty)
        black_free, black_held = _king_room(ws, black_kings, empty)
        _note(ws, T_KING_ROOM, free - black_free)
        _note(ws, T_TRAPPED, held - black_held)
        # Who holds the main road with a flying king is hard to beat.
        road = ws[R_MAIN_ROAD] if ws[R_FLYING] != ZERO else ZERO
        on_road = ONE if kings & road else ZERO
        black_on_road = ONE if black_kings & road else ZERO
        _note(ws, T_MAIN_ROAD, signed(on_road) - signed(black_on_road))
    else:
        _note(ws, T_KING_ROOM, 0)
        _note(ws, T_TRAPPED, 0)
        _note(ws, T_MAIN_ROAD, 0)

    # 4. The crownhead, the corners and the edges.
    _note(ws, T_BRIDGE, _whole(ws, W_BRIDGE, men, black_men))
    guards = signed(count(men & ws[R_CROWNHEAD])) - signed(count(black_men & ws[R_CROWNHEAD + 1]))
    _note(ws, T_GUARD, guards)
    _note(ws, T_DOUBLE_CORNER, _whole(ws, W_DOUBLE_CORNER, men, black_men))
    _note(ws, T_DOG_HOLE, _whole(ws, W_DOG_HOLE, men, black_men))
    _note(ws, T_LEANING, _leaning(ws, men) - _leaning(ws, black_men))
    _note(ws, T_EXPOSED, _exposed(ws, men, empty, ZERO) - _exposed(ws, black_men, empty, TWO))

    # 5. The move, with as many pieces on either side: who has it comes last to a block.
    has_move = 0
    if more_men == 0 and more_kings == 0:
        system = ws[U(W_SYSTEM) if turn > 0 else U(W_SYSTEM + 1)]
        has_move = turn if count(occupied & system) & ONE else -turn
    _note(ws, T_MOVE, has_move)


@compiled
def _note(ws, term, number):
    ws[U(E_COUNTS) + U(term)] = U(number)


@compiled
def _whole(ws, place, men, black_men):
    """1 if White's men hold all squares of a set, less 1 if Black's hold their counterparts."""
    own, other = ws[U(place)], ws[U(place) + ONE]
    held = 1 if own != ZERO and men & own == own else 0
    return held - (1 if own != ZERO and black_men & other == other else 0)


@compiled
def _room(ws, men, empty, direction):
    """How many steps the men of a side have, ``direction`` being the first of its two."""
    step = ws[R_STEP]
    ahead = count(shifted(men, direction, step) & empty)
    return signed(ahead + count(shifted(men, direction + ONE, step) & empty))


@compiled
def _leaning(ws, men):
    """By how many men one half of the board has more than the other."""
    left = signed(count(men & ws[W_LEFT]))
    return abs(signed(count(men)) - left - left)


@compiled
def _exposed(ws, men, empty, direction):
    """How many men have an empty square behind them, ``direction`` being the first of their two.

    An opponent in front could jump them; on the edge none can.
    """
    step = ws[R_STEP]
    behind = shifted(empty, direction, step) | shifted(empty, direction + ONE, step)
    return signed(count(men & behind & ~ws[W_EDGE]))


@compiled
def _king_room(ws, kings, empty):
    """(empty squares beside a side's kings, how many of its kings have none)."""
    step = ws[R_STEP]
    free = ZERO
    room = ZERO
    direction = ZERO
    while direction < FOUR:
        beside = shifted(kings, direction, step) & empty
        room |= beside
        free |= shifted(beside, THREE - direction, step) & kings
        direction += ONE
    return signed(count(room)), signed(count(kings & ~free))


@compiled
def _places(ws, kings, is_black):
    """The weights of the squares of a set; Black's are those of the board turned round."""
    total = 0
    while kings:
        square = lowest(kings)
        kings &= kings - ONE
        if is_black != ZERO:
            square = ws[R_LAST] - square
        total += signed(ws[U(W_KING_AT) + square])
    return total


@compiled
def _pairs(ws, men, kings, opp_men, opp_kings):
    """The weights of all pairs of pieces, and of each piece alone, for a mover that goes up."""
    total = 0
    held = kings
    while held:
        line = U(PAIRS) + lowest(held) * _PAIR_LINE
        total += _along(ws, line + U(PAIR_OWN_KINGS * _PAIR_TABLE), held)
        total += _along(ws, line + U(PAIR_KING_MAN * _PAIR_TABLE), men)
        total += _along(ws, line + U(PAIR_KING_OTHER_KING * _PAIR_TABLE), opp_kings)
        total += _along(ws, line + U(PAIR_KING_OTHER_MAN * _PAIR_TABLE), opp_men)
        held &= held - ONE
    held = opp_kings
    while held:
        line = U(PAIRS) + lowest(held) * _PAIR_LINE
        total += _along(ws, line + U(PAIR_OTHER_KINGS * _PAIR_TABLE), held)
        total += _along(ws, line + U(PAIR_OTHER_KING_OTHER_MAN * _PAIR_TABLE), opp_men)
        total += _along(ws, line + U(PAIR_OTHER_KING_MAN * _PAIR_TABLE), men)
        held &= held - ONE
    held = men
    while held:
        line = U(PAIRS) + lowest(held) * _PAIR_LINE
        total += _along(ws, line + U(PAIR_OWN_MEN * _PAIR_TABLE), held)
        total += _along(ws, line + U(PAIR_MAN_OTHER_MAN * _PAIR_TABLE), opp_men)
        held &= held - ONE
    held = opp_men
    while held:
        line = U(PAIRS) + lowest(held) * _PAIR_LINE
        total += _along(ws, line + U(PAIR_OTHER_MEN * _PAIR_TABLE), held)
        held &= held - ONE
    return total


@inlined
def _along(ws, line, squares):
    """The weights of one square and each of a set."""
    total = 0
    while squares:
        total += signed(ws[line + lowest(squares)])
        squares &= squares - ONE
    return total


@inlined
def _turned(squares, beyond):
    """A set on the board turned round; ``beyond`` is how many bits of a word are no square."""
    return turned(squares) >> beyond


@compiled
def _add_patterns(ws, men, black_men):
    """The weights of how men stand in every four rows by two squares of each.

    Two rows are one piece of the set of squares, and DIGITS turns it into the numbers of all
    windows along them at once. On 8 by 8 the fourth number is that of both rows.
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
