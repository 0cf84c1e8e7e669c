"""One question to a worker as plain values, and the code that answers it there.

A ``Variant`` carries large tables, so a job names it by key and each process keeps its own.
"""

from __future__ import annotations

import dataclasses
import random
from dataclasses import dataclass
from enum import Enum

from game.engine.levels import LEVELS
from game.engine.limits import Limit, SearchResult
from game.engine.search import search
from game.rules import VARIANTS, Position, Variant

AIM_EARLY = 0.025
"""Seconds before the deadline at which a search stops: a late wake-up is measured at 12 ms between
two busy neighbours, and the answer has to travel."""


class Reason(Enum):
    """Why there is no answer."""

    LATE = "late"
    """The deadline came first, in line or in thought."""
    BROKEN = "broken"
    """The worker died, or its search failed."""
    UNAVAILABLE = "unavailable"
    """No worker could be started."""


class NoAnswer(Exception):
    """The computer has no move to give; ``reason`` says why, ``detail`` says more for the log."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.reason.value}: {self.detail}"


@dataclass(frozen=True)
class SearchJob:
    """A position to be answered at a level: everything a worker needs to know."""

    variant: str
    position: Position
    """Has at least one legal move."""
    earlier: tuple[Position, ...]
    """The positions since the last capture or man's move, oldest first, ``position`` excluded."""
    level: str
    seed: int
    """Settles which of several good moves is picked."""
    deadline: float
    """Absolute ``time.monotonic()`` seconds by which the answer must be with the asker."""

    @property
    def rules(self) -> Variant:
        """The rules to play by; rules that one game alone has agreed on are applied here."""
        return VARIANTS[self.variant]


def solve(job: SearchJob) -> SearchResult:
    """Pick a move as the job's level does: at random among those within its margin.

    The same job gets the same answer, unless the deadline cut the search short. Raises OutOfTime
    when nothing was found in time, at once if the deadline has passed.
    """
    level = LEVELS[job.level]
    found = search(
        job.position,
        job.rules,
        Limit(depth=level.depth, deadline=job.deadline - AIM_EARLY),
        margin=level.margin,
        earlier=job.earlier,
    )
    picked = random.Random(job.seed).choice(found.choices)
    return dataclasses.replace(found, move=picked.move, score=picked.score)
