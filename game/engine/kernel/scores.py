"""Scores in centimen for the side to move; the same numbers as ``game.engine.limits``."""

WIN = 30_000
"""A win in n plies is WIN - n."""
DECISIVE = 29_000
"""A score beyond this, either way, is a proven result."""
INFINITE = 30_001
DRAW = 0
KNOWN_WIN = 20_000
"""Before evaluation: a win by the endgame tables that may come too late for a draw counter.

Less than any proven result, more than any evaluation."""
MIN_KNOWN_WIN = 12_000
"""No known win scores less."""
