"""What a quiet position is worth: material, and where it stands.

Every number is a weight in the workspace, so a family of games has its own
(``game.engine.weights``) and fitting them changes no code here. Seen from White and turned at
the end.
"""

from game.engine.kernel.bits import FOUR, ONE, THREE, TWO, ZERO, U, count, lowest, shifted, signed
from game.engine.kernel.jit import compiled
from game.engine.kernel.layout import (
    R_ALL,
    R_FLYING,
    R_LAST,
    R_MAIN_ROAD,
    R_STEP,
    W_EXCHANGE,
    W_KING,
    W_KING_AT,
    W_MAIN_ROAD,
    W_MAN,
    W_MAN_EARLY,
    W_MAN_LATE,
    W_MOBILITY,
    W_TRAPPED_KING,
    W_TURN,
)

_FULL_BOARD = 24
"""Pieces at which a game is at its beginning, for the weights of place."""


@compiled
def evaluate(ws, men, kings, opp_men, opp_kings, side):
    """Centimen for the side to move, which has a move and nothing to capture."""
    if side == ONE:
        score = _for_white(ws, men, kings, opp_men, opp_kings)
    else:
        score = -_for_white(ws, opp_men, opp_kings, men, kings)
    return score + signed(ws[W_TURN])


@compiled
def _for_white(ws, men, kings, black_men, black_kings):
    # 1. Material, and that every exchange brings the side ahead nearer to winning.
    more_men = signed(count(men)) - signed(count(black_men))
    more_kings = signed(count(kings)) - signed(count(black_kings))
    pieces = signed(count(men | kings | black_men | black_kings))
    score = more_men * signed(ws[W_MAN]) + more_kings * signed(ws[W_KING])
    gone = max(_FULL_BOARD - pieces, 0)
    if score > 0:
        score += gone * signed(ws[W_EXCHANGE])
    elif score < 0:
        score -= gone * signed(ws[W_EXCHANGE])

    # 2. Where men stand, early and late in the game, and where kings do.
    early = _places(ws, W_MAN_EARLY, men, ZERO) - _places(ws, W_MAN_EARLY, black_men, ONE)
    late = _places(ws, W_MAN_LATE, men, ZERO) - _places(ws, W_MAN_LATE, black_men, ONE)
    now = min(pieces, _FULL_BOARD)
    score += (early * now + late * (_FULL_BOARD - now)) // _FULL_BOARD
    score += _places(ws, W_KING_AT, kings, ZERO) - _places(ws, W_KING_AT, black_kings, ONE)

    # 3. Room to move; kings without any.
    empty = ws[R_ALL] & ~(men | kings | black_men | black_kings)
    room = _room(ws, men, empty, ZERO) - _room(ws, black_men, empty, TWO)
    score += room * signed(ws[W_MOBILITY])
    if kings | black_kings:
        trapped = _trapped(ws, kings, empty) - _trapped(ws, black_kings, empty)
        score -= trapped * signed(ws[W_TRAPPED_KING])

        # 4. Who holds the main road with a flying king is hard to beat.
        if ws[R_FLYING] != ZERO:
            on_road = kings & ws[R_MAIN_ROAD] != ZERO
            black_on_road = black_kings & ws[R_MAIN_ROAD] != ZERO
            if on_road and not black_on_road:
                score += signed(ws[W_MAIN_ROAD])
            elif black_on_road and not on_road:
                score -= signed(ws[W_MAIN_ROAD])
    return score


@compiled
def _places(ws, table, squares, is_black):
    """The weights of the squares of a set; Black's are those of the board turned round."""
    total = 0
    while squares:
        square = lowest(squares)
        squares &= squares - ONE
        if is_black != ZERO:
            square = ws[R_LAST] - square
        total += signed(ws[U(table) + square])
    return total


@compiled
def _room(ws, men, empty, direction):
    """How many steps the men of a side have, ``direction`` being the first of its two."""
    step = ws[R_STEP]
    ahead = count(shifted(men, direction, step) & empty)
    return signed(ahead + count(shifted(men, direction + ONE, step) & empty))


@compiled
def _trapped(ws, kings, empty):
    """How many kings have no empty square beside them."""
    step = ws[R_STEP]
    free = ZERO
    direction = ZERO
    while direction < FOUR:
        free |= shifted(shifted(kings, direction, step) & empty, THREE - direction, step) & kings
        direction += ONE
    return signed(count(kings & ~free))
