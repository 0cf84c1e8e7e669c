"""The value of a depth, looked for in a window round what the last depth found."""

from game.engine.kernel.bits import ZERO, pointer_to
from game.engine.kernel.jit import compiled
from game.engine.kernel.layout import S_STOPPED
from game.engine.kernel.scores import DECISIVE, INFINITE
from game.engine.kernel.search import search

WINDOW = 30
"""Centimen to either side of the last depth's value that the next is first looked for in."""
_FULL_WINDOW_DEPTH = 3
"""Up to this depth values jump about, and the whole window costs little."""


@compiled
def run_aspiration(ws, depth, guess, men, kings, opp_men, opp_kings, side, key, reversible):
    """``aspiration_search`` for who has the workspace as an array."""
    return aspiration_search(
        pointer_to(ws), depth, guess, men, kings, opp_men, opp_kings, side, key, reversible
    )


@compiled
def aspiration_search(ws, depth, guess, men, kings, opp_men, opp_kings, side, key, reversible):
    """The exact value of the root at ``depth``; the window round ``guess`` grows if it missed."""
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
    """``search`` for who has the workspace as an array."""
    pointer = pointer_to(ws)
    return search(
        pointer, ply, depth, alpha, beta, men, kings, opp_men, opp_kings, side, key, reversible
    )
