"""How long a program may think about a move, and how long it had better."""

from __future__ import annotations

import math
from dataclasses import dataclass

from game.engine import Limit
from game.engine.limits import MAX_DEPTH, NEW_DEPTH_SHARE, Cancel

MOVES_TO_GO = 30
"""How many more moves a game is taken to last when nobody says."""
SAFETY = 0.03
"""Seconds kept back from every limit: an answer has to travel, and a clock is read late."""


@dataclass(frozen=True)
class Allowance:
    """The limits on one move; None where there is none."""

    depth: int | None = None
    nodes: int | None = None
    longest: float | None = None
    """Seconds after which the answer must be there."""
    enough: float | None = None
    """Seconds a move is worth: past most of them no further depth is begun."""

    @property
    def is_timed(self) -> bool:
        """Whether time is to be saved where nothing can be gained from it."""
        return self.longest is not None

    def limit(self, began: float, cancel: Cancel) -> Limit:
        """The same for the engine, of a search that began at ``began`` (``time.monotonic()``)."""
        deadline = None if self.longest is None else began + self.longest
        return Limit(self.depth or MAX_DEPTH, deadline, self.nodes, cancel)

    def is_enough(self, spent: float) -> bool:
        """Whether to answer now, ``spent`` seconds after the start."""
        return self.enough is not None and spent > self.enough * NEW_DEPTH_SHARE


def read_allowance(arguments: dict[str, str]) -> Allowance:
    """The allowance of a HUB ``level`` line; ValueError, in one line, if it makes no sense."""
    if "infinite" in arguments:
        return Allowance()
    depth = _count("depth", arguments)
    nodes = _count("nodes", arguments)
    if "time" in arguments:
        longest, enough = _of_clock(
            _seconds("time", arguments),
            _seconds("inc", arguments) if "inc" in arguments else 0.0,
            _count("moves", arguments),
        )
        return Allowance(depth, nodes, longest, enough)
    if "move-time" in arguments:
        return Allowance(depth, nodes, _kept_back(_seconds("move-time", arguments)))
    if depth is None and nodes is None:
        raise ValueError("a level is depth, nodes, move-time, time or infinite")
    return Allowance(depth, nodes)


def _of_clock(time: float, inc: float, moves: int | None) -> tuple[float, float]:
    """(longest, enough) of a clock that shows ``time``, to which ``inc`` was added just now."""
    to_go = min(moves or MOVES_TO_GO, MOVES_TO_GO)
    base = max(time - inc, 0.0)
    enough = min(base / to_go + inc, time)
    # The last move before a time control may take what is left; any other leaves half for the rest.
    share = 1.0 if to_go == 1 else 0.5
    return _kept_back(min(4 * enough, share * time)), enough


def _kept_back(seconds: float) -> float:
    return max(seconds - SAFETY, seconds / 2)


def _count(name: str, arguments: dict[str, str]) -> int | None:
    if name not in arguments:
        return None
    text = arguments[name]
    if not (text.isascii() and text.isdigit() and 1 <= len(text) <= 18 and int(text) > 0):
        raise ValueError(f"{name}={text[:40]} is no whole number from 1 up")
    return min(int(text), MAX_DEPTH) if name == "depth" else int(text)


def _seconds(name: str, arguments: dict[str, str]) -> float:
    text = arguments[name]
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < 1e9:
        raise ValueError(f"{name}={text[:40]} is no number of seconds")
    return seconds
