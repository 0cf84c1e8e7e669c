"""The computer's levels as data: depth, time and deliberate mistakes."""

from __future__ import annotations

from dataclasses import dataclass

from game.engine.limits import MAX_DEPTH


@dataclass(frozen=True)
class Level:
    """One strength of play."""

    key: str
    """Name in sessions and jobs; never changes."""
    budget_ms: int
    """Milliseconds from the player's move to the answer, waiting for a worker included."""
    think_ms: int
    """Most milliseconds spent on a move when nobody else is waiting."""
    depth: int = MAX_DEPTH
    """Plies searched before quiescence."""
    is_plain: bool = False
    """Whether every move is searched to exactly that depth, without extensions or reductions."""
    margin: int = 0
    """Any move may be picked that scores at most this many centimen below the best."""
    glances: float = 0.0
    """How often, 0 to 1, a move is made at a glance: by the evaluation right after it."""
    opening_plies: int = 0
    """Plies from the start in which ``opening_margin`` replaces ``margin``, for variety."""
    opening_margin: int = 0
    has_tables: bool = False
    """Whether it probes the endgame tables."""

    def margin_at(self, ply: int) -> int:
        """Return the margin that applies after ``ply`` plies of a game."""
        return self.opening_margin if ply < self.opening_plies else self.margin


LEVELS: dict[str, Level] = {
    level.key: level
    for level in (
        # Sees only what may be jumped at once, and makes about one move in three at a glance: a
        # careful player who has just learnt the rules wins.
        Level(
            key="novice",
            budget_ms=750,
            think_ms=500,
            depth=1,
            is_plain=True,
            margin=40,
            glances=0.3,
        ),
        # A margin well below a man: variety in quiet moves without giving up a piece.
        Level(key="beginner", budget_ms=750, think_ms=500, depth=3, is_plain=True, margin=20),
        # Searches deeper than a beginner, but plays about one move in sixteen at a glance.
        Level(key="easy", budget_ms=750, think_ms=500, depth=8, margin=15, glances=0.06),
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
