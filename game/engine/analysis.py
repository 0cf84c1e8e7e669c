"""Scores, best lines and verdicts of positions: for hints, draw offers, replays and puzzles.

Uses the compiled search where it supports the rules, else the plain search. Words for people are
found elsewhere: a ``Verdict`` is their key.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from game.engine import compiled
from game.engine.convert import is_supported
from game.engine.endgames import Ending
from game.engine.limits import DECISIVE, WIN, Limit, Line, OutOfTime, SearchResult
from game.engine.search import deepening as plain_deepening
from game.engine.search import scores as plain_scores
from game.rules import Move, Position, Variant, legal_moves
from game.rules.draws import Counts


class Result(Enum):
    """The result with best play, for the side to move."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


class Verdict(Enum):
    """What a score means for the side to move; the keys of its wording."""

    WON = "won"
    WINNING = "winning"
    BETTER = "better"
    SLIGHTLY_BETTER = "slightly better"
    EVEN = "even"
    SLIGHTLY_WORSE = "slightly worse"
    WORSE = "worse"
    LOSING = "losing"
    LOST = "lost"
    DRAWN = "drawn"


_STEPS = (
    (25, Verdict.EVEN, Verdict.EVEN),
    (70, Verdict.SLIGHTLY_BETTER, Verdict.SLIGHTLY_WORSE),
    (150, Verdict.BETTER, Verdict.WORSE),
    (DECISIVE, Verdict.WINNING, Verdict.LOSING),
)
"""The limit of each pair of verdicts, in centimen."""


@dataclass(frozen=True)
class Analysis:
    """The analysis of a position: its score and the best line."""

    score: int
    """Centimen, for the side to move."""
    line: tuple[Move, ...]
    """The principal variation; empty without a legal move."""
    depth: int
    nodes: int
    result: Result | None
    """The result with best play, where it is certain."""
    distance: int | None
    """Plies to the end with best play; None if unknown."""

    @property
    def verdict(self) -> Verdict:
        """The score as one of ten verdicts."""
        if self.result is not None:
            return _CERTAIN[self.result]
        for reach, ahead, behind in _STEPS:
            if abs(self.score) <= reach:
                return ahead if self.score > 0 else behind
        return Verdict.WON if self.score > 0 else Verdict.LOST


_CERTAIN = {
    Result.WIN: Verdict.WON,
    Result.DRAW: Verdict.DRAWN,
    Result.LOSS: Verdict.LOST,
}


def evaluate(
    position: Position,
    variant: Variant,
    limit: Limit,
    *,
    earlier: Sequence[Position] = (),
    counts: Counts | None = None,
    tables: bool = True,
    engine: Engine | None = None,
) -> Analysis:
    """Analyse ``position`` up to ``limit``.

    ``earlier`` are the positions since the last capture or man's move, oldest first, and ``counts``
    the values of the draw counters; without them the game starts here. ``tables`` says whether to
    probe the endgame tables. ``engine`` defaults to the best available. Raises OutOfTime if the
    limit comes before the first depth is complete.
    """
    found: Analysis | None = None
    for deeper in deepening(
        position, variant, limit, earlier=earlier, counts=counts, tables=tables, engine=engine
    ):
        found = deeper
    if found is None:
        raise OutOfTime
    return found


def deepening(
    position: Position,
    variant: Variant,
    limit: Limit,
    *,
    earlier: Sequence[Position] = (),
    counts: Counts | None = None,
    tables: bool = True,
    engine: Engine | None = None,
) -> Iterator[Analysis]:
    """Yield the analysis of ``position`` after each completed depth, as ``evaluate`` does."""
    if not legal_moves(position, variant):
        yield Analysis(-WIN, (), 0, 0, Result.LOSS, 0)
        return
    engine = engine or engine_for(variant)
    known = engine.probe(position, variant) if tables else None
    for line in engine.deepening(
        position, variant, limit, earlier=earlier, counts=counts, tables=tables
    ):
        result, distance = _certain(line.score, known)
        yield Analysis(line.score, line.moves, line.depth, line.nodes, result, distance)


def scores(
    position: Position,
    variant: Variant,
    limit: Limit,
    *,
    earlier: Sequence[Position] = (),
    counts: Counts | None = None,
    tables: bool = True,
    engine: Engine | None = None,
) -> SearchResult:
    """Score every legal move of ``position``, which must have one.

    All of them are the ``choices`` of the result, in list order. Raises OutOfTime.
    """
    engine = engine or engine_for(variant)
    return engine.scores(position, variant, limit, earlier=earlier, counts=counts, tables=tables)


def probe_ending(position: Position, variant: Variant) -> Ending | None:
    """Probe the endgame tables; None if this process has none that cover the position."""
    return engine_for(variant).probe(position, variant)


class Engine(Protocol):
    """The interface of the plain and the compiled search."""

    def deepening(
        self,
        position: Position,
        variant: Variant,
        limit: Limit,
        *,
        earlier: Sequence[Position] = (),
        counts: Counts | None = None,
        tables: bool = True,
    ) -> Iterator[Line]:
        """Yield the result of each completed depth."""

    def scores(
        self,
        position: Position,
        variant: Variant,
        limit: Limit,
        *,
        earlier: Sequence[Position] = (),
        counts: Counts | None = None,
        tables: bool = True,
    ) -> SearchResult:
        """Score every move exactly."""

    def probe(self, position: Position, variant: Variant) -> Ending | None:
        """Probe the endgame tables; None if they do not cover the position."""


class _PlainSearch:
    """The search of ``game.engine.search``, without endgame tables."""

    def deepening(
        self,
        position: Position,
        variant: Variant,
        limit: Limit,
        *,
        earlier: Sequence[Position] = (),
        counts: Counts | None = None,
        tables: bool = True,
    ) -> Iterator[Line]:
        """Yield the result of each completed depth."""
        return plain_deepening(position, variant, limit, earlier=earlier, counts=counts)

    def scores(
        self,
        position: Position,
        variant: Variant,
        limit: Limit,
        *,
        earlier: Sequence[Position] = (),
        counts: Counts | None = None,
        tables: bool = True,
    ) -> SearchResult:
        """Score every move exactly."""
        return plain_scores(position, variant, limit, earlier=earlier, counts=counts)

    def probe(self, position: Position, variant: Variant) -> Ending | None:
        """Return None: there are no tables."""
        return None


def engine_for(variant: Variant) -> Engine:
    """Return the compiled search if it supports these rules and is compiled, else the plain one."""
    if is_supported(variant) and (compiled.loaded() is not None or compiled.is_ready()):
        return compiled.load()
    return _PlainSearch()


def loaded_engine_for(variant: Variant) -> Engine:
    """Return the best search already loaded: workers load in the background."""
    if is_supported(variant) and (engine := compiled.loaded()) is not None:
        return engine
    return _PlainSearch()


def _certain(score: int, known: Ending | None) -> tuple[Result | None, int | None]:
    """Return (result, distance) by the search, which minds draw counters, else by the tables."""
    if abs(score) > DECISIVE:
        return (Result.WIN if score > 0 else Result.LOSS), WIN - abs(score)
    if known is None or known.plies or (known.result and known.result * score <= 0):
        # The tables know it but the search does not: a draw counter comes first.
        return None, None
    return _RESULTS[known.result], None


_RESULTS = {1: Result.WIN, 0: Result.DRAW, -1: Result.LOSS}
