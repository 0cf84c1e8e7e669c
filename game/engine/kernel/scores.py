"""Values in centimen from the side to move; the same numbers as ``game.engine.limits``."""

WIN = 30_000
"""A win in n plies is WIN - n."""
DECISIVE = 29_000
"""Beyond this, either way, a value is a proven result."""
INFINITE = 30_001
DRAW = 0
KNOWN_WIN = 20_000
"""Before evaluation: a win that the endgame tables know of, without knowing that it comes in time.

Less than any proven result, more than any evaluation."""
MIN_KNOWN_WIN = 12_000
"""No known win is worth less."""
