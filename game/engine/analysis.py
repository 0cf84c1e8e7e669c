"""What a position is worth and how it goes on: for hints, draw offers, replays and puzzles.

Uses the compiled search where there is one for the rules, else the plain search. Words are for
others to find: a ``Verdict`` says which.
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
    """How the game ends if both sides play their best, seen from the side to move."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


class Verdict(Enum):
    """What a score comes to, seen from the side to move; the keys of the words for it."""

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
"""Up to how many centimen each pair of verdicts reaches."""


@dataclass(frozen=True)
class Analysis:
    """A position looked into: what it is worth and the best play from there."""

    score: int
    """Centimen, for the side to move."""
    line: tuple[Move, ...]
    """Best play of both sides; empty where there is no move."""
    depth: int
    nodes: int
    result: Result | None
    """How the game ends, where that is known for certain."""
    distance: int | None
    """Plies to that end, both sides playing their best; None where it is not known."""

    @property
    def verdict(self) -> Verdict:
        """The score in one of ten steps."""
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
    """Look into ``position`` up to ``limit``.

    ``earlier`` are the positions since the last capture or man's move, oldest first, and ``counts``
    what the draw counters show; without them the game starts here. The endgame tables are asked
    unless told otherwise. ``engine`` is the one to use, else the best there is.
    Raises OutOfTime if the limit comes before the first depth is finished.
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
    """Yield what is known of ``position`` after each finished depth, as ``evaluate`` does."""
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

    The result's ``choices`` are all of them, in list order. Raises OutOfTime.
    """
    engine = engine or engine_for(variant)
    return engine.scores(position, variant, limit, earlier=earlier, counts=counts, tables=tables)


def known_ending(position: Position, variant: Variant) -> Ending | None:
    """What the endgame tables say of a position, if this process has any that cover it."""
    return engine_for(variant).probe(position, variant)


class Engine(Protocol):
    """What the plain and the compiled search both offer."""

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
        """Yield what each finished depth finds."""

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
        """What the endgame tables say, if anything."""


class _PlainSearch:
    """The search of ``game.engine.search``, which knows no tables."""

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
        """Yield what each finished depth finds."""
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
        """Nothing."""
        return None


def engine_for(variant: Variant) -> Engine:
    """The compiled search if these rules fit it and its code is there, else the plain one."""
    if is_supported(variant) and (compiled.loaded() is not None or compiled.is_ready()):
        return compiled.load()
    return _PlainSearch()


def loaded_engine_for(variant: Variant) -> Engine:
    """The best search that needs no loading first: for workers, which load behind the searches."""
    if is_supported(variant) and (engine := compiled.loaded()) is not None:
        return engine
    return _PlainSearch()


def _certain(score: int, known: Ending | None) -> tuple[Result | None, int | None]:
    """(result, distance) by the search, which counts towards draws, or else by the tables."""
    if abs(score) > DECISIVE:
        return (Result.WIN if score > 0 else Result.LOSS), WIN - abs(score)
    if known is None or known.plies or (known.result and known.result * score <= 0):
        # What the tables know and the search does not see is what a draw counter forestalls.
        return None, None
    return _RESULTS[known.result], None


_RESULTS = {1: Result.WIN, 0: Result.DRAW, -1: Result.LOSS}
