"""The lines above and below the board: who plays, what each side has captured, the clocks.

They are for people who see the board. The status says the same to everyone else, so screen readers
skip them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.rules import Game, Side
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
    state: str
    """``moving`` if this side is to move, ``winner`` if it has won, else empty."""
    clock: Clock | None = None


def player_strips(
    game: Game,
    bottom: Side,
    names: Mapping[Side, str],
    clocks: Mapping[Side, Clock] | None = None,
) -> tuple[PlayerStrip, PlayerStrip]:
    """Return the strips above and below the board with ``bottom`` at the bottom."""
    captured, state = captures_by_ply(game)[-1], strip_states(game)
    above, below = (
        PlayerStrip(
            letter=side.letter.lower(),
            colour=SIDES[side],
            name=names.get(side, ""),
            captured=range(captured[side]),
            lead=max(captured[side] - captured[side.other], 0),
            state=state[side],
            clock=(clocks or {}).get(side),
        )
        for side in (bottom.other, bottom)
    )
    return above, below


def strip_states(game: Game) -> dict[Side, str]:
    """Return the CSS class of each side's strip: ``moving``, ``winner`` or none."""
    outcome, mover = game.outcome, game.position.side
    if outcome is None:
        return {mover: "moving", mover.other: ""}
    return {side: "winner" if outcome.winner is side else "" for side in Side}


def captures_by_ply(game: Game) -> list[tuple[int, int]]:
    """Return how many pieces Black and White had captured after each ply, from the start."""
    counts, mover = [0, 0], game.start.side
    found = [(0, 0)]
    for move in game.moves:
        counts[mover] += len(move.captures)
        found.append((counts[0], counts[1]))
        mover = mover.other
    return found
