"""Clocks as values: what each side has left follows from stored instants and the time it is now.

Nothing here looks at a clock: ``now`` is passed in, in milliseconds since any fixed instant, the
same one throughout a game. A clock never changes; each move gives the next one. So any process may
compute it, and nothing has to tick.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.rules.geometry import Side
from game.rules.position import Position

SECOND = 1000
MINUTE = 60 * SECOND
DAY = 24 * 60 * MINUTE


@dataclass(frozen=True)
class TimeControl:
    """How much time a game gives: so much for all of it, or so much for each move."""

    base: int
    """Milliseconds a side has for the whole game, or for each of its moves."""
    increment: int = 0
    """Milliseconds added after each move of a side's own; not with time for each move."""
    is_per_move: bool = False
    """Whether ``base`` is given anew for every move, as in games by correspondence."""

    def __post_init__(self) -> None:
        if self.base <= 0 or self.increment < 0:
            raise ValueError(f"no game can be played in {self.base} + {self.increment} ms")
        if self.is_per_move and self.increment:
            raise ValueError("time for each move needs no increment")

    def begun(self) -> Clock:
        """The clock of a game before its first move: full, and not running."""
        return Clock(self, (self.base, self.base))


@dataclass(frozen=True)
class Clock:
    """What both sides have left, and whose time runs since when."""

    control: TimeControl
    left: tuple[int, int]
    """Milliseconds left by side, as of ``since`` for the one whose time runs."""
    runs: Side | None = None
    """Whose time runs; None before each side has moved once, and once the game is over."""
    since: int = 0
    """When it began to run."""

    def remaining(self, side: Side, now: int) -> int:
        """Milliseconds that ``side`` has left, never less than none.

        A ``now`` that lies before ``since`` (two machines' clocks differ a little) takes nothing.
        """
        spent = max(now - self.since, 0) if side is self.runs else 0
        return max(self.left[side] - spent, 0)

    def flag(self, now: int) -> Side | None:
        """The side whose time is over, if one's is."""
        if self.runs is None or self.remaining(self.runs, now) > 0:
            return None
        return self.runs

    def falls_at(self) -> int | None:
        """When the flag of the side whose time runs will fall; None while none runs."""
        return None if self.runs is None else self.since + self.left[self.runs]

    def after_move(self, side: Side, plies: int, now: int, begins: int | None = None) -> Clock:
        """The clock once ``side`` has made the game's move number ``plies``; its flag must be up.

        From ``begins``, or else from ``now``, it runs for the other side, if that side has moved
        before: nobody's time runs before the first move of their own.
        """
        own = self.remaining(side, now)
        if self.control.is_per_move:
            own = self.control.base
        elif side is self.runs:
            own += self.control.increment
        left = (own, self.left[Side.WHITE]) if side is Side.BLACK else (self.left[Side.BLACK], own)
        return replace(
            self, left=left, runs=side.other if plies >= 2 else None, since=begins or now
        )

    def taken_back(self, to_move: Side, plies: int, now: int, begins: int | None = None) -> Clock:
        """The clock after a takeback: time that was spent stays spent; it runs from ``begins``."""
        left = (self.remaining(Side.BLACK, now), self.remaining(Side.WHITE, now))
        return replace(self, left=left, runs=to_move if plies >= 2 else None, since=begins or now)

    def stopped(self, now: int) -> Clock:
        """The clock at the end of the game."""
        left = (self.remaining(Side.BLACK, now), self.remaining(Side.WHITE, now))
        return replace(self, left=left, runs=None, since=now)


def can_still_win(position: Position, side: Side) -> bool:
    """Whether ``side`` is given the win when the other's time is over.

    Not with a lone king against a side that has a king too: no rule set lets it win that by force,
    so the game is drawn. Against men alone a king may still win, and men may always be crowned.
    """
    is_lone_king = not position.men(side) and position.kings(side).bit_count() == 1
    return not (is_lone_king and position.kings(side.other))
