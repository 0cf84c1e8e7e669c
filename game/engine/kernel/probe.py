"""Endgame tables in the search: which positions they decide and which still have to be searched.

The tables ignore draw counters. A win in n plies decides a position only if no running counter
expires first; otherwise, and where the distance is unknown, the position is worth KNOWN_WIN at the
horizon, and above it the search goes on to find the way.
"""

from game.engine.kernel.bits import ONE, TWO, ZERO, U, signed
from game.engine.kernel.evaluate import evaluate
from game.engine.kernel.guide import estimate_plies
from game.engine.kernel.jit import compiled
from game.engine.kernel.layout import COUNTER_WORDS, COUNTS, MAX_COUNTERS, R_COUNTERS
from game.engine.kernel.scores import DRAW, KNOWN_WIN, MIN_KNOWN_WIN, WIN
from game.engine.kernel.slices import UNKNOWN, WON, locate_entry, probe_slice, read_entry

_PLY_PENALTY = 10
"""Centimen off a known win for each ply of its estimated distance."""
_LATE_PENALTY = 20
"""Centimen off a known win for each ply that it comes after a draw counter expires."""


@compiled
def probe_in_search(ws, ply, depth, alpha, beta, repetitions, men, kings, opp_men, opp_kings, side):
    """Probe a position without a capture; return (whether it is a cutoff, the score).

    ``repetitions``: how often the position has occurred before.
    """
    probed = probe_slice(ws, men, kings, opp_men, opp_kings, side)
    if probed == UNKNOWN:
        return repetitions != ZERO, DRAW
    if probed == ZERO:
        return True, DRAW
    has_distance = probed < UNKNOWN
    is_win = probed & ONE == ZERO if has_distance else probed == WON
    value = KNOWN_WIN
    if has_distance:
        plies = signed(probed) - 1
        plies_late = plies_past_counter(ws, ply, plies)
        if plies_late <= 0:
            value = WIN - signed(ply) - plies
            return True, value if is_win else -value
        value -= _LATE_PENALTY * plies_late + plies
    value = value if is_win else -value
    if repetitions != ZERO:
        # No progress, but better than giving the win away.
        return True, MIN_KNOWN_WIN if is_win else -MIN_KNOWN_WIN
    if depth <= 0:
        if not has_distance:
            remaining = estimate_plies(ws, men, kings, opp_men, opp_kings, side, is_win)
            if remaining < 0:
                value += evaluate(ws, men, kings, opp_men, opp_kings, side)
            else:
                value += -_PLY_PENALTY * remaining if is_win else _PLY_PENALTY * remaining
        return True, value
    if is_win and beta <= MIN_KNOWN_WIN:
        return True, MIN_KNOWN_WIN
    if not is_win and alpha >= -MIN_KNOWN_WIN:
        return True, -MIN_KNOWN_WIN
    return False, DRAW


@compiled
def plies_past_counter(ws, ply, plies):
    """Return by how many plies an end misses the first draw counter; in time if not above 0."""
    plies_late = -1000
    index = ZERO
    while index < ws[R_COUNTERS]:
        stored = signed(ws[U(COUNTS) + ply * U(MAX_COUNTERS) + index])
        if stored > 0:
            limit = signed(ws[U(R_COUNTERS) + TWO + index * U(COUNTER_WORDS)])
            plies_late = max(plies_late, stored - 1 + plies - limit)
        index += ONE
    return plies_late


@compiled
def probe_many(ws, positions, results):
    """Write into ``results`` the table values of many positions, five words each.

    All entries are located before any is read, so that many cache misses overlap.
    """
    offset = 0
    for index in range(results.size):
        results[index] = locate_entry(
            ws,
            positions[offset],
            positions[offset + 1],
            positions[offset + 2],
            positions[offset + 3],
            positions[offset + 4],
        )
        offset += 5
    for index in range(results.size):
        entry = results[index]
        results[index] = UNKNOWN if entry == ZERO else read_entry(entry)
