"""Endgame tables: how positions are indexed, and how their values are read.

A slice holds all positions with one balance of pieces (men, kings, opponent's men, kings). Only the
mover's view is stored: a position with White to move is rotated, which makes no difference in games
on 8 by 8 squares. A man has 28 squares, never its crownhead; kings are ranked among the squares
left by men, and the opponent's kings among those left by the mover's too. Indices at which two men
would share a square are holes.

A value is one byte: 0 for a draw, else one more than the plies to the end. An odd number of plies
is a win for the side to move. Draw counters and repetition are ignored.
"""

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from game.engine.kernel.bits import ONE, TWO, ZERO, U, lowest_bit, popcount, reverse_bits, signed
from game.engine.kernel.jit import compiled, inlined
from game.engine.kernel.layout import BINOMIALS, SLICES
from game.engine.kernel.movegen import generate, has_capture, moves_at
from game.engine.kernel.play import kings_after, men_after

_ADDRESS = U((1 << 60) - 1)
_QUARTER = U(60)
"""Two bits from here on select the quarter of a byte."""
_PACKED = U(62)
"""Set where four positions share a byte: 0 a draw, 1 a win, 2 a loss."""
UNKNOWN = U(256)
"""No table covers the position."""
WON, LOST = U(257), U(258)
"""Known without the distance (WLD)."""


@intrinsic
def read_byte(typing_context, address):
    """Return the byte at an address in mapped memory."""

    def generate(context, builder, signature, arguments):
        entry = builder.inttoptr(arguments[0], ir.PointerType(ir.IntType(8)))
        return builder.zext(builder.load(entry), ir.IntType(64))

    return types.uint64(types.uint64), generate


@inlined
def dense(squares, side):
    """Return a set of squares of an 8 by 8 board without the gaps.

    The board is rotated if need be, so that the mover moves up.
    """
    squares = (
        (squares & U(0xFF))
        | ((squares >> ONE) & U(0xFF00))
        | ((squares >> TWO) & U(0xFF0000))
        | ((squares >> U(3)) & U(0xFF000000))
    )
    return squares if side == ZERO else reverse_bits(squares) >> U(32)


@inlined
def spaced(squares):
    """The inverse of ``dense`` for Black to move."""
    return (
        (squares & U(0xFF))
        | ((squares & U(0xFF00)) << ONE)
        | ((squares & U(0xFF0000)) << TWO)
        | ((squares & U(0xFF000000)) << U(3))
    )


@compiled
def balance_of(men, kings, opp_men, opp_kings):
    """Return the number of a slice: the count of each kind, three bits each."""
    return (
        popcount(men)
        | (popcount(kings) << U(3))
        | (popcount(opp_men) << U(6))
        | (popcount(opp_kings) << U(9))
    )


@compiled
def binomial(ws, squares, pieces):
    """Return the number of ways to place this many pieces on this many squares."""
    return ws[U(BINOMIALS) + pieces * U(64) + squares]


@compiled
def _rank(ws, squares, occupied):
    """Return the rank of a set among those of its size on the free squares."""
    rank = ZERO
    row = U(BINOMIALS + 64)
    while squares:
        square = squares & (~squares + ONE)
        squares ^= square
        rank += ws[row + lowest_bit(square) - popcount(occupied & (square - ONE))]
        row += U(64)
    return rank


@compiled
def index_of(ws, men, kings, opp_men, opp_kings, side):
    """Return the index of a position in its slice."""
    men, kings = dense(men, side), dense(kings, side)
    opp_men, opp_kings = dense(opp_men, side), dense(opp_kings, side)
    all_men = men | opp_men
    free = U(32) - popcount(all_men)
    index = _rank(ws, men, ZERO) * binomial(ws, U(28), popcount(opp_men))
    index = (index + _rank(ws, opp_men >> U(4), ZERO)) * binomial(ws, free, popcount(kings))
    left = free - popcount(kings)
    index = (index + _rank(ws, kings, all_men)) * binomial(ws, left, popcount(opp_kings))
    return index + _rank(ws, opp_kings, all_men | kings)


@compiled
def probe_slice(ws, men, kings, opp_men, opp_kings, side):
    """Return the table value of a position: its byte, WON, LOST or UNKNOWN.

    At most seven pieces of a kind. Meaningless in shipped tables if the position has a capture.
    """
    entry = locate_entry(ws, men, kings, opp_men, opp_kings, side)
    return UNKNOWN if entry == ZERO else read_entry(entry)


@compiled
def locate_entry(ws, men, kings, opp_men, opp_kings, side):
    """Return where the value of a position is stored, for ``read_entry``; 0 if nowhere."""
    base = ws[U(SLICES) + balance_of(men, kings, opp_men, opp_kings)]
    if base == ZERO:
        return ZERO
    index = index_of(ws, men, kings, opp_men, opp_kings, side)
    if base >> _PACKED == ZERO:
        return base + index
    return (base + (index >> TWO)) | ((index & U(3)) << _QUARTER)


@inlined
def read_entry(entry):
    """Return the byte, WON or LOST stored there."""
    value = read_byte(entry & _ADDRESS)
    if entry >> _PACKED == ZERO:
        return value
    code = (value >> ((entry >> _QUARTER & U(3)) << ONE)) & U(3)
    return code if code == ZERO else U(256) + code


@inlined
def score_of(value):
    """Return a table value as a number that is higher the better it is for the side to move.

    A win with a distance beats one without, and a loss without a distance beats one with.
    """
    if value == ZERO:
        return 0
    if value == WON:
        return 500
    if value == LOST:
        return -500
    return 1000 - signed(value) if value & ONE == ZERO else signed(value) - 1000


@inlined
def backed_up(value):
    """Return the value, for the side that moves there, of a move to a position with this value."""
    if value == ZERO:
        return ZERO
    if value < UNKNOWN:
        return value + ONE
    if value == UNKNOWN:
        return UNKNOWN
    return LOST if value == WON else WON


@compiled
def probe_after_captures(ws, ply, men, kings, opp_men, opp_kings, side):
    """Return the table value of a position after resolving its captures."""
    if (men | kings) == ZERO:
        return ONE
    if not has_capture(ws, men, kings, opp_men, opp_kings, side):
        return probe_slice(ws, men, kings, opp_men, opp_kings, side)
    move_count = generate(ws, ply, men, kings, opp_men, opp_kings, side)
    best = UNKNOWN
    is_known = True
    index = ZERO
    while index < move_count:
        move = ws[moves_at(ply) + index * TWO]
        captured = ws[moves_at(ply) + index * TWO + ONE]
        value = backed_up(
            probe_after_captures(
                ws, ply + ONE, opp_men & ~captured, opp_kings & ~captured,
                men_after(men, move), kings_after(men, kings, move), ONE - side,
            )
        )  # fmt: skip
        if value == UNKNOWN:
            is_known = False
        elif best == UNKNOWN or score_of(value) > score_of(best):
            best = value
        index += ONE
    return best if is_known or (best != UNKNOWN and score_of(best) > 0) else UNKNOWN
