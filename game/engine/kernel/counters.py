"""Draw counters in the search tree: the conditions of ``game.rules.draws`` on bitboards."""

from game.engine.kernel.bits import FOUR, ONE, THREE, TWO, ZERO, U, popcount
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

_FIRST_RULE = R_COUNTERS + 1
_RULE_SIZE = U(COUNTER_WORDS)


@inlined
def event_of(move, captured, kings):
    """Return the events of a move that reset a counter; 0 for a king's quiet move."""
    event = ZERO
    if captured != ZERO:
        event |= U(CAPTURE)
    if kings & (ONE << origin_of(move)) == ZERO:
        event |= U(MANS_MOVE)
    if crowns(move):
        event |= U(CROWNING)
    return event


@compiled
def advance_counters(ws, ply, event, men, kings, opp_men, opp_kings):
    """Advance the counters from ``ply`` to the next; return whether one now draws the game.

    The position is the one after the move, ``event`` what the move brought. A counter starts at 0
    in the position in which its balance of pieces arises.
    """
    is_draw = False
    index = ZERO
    while index < ws[R_COUNTERS]:
        rule = U(_FIRST_RULE) + index * _RULE_SIZE
        slot = U(COUNTS) + ply * U(MAX_COUNTERS) + index
        stored = ws[slot]
        if _applies(ws, ws[rule], men, kings, opp_men, opp_kings) or (
            stored != ZERO and _applies(ws, ws[rule + THREE], men, kings, opp_men, opp_kings)
        ):
            if event & ws[rule + TWO] != ZERO:
                stored = ZERO
            stored += ONE
            is_draw = is_draw or stored > ws[rule + ONE]
        else:
            stored = ZERO
        ws[slot + U(MAX_COUNTERS)] = stored
        index += ONE
    return is_draw


@compiled
def _applies(ws, code, men, kings, opp_men, opp_kings):
    if code == ZERO:
        return False
    if code == U(ALWAYS):
        return True
    total = popcount(men | kings | opp_men | opp_kings)
    is_ending = kings != ZERO and opp_kings != ZERO
    if code == U(SMALL):
        return is_ending and total >= FOUR and total <= U(5)
    if code == U(MIDDLE):
        return is_ending and total >= U(6) and total <= U(7)
    if code == U(OUTSIDE):
        return not (is_ending and total >= FOUR and total <= U(7))
    if men == ZERO and popcount(kings) == ONE and opp_kings != ZERO:
        lone, hunting_men, hunting_kings = kings, opp_men, opp_kings
    elif opp_men == ZERO and popcount(opp_kings) == ONE and kings != ZERO:
        lone, hunting_men, hunting_kings = opp_kings, men, kings
    else:
        return False
    hunters = popcount(hunting_men | hunting_kings)
    if code == U(THREE_KINGS):
        return hunting_men == ZERO and hunters >= THREE
    if code == U(MAIN_ROAD):
        return hunters == THREE and lone & ws[R_MAIN_ROAD] != ZERO
    if code == U(THREE_PIECES):
        return hunters == THREE
    return code == U(TWO_PIECES) and hunters <= TWO
