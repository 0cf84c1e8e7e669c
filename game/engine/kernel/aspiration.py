"""The score of one depth, searched with an aspiration window around the score of the last."""

from game.engine.kernel.bits import ZERO, pointer_to
from game.engine.kernel.jit import compiled
from game.engine.kernel.layout import S_STOPPED
from game.engine.kernel.scores import DECISIVE, INFINITE
from game.engine.kernel.search import search

WINDOW = 30
"""Half the width of the first window, in centimen."""
_FULL_WINDOW_DEPTH = 3
"""Up to this depth scores are erratic and the full window is cheap."""


@compiled
def run_aspiration(ws, depth, guess, men, kings, opp_men, opp_kings, side, key, reversible):
    """``aspiration_search`` for callers that hold the workspace as an array."""
    return aspiration_search(
        pointer_to(ws), depth, guess, men, kings, opp_men, opp_kings, side, key, reversible
    )


@compiled
def aspiration_search(ws, depth, guess, men, kings, opp_men, opp_kings, side, key, reversible):
    """Return the exact root score at ``depth``; widen the window around ``guess`` if it fails."""
    margin = WINDOW if depth > _FULL_WINDOW_DEPTH else INFINITE
    alpha, beta = max(guess - margin, -INFINITE), min(guess + margin, INFINITE)
    while True:
        value = search(
            ws, ZERO, depth, alpha, beta, men, kings, opp_men, opp_kings, side, key, reversible
        )
        if ws[S_STOPPED] != ZERO or alpha < value < beta:
            return value
        margin *= 4
        if value <= alpha:
            alpha = max(value - margin, -INFINITE) if margin < DECISIVE else -INFINITE
        if value >= beta:
            beta = min(value + margin, INFINITE) if margin < DECISIVE else INFINITE


@compiled
def run_search(ws, ply, depth, alpha, beta, men, kings, opp_men, opp_kings, side, key, reversible):
    """``search`` for callers that hold the workspace as an array."""
    pointer = pointer_to(ws)
    return search(
        pointer, ply, depth, alpha, beta, men, kings, opp_men, opp_kings, side, key, reversible
    )
