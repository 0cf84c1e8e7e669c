"""A job for a worker as plain values, and the code that solves it there.

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
    NEW_DEPTH_SHARE,
    Cancel,
    Limit,
    OutOfTime,
    ScoredMove,
    SearchResult,
)
from game.engine.search import search
from game.rules import Game, Move, Position, Variant, find_variant, legal_moves
from game.rules.draws import Counts

DEADLINE_MARGIN = 0.025
"""Seconds before the deadline at which a search stops: a wake-up between two busy neighbours was
measured to come up to 12 ms late, and the answer has to travel."""
LINE_SHARE = 0.6
"""Share of the time that advice spends on the best line; the rest goes to comparing the moves."""


QUICK_DEPTH = 3
QUICK_SECONDS = 0.2
"""Of a search in the caller's own process and in plain Python: about 10 ms on an idle machine."""


class Reason(Enum):
    """Why there is no answer."""

    LATE = "late"
    """The deadline came first, while waiting or searching."""
    BROKEN = "broken"
    """The worker died, or its search failed."""
    UNAVAILABLE = "unavailable"
    """No worker could be started."""


class NoAnswer(Exception):
    """The computer has no move to offer; ``reason`` says why, ``detail`` is for the log."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.reason.value}: {self.detail}"


@dataclass(frozen=True)
class SearchJob:
    """A position to answer at a level: everything a worker needs to know."""

    variant: str
    position: Position
    """Has at least one legal move."""
    earlier: tuple[Position, ...]
    """The positions since the last capture or man's move, oldest first, ``position`` excluded."""
    level: str
    seed: int
    """Decides which of several good moves is picked."""
    deadline: float
    """Absolute ``time.monotonic()`` seconds by which the caller must have the answer."""
    ply: int = 0
    """Plies played in the game so far."""
    counts: Counts | None = None
    """Values of the draw counters; None: as in a game that starts from ``position``."""
    is_for_advice: bool = False
    """Whether to find the best move, its line and every move's score, instead of a move that the
    level would play."""
    asker: str = ""
    """Whose game it is, so that all searches for it can be stopped."""

    @property
    def rules(self) -> Variant:
        """The rules to play by, house rules included."""
        return find_variant(self.variant)

    @property
    def think_seconds(self) -> float:
        """How long the level would think if nobody else were waiting."""
        return LEVELS[self.level].think_ms / 1000


def quick_move(game: Game) -> Move:
    """Return the legal move that captures most, else the first in list order; no search."""
    return max(game.legal_moves, key=lambda move: len(move.captures))


def look_quickly(job: SearchJob) -> SearchResult:
    """Return the best move by a short search in this process, whatever the job's deadline."""
    limit = Limit(depth=QUICK_DEPTH, deadline=time.monotonic() + QUICK_SECONDS)
    try:
        best = evaluate(job.position, job.rules, limit, earlier=job.earlier, counts=job.counts)
    except OutOfTime:
        return _glance(job)
    return SearchResult(best.line[0], best.score, best.depth, best.nodes, (), best.line)


def answer_job(job: SearchJob, cancel: Cancel | None = None) -> SearchResult:
    """Pick a move as the job's level does: at random among those within its margin.

    Uses the compiled engine if this process has loaded it and it supports the rules, else the plain
    one. Levels with a fixed depth give the same answer to the same job, unless time ran out.
    ``cancel`` may end the search from outside. Raises OutOfTime when nothing was found in time, at
    once if the deadline has passed; ValueError without a legal move.
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
    end = min(job.deadline - DEADLINE_MARGIN, now + job.think_seconds)
    limit = Limit(
        depth=level.depth,
        is_plain=level.is_plain,
        deadline=end,
        enough=now + (end - now) * NEW_DEPTH_SHARE,
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
        # A used transposition table would make the answer depend on earlier searches.
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
    """Find the best line first, then every move's score in the time that is left."""
    now = time.monotonic()
    end = min(job.deadline - DEADLINE_MARGIN, now + job.think_seconds)
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
    """Pick the move with the best evaluation right after it, ignoring any reply."""
    evaluation = evaluation_of(job.rules)
    scored = tuple(
        ScoredMove(move, -evaluation.score(job.position.after(move)))
        for move in legal_moves(job.position, job.rules)
    )
    best = max(scored, key=lambda found: found.score)
    return SearchResult(best.move, best.score, 0, len(scored), (best,))
