"""Endgame tables: how positions with few pieces are numbered, and what the tables say of them.

A slice holds all positions with one balance of pieces (men, kings, opponent's men, kings). Only
the mover's view is kept: a position with White to move is turned round, which no game on 8 by 8
squares can tell apart. A man stands on 28 squares, never on its crownhead; kings are ranked among
the squares that men, and for the opponent's kings the mover's, leave. Numbers at which two men
would share a square are holes.

What is said of a position is a byte: 0 a draw, else one more than the plies to the end. An odd
number of plies is a win of the side to move. Draw counters and repetition are left out.
"""

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from game.engine.kernel.bits import ONE, TWO, ZERO, U, count, lowest, signed, turned
from game.engine.kernel.jit import compiled, inlined
from game.engine.kernel.layout import CHOOSE, SLICES
from game.engine.kernel.movegen import generate, has_capture, moves_at
from game.engine.kernel.play import kings_after, men_after

_ADDRESS = U((1 << 60) - 1)
_QUARTER = U(60)
"""Two bits from here on say which quarter of a byte is meant."""
_PACKED = U(62)
"""From here on is 1 where four positions share a byte: 0 a draw, 1 a win, 2 a loss."""
UNKNOWN = U(256)
"""No table covers the position."""
WON, LOST = U(257), U(258)
"""Known without the distance."""


@intrinsic
def byte_at(typing_context, address):
    """The byte at an address, which must be mapped."""

    def generate(context, builder, signature, arguments):
        place = builder.inttoptr(arguments[0], ir.PointerType(ir.IntType(8)))
        return builder.zext(builder.load(place), ir.IntType(64))

    return types.uint64(types.uint64), generate


@inlined
def dense(squares, side):
    """A set of squares of an 8 by 8 board without the gaps, turned so that the mover goes up."""
    squares = (
        (squares & U(0xFF))
        | ((squares >> ONE) & U(0xFF00))
        | ((squares >> TWO) & U(0xFF0000))
        | ((squares >> U(3)) & U(0xFF000000))
    )
    return squares if side == ZERO else turned(squares) >> U(32)


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
    """The number of a slice: how many of each there are, three bits a kind."""
    return (
        count(men) | (count(kings) << U(3)) | (count(opp_men) << U(6)) | (count(opp_kings) << U(9))
    )


@compiled
def choose(ws, squares, pieces):
    """In how many ways so many pieces stand on so many squares."""
    return ws[U(CHOOSE) + pieces * U(64) + squares]


@compiled
def _rank(ws, squares, taken):
    """The rank of a set among those of its size, on the squares that are not taken."""
    rank = ZERO
    line = U(CHOOSE + 64)
    while squares:
        square = squares & (~squares + ONE)
        squares ^= square
        rank += ws[line + lowest(square) - count(taken & (square - ONE))]
        line += U(64)
    return rank


@compiled
def number_of(ws, men, kings, opp_men, opp_kings, side):
    """The number of a position in its slice."""
    men, kings = dense(men, side), dense(kings, side)
    opp_men, opp_kings = dense(opp_men, side), dense(opp_kings, side)
    all_men = men | opp_men
    free = U(32) - count(all_men)
    number = _rank(ws, men, ZERO) * choose(ws, U(28), count(opp_men))
    number = (number + _rank(ws, opp_men >> U(4), ZERO)) * choose(ws, free, count(kings))
    left = free - count(kings)
    number = (number + _rank(ws, kings, all_men)) * choose(ws, left, count(opp_kings))
    return number + _rank(ws, opp_kings, all_men | kings)


@compiled
def said_of(ws, men, kings, opp_men, opp_kings, side):
    """What the tables say of a position: its byte, WON, LOST, or UNKNOWN.

    At most seven pieces of a kind. Of a position with a capture to be made, what tables that are
    shipped say means nothing.
    """
    place = place_of(ws, men, kings, opp_men, opp_kings, side)
    return UNKNOWN if place == ZERO else said_at(place)


@compiled
def place_of(ws, men, kings, opp_men, opp_kings, side):
    """Where it stands what the tables say of a position, for ``said_at``; 0 if nowhere."""
    slice_ = ws[U(SLICES) + balance_of(men, kings, opp_men, opp_kings)]
    if slice_ == ZERO:
        return ZERO
    number = number_of(ws, men, kings, opp_men, opp_kings, side)
    if slice_ >> _PACKED == ZERO:
        return slice_ + number
    return (slice_ + (number >> TWO)) | ((number & U(3)) << _QUARTER)


@inlined
def said_at(place):
    """The byte, WON or LOST at a place."""
    said = byte_at(place & _ADDRESS)
    if place >> _PACKED == ZERO:
        return said
    code = (said >> ((place >> _QUARTER & U(3)) << ONE)) & U(3)
    return code if code == ZERO else U(256) + code


@inlined
def worth(said):
    """What is said of a position as a number that is greater the better it is for its side.

    A win in sight is better than one without a distance, and so is the hope in such a loss.
    """
    if said == ZERO:
        return 0
    if said == WON:
        return 500
    if said == LOST:
        return -500
    return 1000 - signed(said) if said & ONE == ZERO else signed(said) - 1000


@inlined
def said_before(said):
    """What a move to a position of which this is said is worth to the side that plays it."""
    if said == ZERO:
        return ZERO
    if said < UNKNOWN:
        return said + ONE
    if said == UNKNOWN:
        return UNKNOWN
    return LOST if said == WON else WON


@compiled
def settled(ws, ply, men, kings, opp_men, opp_kings, side):
    """What the tables say of a position, captures that are to be made played out first."""
    if (men | kings) == ZERO:
        return ONE
    if not has_capture(ws, men, kings, opp_men, opp_kings, side):
        return said_of(ws, men, kings, opp_men, opp_kings, side)
    moves = generate(ws, ply, men, kings, opp_men, opp_kings, side)
    best = UNKNOWN
    is_known = True
    at = ZERO
    while at < moves:
        word = ws[moves_at(ply) + at * TWO]
        dead = ws[moves_at(ply) + at * TWO + ONE]
        said = said_before(
            settled(
                ws, ply + ONE, opp_men & ~dead, opp_kings & ~dead,
                men_after(men, word), kings_after(men, kings, word), ONE - side,
            )
        )  # fmt: skip
        if said == UNKNOWN:
            is_known = False
        elif best == UNKNOWN or worth(said) > worth(best):
            best = said
        at += ONE
    return best if is_known or (best != UNKNOWN and worth(best) > 0) else UNKNOWN
