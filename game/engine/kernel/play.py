"""Making a move: its effect on the bitboards and on the Zobrist key."""

from game.engine.kernel.bits import ONE, ZERO, U, lowest_bit
from game.engine.kernel.jit import compiled, inlined
from game.engine.kernel.layout import SQUARES, ZOBRIST, ZOBRIST_WHITE


@inlined
def origin_of(move):
    """Return the square a move starts from."""
    return move & U(255)


@inlined
def landing_of(move):
    """Return the square a move ends on."""
    return (move >> U(8)) & U(255)


@inlined
def crowns(move):
    """Return whether a move crowns a man."""
    return move >> U(16) != ZERO


@inlined
def men_after(men, move):
    """Return the mover's men after the move."""
    origin = ONE << (move & U(255))
    if men & origin == ZERO:
        return men
    if move >> U(16) != ZERO:
        return men ^ origin
    return (men ^ origin) | (ONE << ((move >> U(8)) & U(255)))


@inlined
def kings_after(men, kings, move):
    """Return the mover's kings after the move."""
    origin = ONE << (move & U(255))
    landing = ONE << ((move >> U(8)) & U(255))
    if kings & origin:
        return (kings ^ origin) | landing
    if move >> U(16) != ZERO:
        return kings | landing
    return kings


@compiled
def key_of(ws, men, kings, opp_men, opp_kings, side):
    """Return the Zobrist key of a position."""
    own = U(ZOBRIST) + side * U(2 * SQUARES)
    other = U(ZOBRIST) + (ONE - side) * U(2 * SQUARES)
    key = ws[ZOBRIST_WHITE] if side == ONE else ZERO
    key ^= _xor_keys(ws, own, men) ^ _xor_keys(ws, own + U(SQUARES), kings)
    return key ^ _xor_keys(ws, other, opp_men) ^ _xor_keys(ws, other + U(SQUARES), opp_kings)


@compiled
def key_after(ws, key, men, kings, opp_men, move, captured, side):
    """Return the key after a move, updated from the key before it."""
    own = U(ZOBRIST) + side * U(2 * SQUARES)
    other = U(ZOBRIST) + (ONE - side) * U(2 * SQUARES)
    origin, landing = origin_of(move), landing_of(move)
    was_king = kings & (ONE << origin) != ZERO
    key ^= ws[ZOBRIST_WHITE]
    key ^= ws[own + origin + (U(SQUARES) if was_king else ZERO)]
    key ^= ws[own + landing + (U(SQUARES) if was_king or crowns(move) else ZERO)]
    return (
        key
        ^ _xor_keys(ws, other, captured & opp_men)
        ^ _xor_keys(ws, other + U(SQUARES), captured & ~opp_men)
    )


@compiled
def _xor_keys(ws, base, squares):
    key = ZERO
    while squares:
        key ^= ws[base + lowest_bit(squares)]
        squares &= squares - ONE
    return key
