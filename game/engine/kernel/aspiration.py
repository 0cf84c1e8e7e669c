"""The value of a depth, looked for in a window round what the last depth found."""

from game.engine.kernel.bits import ZERO, words_of
from game.engine.kernel.jit import compiled
from game.engine.kernel.layout import S_STOPPED
from game.engine.kernel.scores import DECISIVE, INFINITE
from game.engine.kernel.search import search

WINDOW = 30
"""Centimen to either side of the last depth's value that the next is first looked for in."""
_SHALLOW = 3
"""Up to this depth values jump about, and the whole window costs little."""


@compiled
def value_near(ws, depth, guess, men, kings, opp_men, opp_kings, side, key, quiet):
    """``aspire`` for who has the workspace as an array."""
    return aspire(words_of(ws), depth, guess, men, kings, opp_men, opp_kings, side, key, quiet)


@compiled
def aspire(ws, depth, guess, men, kings, opp_men, opp_kings, side, key, quiet):
    """The exact value of the root at ``depth``; the window round ``guess`` grows if it missed."""
    reach = WINDOW if depth > _SHALLOW else INFINITE
    alpha, beta = max(guess - reach, -INFINITE), min(guess + reach, INFINITE)
    while True:
        value = search(
            ws, ZERO, depth, alpha, beta, men, kings, opp_men, opp_kings, side, key, quiet
        )
        if ws[S_STOPPED] != ZERO or alpha < value < beta:
            return value
        reach *= 4
        if value <= alpha:
            alpha = max(value - reach, -INFINITE) if reach < DECISIVE else -INFINITE
        if value >= beta:
            beta = min(value + reach, INFINITE) if reach < DECISIVE else INFINITE


@compiled
def value_within(ws, ply, depth, alpha, beta, men, kings, opp_men, opp_kings, side, key, quiet):
    """``search`` for who has the workspace as an array."""
    words = words_of(ws)
    return search(words, ply, depth, alpha, beta, men, kings, opp_men, opp_kings, side, key, quiet)
