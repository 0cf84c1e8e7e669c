"""What a move does: to the sets of squares, and to the position's key."""

from game.engine.kernel.bits import ONE, ZERO, U, lowest
from game.engine.kernel.jit import compiled, inlined
from game.engine.kernel.layout import SQUARES, ZOBRIST, ZOBRIST_WHITE


@inlined
def origin_of(word):
    """The square a move starts from."""
    return word & U(255)


@inlined
def landing_of(word):
    """The square a move ends on."""
    return (word >> U(8)) & U(255)


@inlined
def crowns(word):
    """Whether a move crowns a man."""
    return word >> U(16) != ZERO


@inlined
def men_after(men, word):
    """The mover's men once the move is played."""
    origin = ONE << (word & U(255))
    if men & origin == ZERO:
        return men
    if word >> U(16) != ZERO:
        return men ^ origin
    return (men ^ origin) | (ONE << ((word >> U(8)) & U(255)))


@inlined
def kings_after(men, kings, word):
    """The mover's kings once the move is played."""
    origin = ONE << (word & U(255))
    landing = ONE << ((word >> U(8)) & U(255))
    if kings & origin:
        return (kings ^ origin) | landing
    if word >> U(16) != ZERO:
        return kings | landing
    return kings


@compiled
def key_of(ws, men, kings, opp_men, opp_kings, side):
    """The Zobrist key of a position: the words of all that stands there, exclusive-or."""
    own = U(ZOBRIST) + side * U(2 * SQUARES)
    other = U(ZOBRIST) + (ONE - side) * U(2 * SQUARES)
    key = ws[ZOBRIST_WHITE] if side == ONE else ZERO
    key ^= _words(ws, own, men) ^ _words(ws, own + U(SQUARES), kings)
    return key ^ _words(ws, other, opp_men) ^ _words(ws, other + U(SQUARES), opp_kings)


@compiled
def key_after(ws, key, men, kings, opp_men, word, dead, side):
    """The key of the position after a move, from the key before it."""
    own = U(ZOBRIST) + side * U(2 * SQUARES)
    other = U(ZOBRIST) + (ONE - side) * U(2 * SQUARES)
    origin, landing = origin_of(word), landing_of(word)
    was_king = kings & (ONE << origin) != ZERO
    key ^= ws[ZOBRIST_WHITE]
    key ^= ws[own + origin + (U(SQUARES) if was_king else ZERO)]
    key ^= ws[own + landing + (U(SQUARES) if was_king or crowns(word) else ZERO)]
    return key ^ _words(ws, other, dead & opp_men) ^ _words(ws, other + U(SQUARES), dead & ~opp_men)


@compiled
def _words(ws, base, squares):
    key = ZERO
    while squares:
        key ^= ws[base + lowest(squares)]
        squares &= squares - ONE
    return key
