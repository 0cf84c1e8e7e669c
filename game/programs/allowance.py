"""Time management: how long the engine may think about a move, and how long it should."""

from __future__ import annotations

import math
from dataclasses import dataclass

from game.engine import Limit
from game.engine.limits import MAX_DEPTH, NEW_DEPTH_SHARE, Cancel

MOVES_TO_GO = 30
"""How many more moves a game is assumed to last if the level does not say."""
SAFETY_MARGIN = 0.03
"""Seconds subtracted from every limit: an answer takes time to arrive, and clocks are read late."""


@dataclass(frozen=True)
class Allowance:
    """The limits on one move; None where there is no limit."""

    depth: int | None = None
    nodes: int | None = None
    maximum: float | None = None
    """Seconds after which the move must be sent."""
    optimum: float | None = None
    """Seconds that the move should take: once most of them are spent, no new depth is started."""

    @property
    def is_timed(self) -> bool:
        """Whether time is limited, so that a forced move should be played at once."""
        return self.maximum is not None

    def limit(self, began: float, cancel: Cancel) -> Limit:
        """Return the engine's limit for a search that began at ``began`` (``time.monotonic()``)."""
        deadline = None if self.maximum is None else began + self.maximum
        return Limit(self.depth or MAX_DEPTH, deadline, self.nodes, cancel)

    def is_past_optimum(self, spent: float) -> bool:
        """Return whether to move now, ``spent`` seconds after the search began."""
        return self.optimum is not None and spent > self.optimum * NEW_DEPTH_SHARE


def read_allowance(arguments: dict[str, str]) -> Allowance:
    """Return the allowance of a HUB ``level`` line; ValueError, in one line, if it is invalid."""
    if "infinite" in arguments:
        return Allowance()
    depth = _count("depth", arguments)
    nodes = _count("nodes", arguments)
    if "time" in arguments:
        maximum, optimum = _from_clock(
            _seconds("time", arguments),
            _seconds("inc", arguments) if "inc" in arguments else 0.0,
            _count("moves", arguments),
        )
        return Allowance(depth, nodes, maximum, optimum)
    if "move-time" in arguments:
        return Allowance(depth, nodes, _with_margin(_seconds("move-time", arguments)))
    if depth is None and nodes is None:
        raise ValueError("a level is depth, nodes, move-time, time or infinite")
    return Allowance(depth, nodes)


def _from_clock(time: float, inc: float, moves: int | None) -> tuple[float, float]:
    """Return (maximum, optimum) for a clock that shows ``time``, the increment included."""
    to_go = min(moves or MOVES_TO_GO, MOVES_TO_GO)
    base = max(time - inc, 0.0)
    optimum = min(base / to_go + inc, time)
    # The last move before a time control may use what is left; any other leaves half for the rest.
    share = 1.0 if to_go == 1 else 0.5
    return _with_margin(min(4 * optimum, share * time)), optimum


def _with_margin(seconds: float) -> float:
    return max(seconds - SAFETY_MARGIN, seconds / 2)


def _count(name: str, arguments: dict[str, str]) -> int | None:
    if name not in arguments:
        return None
    text = arguments[name]
    if not (text.isascii() and text.isdigit() and 1 <= len(text) <= 18 and int(text) > 0):
        raise ValueError(f"{name}={text[:40]} is not a whole number of at least 1")
    return min(int(text), MAX_DEPTH) if name == "depth" else int(text)


def _seconds(name: str, arguments: dict[str, str]) -> float:
    text = arguments[name]
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < 1e9:
        raise ValueError(f"{name}={text[:40]} is not a number of seconds")
    return seconds
