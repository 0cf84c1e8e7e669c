"""Draw counters in the tree: the conditions of ``game.rules.draws`` in bits."""

from game.engine.kernel.bits import FOUR, ONE, THREE, TWO, ZERO, U, count
from game.engine.kernel.jit import compiled, inlined
from game.engine.kernel.layout import (
    ALWAYS,
    CAPTURE,
    COUNTER_WORDS,
    COUNTS,
    CROWNING,
    MAIN_ROAD,
    MANS_MOVE,
    MAX_COUNTERS,
    MIDDLE,
    OUTSIDE,
    R_COUNTERS,
    R_MAIN_ROAD,
    SMALL,
    THREE_KINGS,
    THREE_PIECES,
    TWO_PIECES,
)
from game.engine.kernel.play import crowns, origin_of

_FIRST = R_COUNTERS + 1
_WORDS = U(COUNTER_WORDS)


@inlined
def event_of(word, dead, kings):
    """What a move brings that restarts a counter; 0 for a king's move that takes nothing."""
    event = ZERO
    if dead != ZERO:
        event |= U(CAPTURE)
    if kings & (ONE << origin_of(word)) == ZERO:
        event |= U(MANS_MOVE)
    if crowns(word):
        event |= U(CROWNING)
    return event


@compiled
def carry_counters(ws, ply, event, men, kings, opp_men, opp_kings):
    """Count on from ``ply`` to the next, whose position is given; whether a counter strikes there.

    ``event``: what the move between brought. A counter starts at 0 in the position in which its
    balance arises.
    """
    strikes = False
    number = ZERO
    while number < ws[R_COUNTERS]:
        trait = U(_FIRST) + number * _WORDS
        here = U(COUNTS) + ply * U(MAX_COUNTERS) + number
        shown = ws[here]
        if _runs(ws, ws[trait], men, kings, opp_men, opp_kings) or (
            shown != ZERO and _runs(ws, ws[trait + THREE], men, kings, opp_men, opp_kings)
        ):
            if event & ws[trait + TWO] != ZERO:
                shown = ZERO
            shown += ONE
            strikes = strikes or shown > ws[trait + ONE]
        else:
            shown = ZERO
        ws[here + U(MAX_COUNTERS)] = shown
        number += ONE
    return strikes


@compiled
def _runs(ws, code, men, kings, opp_men, opp_kings):
    if code == ZERO:
        return False
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
    return code == U(TWO_PIECES) and hunters <= TWO
