"""The computer's levels as data: how far each looks, for how long, and what it forgives itself."""

from __future__ import annotations

from dataclasses import dataclass

from game.engine.limits import MAX_DEPTH


@dataclass(frozen=True)
class Level:
    """One strength of play."""

    key: str
    """Name in sessions and jobs; never changes."""
    budget_ms: int
    """Milliseconds from the player's move to the answer, waiting in line included."""
    think_ms: int
    """Milliseconds spent on a move at most, when nobody else waits."""
    depth: int = MAX_DEPTH
    """Plies looked ahead before captures are played out."""
    is_plain: bool = False
    """Whether it looks at all moves to exactly that depth, with no eye for what is forced."""
    margin: int = 0
    """Any move may be picked whose score is at most this many centimen below the best."""
    glances: float = 0.0
    """How often, 0 to 1, a move is made at a glance: as the board looks right after it."""
    opening_plies: int = 0
    """Plies of a game in which ``opening_margin`` holds instead of ``margin``, for variety."""
    opening_margin: int = 0
    has_tables: bool = False
    """Whether it knows the endgame tables."""

    def margin_at(self, ply: int) -> int:
        """The margin that holds when ``ply`` moves of a game have been played."""
        return self.opening_margin if ply < self.opening_plies else self.margin


LEVELS: dict[str, Level] = {
    level.key: level
    for level in (
        # A margin well under a man: variety in quiet moves, never at the price of a piece.
        Level(key="beginner", budget_ms=750, think_ms=500, depth=3, is_plain=True, margin=20),
        # Looks further than a beginner, but at about one move in twenty-five does not look at all.
        Level(key="easy", budget_ms=750, think_ms=500, depth=8, margin=15, glances=0.04),
        Level(key="medium", budget_ms=750, think_ms=500, depth=9, margin=10),
        Level(key="hard", budget_ms=1250, think_ms=1000, margin=6),
        Level(
            key="master",
            budget_ms=5500,
            think_ms=5000,
            opening_plies=8,
            opening_margin=6,
            has_tables=True,
        ),
    )
}
"""Every level, by key, weakest first."""
