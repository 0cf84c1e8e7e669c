"""Draw counters in the tree: the conditions of ``game.rules.draws`` in bits."""

from game.engine.kernel.bits import FOUR, ONE, THREE, TWO, ZERO, U, count
from game.engine.kernel.jit import compiled
from game.engine.kernel.layout import (
    ALWAYS,
    COUNTS,
    MAIN_ROAD,
    MAX_COUNTERS,
    MIDDLE,
    OUTSIDE,
    R_COUNTERS,
    R_MAIN_ROAD,
    SMALL,
    THREE_KINGS,
    THREE_PIECES,
)


@compiled
def carry_counters(ws, ply, is_quiet, men, kings, opp_men, opp_kings):
    """Count on from ``ply`` to the next, whose position is given; whether a counter strikes there.

    ``is_quiet``: the move between was a king's and took nothing. A counter starts at 0 in the
    position in which its balance arises.
    """
    strikes = False
    number = ZERO
    while number < ws[R_COUNTERS]:
        code = ws[U(R_COUNTERS) + ONE + number * TWO]
        limit = ws[U(R_COUNTERS) + TWO + number * TWO]
        here = U(COUNTS) + ply * U(MAX_COUNTERS) + number
        shown = ZERO
        if _runs(ws, code, men, kings, opp_men, opp_kings):
            shown = ONE
            if is_quiet and ws[here] != ZERO:
                shown = ws[here] + ONE
                strikes = strikes or shown > limit
        ws[here + U(MAX_COUNTERS)] = shown
        number += ONE
    return strikes


@compiled
def _runs(ws, code, men, kings, opp_men, opp_kings):
    if code == U(ALWAYS):
        return True
    total = count(men | kings | opp_men | opp_kings)
    is_ending = kings != ZERO and opp_kings != ZERO
    if code == U(SMALL):
        return is_ending and total >= FOUR and total <= U(5)
    if code == U(MIDDLE):
        return is_ending and total >= U(6) and total <= U(7)
    if code == U(OUTSIDE):
        return not (is_ending and total >= FOUR and total <= U(7))
    if men == ZERO and count(kings) == ONE and opp_kings != ZERO:
        lone, hunting_men, hunting_kings = kings, opp_men, opp_kings
    elif opp_men == ZERO and count(opp_kings) == ONE and kings != ZERO:
        lone, hunting_men, hunting_kings = opp_kings, men, kings
    else:
        return False
    hunters = count(hunting_men | hunting_kings)
    if code == U(THREE_KINGS):
        return hunting_men == ZERO and hunters >= THREE
    if code == U(MAIN_ROAD):
        return hunters == THREE and lone & ws[R_MAIN_ROAD] != ZERO
    if code == U(THREE_PIECES):
        return hunters == THREE
    return hunters <= TWO
