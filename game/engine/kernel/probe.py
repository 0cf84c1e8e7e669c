"""Endgame tables in the search: what they settle, and what they leave to be looked for.

The tables know no draw counter. A win in n plies settles a position only if no counter that runs
there can strike before; else, and where the distance is not known, the position is worth KNOWN_WIN
at the horizon, and above it the search goes on to find the way.
"""

from game.engine.kernel.bits import ONE, TWO, ZERO, U, signed
from game.engine.kernel.evaluate import evaluate
from game.engine.kernel.guide import plies_left
from game.engine.kernel.jit import compiled
from game.engine.kernel.layout import COUNTER_WORDS, COUNTS, MAX_COUNTERS, R_COUNTERS
from game.engine.kernel.scores import DRAW, KNOWN_LEAST, KNOWN_WIN, WIN
from game.engine.kernel.slices import UNKNOWN, WON, place_of, said_at, said_of

_EACH_PLY = 10
"""Centimen off a known win for each ply that it may be away."""
_TOO_LATE = 20
"""Centimen off a known win for each ply that it comes after a draw counter would have struck."""


@compiled
def settle(ws, ply, depth, alpha, beta, stood, men, kings, opp_men, opp_kings, side):
    """(whether the tables settle the window, the value) of a position with nothing to capture.

    ``stood``: how often it stood before.
    """
    said = said_of(ws, men, kings, opp_men, opp_kings, side)
    if said == UNKNOWN:
        return stood != ZERO, DRAW
    if said == ZERO:
        return True, DRAW
    has_distance = said < UNKNOWN
    is_win = said & ONE == ZERO if has_distance else said == WON
    value = KNOWN_WIN
    if has_distance:
        plies = signed(said) - 1
        late = plies_too_late(ws, ply, plies)
        if late <= 0:
            value = WIN - signed(ply) - plies
            return True, value if is_win else -value
        value -= _TOO_LATE * late + plies
    value = value if is_win else -value
    if stood != ZERO:
        # No way forward, but better than to give the win away.
        return True, KNOWN_LEAST if is_win else -KNOWN_LEAST
    if depth <= 0:
        if not has_distance:
            left = plies_left(ws, men, kings, opp_men, opp_kings, side, is_win)
            if left < 0:
                value += evaluate(ws, men, kings, opp_men, opp_kings, side)
            else:
                value += -_EACH_PLY * left if is_win else _EACH_PLY * left
        return True, value
    if is_win and beta <= KNOWN_LEAST:
        return True, KNOWN_LEAST
    if not is_win and alpha >= -KNOWN_LEAST:
        return True, -KNOWN_LEAST
    return False, DRAW


@compiled
def plies_too_late(ws, ply, plies):
    """By how much an end in so many plies misses the first draw counter; in time if not above 0."""
    late = -1000
    number = ZERO
    while number < ws[R_COUNTERS]:
        shown = signed(ws[U(COUNTS) + ply * U(MAX_COUNTERS) + number])
        if shown > 0:
            limit = signed(ws[U(R_COUNTERS) + TWO + number * U(COUNTER_WORDS)])
            late = max(late, shown - 1 + plies - limit)
        number += ONE
    return late


@compiled
def ask_all(ws, positions, found):
    """Write into ``found`` what the tables say of many positions, five words each.

    The places are found first and read then, so that the memory is waited for many at a time.
    """
    at = 0
    for number in range(found.size):
        found[number] = place_of(
            ws,
            positions[at],
            positions[at + 1],
            positions[at + 2],
            positions[at + 3],
            positions[at + 4],
        )
        at += 5
    for number in range(found.size):
        place = found[number]
        found[number] = UNKNOWN if place == ZERO else said_at(place)
