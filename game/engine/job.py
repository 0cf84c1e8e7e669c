"""One question to a worker as plain values, and the code that answers it there.

A ``Variant`` carries large tables, so a job names it by key and each process keeps its own.
"""

from __future__ import annotations

import dataclasses
import random
import time
from dataclasses import dataclass
from enum import Enum

from game.engine import compiled
from game.engine.analysis import evaluate, loaded_engine_for, scores
from game.engine.convert import is_supported
from game.engine.evaluate import evaluation_of
from game.engine.levels import LEVELS, Level
from game.engine.limits import (
    MAX_DEPTH,
    WORTH_BEGINNING,
    Cancel,
    Limit,
    OutOfTime,
    ScoredMove,
    SearchResult,
)
from game.engine.search import search
from game.rules import Game, Move, Position, Variant, legal_moves, variant_named
from game.rules.draws import Counts

AIM_EARLY = 0.025
"""Seconds before the deadline at which a search stops: a late wake-up is measured at 12 ms between
two busy neighbours, and the answer has to travel."""
LINE_SHARE = 0.6
"""Share of the time that advice spends on the best line; the rest compares the other moves."""


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
    ply: int = 0
    """How many moves the game has seen."""
    counts: Counts | None = None
    """What the draw counters show; None: as in a game that starts from ``position``."""
    is_for_advice: bool = False
    """Whether the best move is wanted, with the line it begins and every move's score, instead of
    a move that the level would play."""
    asker: str = ""
    """Whose game it is, so that all that is thought about for it can be stopped."""

    @property
    def rules(self) -> Variant:
        """The rules to play by, house rules included."""
        return variant_named(self.variant)

    @property
    def think_seconds(self) -> float:
        """How long the level would think if nobody else waited."""
        return LEVELS[self.level].think_ms / 1000


def quick_move(game: Game) -> Move:
    """The legal move that takes the most pieces, else the first in list order; no thinking."""
    return max(game.legal_moves, key=lambda move: len(move.captures))


def solve(job: SearchJob, cancel: Cancel | None = None) -> SearchResult:
    """Pick a move as the job's level does: at random among those within its margin.

    The compiled engine thinks if this process has it and it knows the rules, the plain one
    otherwise. Levels that look to a fixed depth answer the same job alike, unless time ended the
    search. ``cancel`` may end it earlier from outside. Raises OutOfTime when nothing was
    found in time, at once if the deadline has passed; ValueError where there is no move.
    """
    if not legal_moves(job.position, job.rules):
        raise ValueError("a lost position has no move to find")
    if job.is_for_advice:
        return _advise(job, cancel)
    level = LEVELS[job.level]
    rng = random.Random(job.seed)
    found = _glance(job) if rng.random() < level.glances else _think(job, level, cancel)
    picked = rng.choice(found.choices)
    return dataclasses.replace(found, move=picked.move, score=picked.score)


def _think(job: SearchJob, level: Level, cancel: Cancel | None) -> SearchResult:
    now = time.monotonic()
    end = min(job.deadline - AIM_EARLY, now + job.think_seconds)
    limit = Limit(
        depth=level.depth,
        is_plain=level.is_plain,
        deadline=end,
        enough=now + (end - now) * WORTH_BEGINNING,
        cancel=cancel,
    )
    margin = level.margin_at(job.ply)
    engine = compiled.loaded()
    if engine is None or not is_supported(job.rules):
        return search(
            job.position,
            job.rules,
            limit,
            margin=margin,
            earlier=job.earlier,
            counts=job.counts,
        )
    if level.depth < MAX_DEPTH:
        # What is left of earlier searches would make the answer depend on them.
        engine.forget()
    return engine.search(
        job.position,
        job.rules,
        limit,
        margin=margin,
        earlier=job.earlier,
        counts=job.counts,
        tables=level.has_tables,
    )


def _advise(job: SearchJob, cancel: Cancel | None) -> SearchResult:
    """The best line first, then every move's score in what is left of the time."""
    now = time.monotonic()
    end = min(job.deadline - AIM_EARLY, now + job.think_seconds)
    middle = now + (end - now) * LINE_SHARE
    engine = loaded_engine_for(job.rules)
    first = Limit(deadline=middle, cancel=cancel)
    best = evaluate(
        job.position,
        job.rules,
        first,
        earlier=job.earlier,
        counts=job.counts,
        engine=engine,
    )
    rest = Limit(depth=best.depth, deadline=end, cancel=cancel)
    try:
        compared = scores(
            job.position,
            job.rules,
            rest,
            earlier=job.earlier,
            counts=job.counts,
            engine=engine,
        ).choices
    except OutOfTime:
        compared = ()
    return SearchResult(best.line[0], best.score, best.depth, best.nodes, compared, best.line)


def _glance(job: SearchJob) -> SearchResult:
    """The move after which the board looks best, whatever the opponent may take then."""
    evaluation = evaluation_of(job.rules)
    scored = tuple(
        ScoredMove(move, -evaluation.score(job.position.after(move)))
        for move in legal_moves(job.position, job.rules)
    )
    best = max(scored, key=lambda found: found.score)
    return SearchResult(best.move, best.score, 0, len(scored), (best,))
