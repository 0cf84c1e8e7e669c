"""The lines above and below the board: who plays, what each side has captured, the clocks.

They are for people who see the board. The status says the same to everyone else, so screen readers
skip them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.play.active_game import ActiveGame
from game.rules import Side
from game.web.shared.terms import SIDES


@dataclass(frozen=True)
class Clock:
    """A side's time left: in milliseconds, in words, and whether it is running."""

    left: int
    words: str
    runs: bool
    low: str = ""
    """Words that say that little time is left; empty if there is enough."""


@dataclass(frozen=True)
class PlayerStrip:
    """One side's line beside the board."""

    letter: str
    """``b`` or ``w``: whose pieces are drawn."""
    colour: str
    name: str
    """The player's name; empty if people are known by their colour alone."""
    captured: range
    """As long as the number of pieces this side has captured."""
    lead: int
    """How many more pieces than the other side this side has captured; 0 if not more."""
    is_to_move: bool
    has_won: bool
    clock: Clock | None = None


def player_strips(
    active: ActiveGame, names: Mapping[Side, str], clocks: Mapping[Side, Clock] | None = None
) -> tuple[PlayerStrip, PlayerStrip]:
    """Return the strips above and below the board as it is turned."""
    captured = _captured(active)
    to_move = active.game.position.side if active.outcome is None else None
    above, below = (
        PlayerStrip(
            letter=side.letter.lower(),
            colour=SIDES[side],
            name=names.get(side, ""),
            captured=range(captured[side]),
            lead=max(captured[side] - captured[side.other], 0),
            is_to_move=side is to_move,
            has_won=active.outcome is not None and active.outcome.winner is side,
            clock=(clocks or {}).get(side),
        )
        for side in (active.bottom.other, active.bottom)
    )
    return above, below


def _captured(active: ActiveGame) -> Sequence[int]:
    """Return how many pieces each side has captured, indexed by ``Side``."""
    counts = [0, 0]
    mover = active.game.position.side
    for move in reversed(active.game.moves):
        mover = mover.other
        counts[mover] += len(move.captures)
    return counts
