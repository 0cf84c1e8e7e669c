"""Chess clocks as values: the time each side has left follows from stored instants and ``now``.

Nothing here asks what time it is: ``now`` is passed in, in milliseconds since a fixed instant of
the caller's choice. A clock is frozen; each move returns the next one. So any process can compute
it, and nothing has to tick.
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
    """A time control: time for the whole game with an increment, or time for each move."""

    base: int
    """Milliseconds that a side has for the whole game, or for each of its moves."""
    increment: int = 0
    """Milliseconds added to a side's time after each of its moves; 0 if time is per move."""
    is_per_move: bool = False
    """Whether every move gets the full ``base``, as in correspondence games."""

    def __post_init__(self) -> None:
        if self.base <= 0 or self.increment < 0:
            raise ValueError(f"{self.base} + {self.increment} ms is not a time control")
        if self.is_per_move and self.increment:
            raise ValueError("time per move takes no increment")

    def new_clock(self) -> Clock:
        """Return the clock before the first move: full, and not running."""
        return Clock(self, (self.base, self.base))


@dataclass(frozen=True)
class Clock:
    """The time both sides have left, whose time is running and since when."""

    control: TimeControl
    left: tuple[int, int]
    """Milliseconds left, by side; for the side whose time is running, as of ``since``."""
    runs: Side | None = None
    """Whose time is running; None until both sides have moved, and once the game is over."""
    since: int = 0
    """When that side's time started running."""

    def remaining(self, side: Side, now: int) -> int:
        """Return the milliseconds that ``side`` has left, at least 0.

        If ``now`` is before ``since`` (clocks of two machines differ a little), no time is spent.
        """
        spent = max(now - self.since, 0) if side is self.runs else 0
        return max(self.left[side] - spent, 0)

    def flag(self, now: int) -> Side | None:
        """Return the side whose flag has fallen, if any."""
        if self.runs is None or self.remaining(self.runs, now) > 0:
            return None
        return self.runs

    def flag_falls_at(self) -> int | None:
        """Return when the flag of the side whose time is running falls; None if none is."""
        return None if self.runs is None else self.since + self.left[self.runs]

    def after_move(self, side: Side, plies: int, now: int, begins: int | None = None) -> Clock:
        """Return the clock after ``side`` has made ply number ``plies``; its flag must be up.

        The opponent's time runs from ``begins``, by default ``now``; not before the opponent's
        first move.
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
        """Return the clock after a takeback to ``plies``: no time is given back.

        The time of ``to_move`` runs from ``begins``, by default ``now``.
        """
        left = (self.remaining(Side.BLACK, now), self.remaining(Side.WHITE, now))
        return replace(self, left=left, runs=to_move if plies >= 2 else None, since=begins or now)

    def stopped(self, now: int) -> Clock:
        """Return the clock, stopped at the end of the game."""
        left = (self.remaining(Side.BLACK, now), self.remaining(Side.WHITE, now))
        return replace(self, left=left, runs=None, since=now)


def can_win_on_time(position: Position, side: Side) -> bool:
    """Return whether ``side`` wins, rather than draws, when the opponent's flag falls.

    A lone king does not win against a side that has a king too: no rule set lets it win by force.
    Against men alone it may still win, and a side with men may always get a king.
    """
    is_lone_king = not position.men(side) and position.kings(side).bit_count() == 1
    return not (is_lone_king and position.kings(side.other))
