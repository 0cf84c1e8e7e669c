"""Alpha-beta search in plain Python: deep enough for a beginner, simple enough to be the reference.

Fail-soft negamax: a score within (alpha, beta) is exact, one at or below alpha an upper bound, one
at or above beta a lower bound. Deterministic: the clock decides only when to stop.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from game.engine.evaluate import evaluation_of
from game.engine.limits import (
    DECISIVE,
    DRAW,
    MAX_DEPTH,
    WIN,
    Limit,
    Line,
    OutOfTime,
    ScoredMove,
    SearchResult,
)
from game.rules import Move, Position, Variant, legal_moves
from game.rules.draws import Counts, counts_after, initial_counts, is_quiet

INFINITE = WIN + 1
ALL_MOVES = 2 * INFINITE
"""A margin that includes every move."""


def search(
    position: Position,
    variant: Variant,
    limit: Limit,
    *,
    margin: int = 0,
    earlier: Sequence[Position] = (),
    counts: Counts | None = None,
) -> SearchResult:
    """Find the best moves of ``position``, which must have at least one.

    Iterative deepening up to the limit; the result is that of the last completed depth. ``choices``
    holds every move that scores at most ``margin`` below the best, with its exact score; when the
    best is a proven win or loss, only its equals. ``earlier`` are the positions since the last
    capture or man's move, oldest first: a repetition of one of them scores as a draw. The draw
    counters start from ``counts``, else as at the start of a game.

    Raises OutOfTime if the limit comes before the first depth is complete.
    """
    legal = legal_moves(position, variant)
    searcher = _Search(position, variant, limit, earlier, counts)
    result: SearchResult | None = None
    for depth, scored in searcher.deepen(legal, limit.depth, margin):
        result = _result(legal, scored, margin, depth, searcher.nodes)
        if _is_settled(result.score, depth) or (limit.enough and time.monotonic() >= limit.enough):
            break
    if result is None:
        raise OutOfTime
    return result


def deepening(
    position: Position,
    variant: Variant,
    limit: Limit,
    *,
    earlier: Sequence[Position] = (),
    counts: Counts | None = None,
) -> Iterator[Line]:
    """Yield the result of each completed depth of ``position``, which must have a move.

    Ends at the limit, or when a deeper search cannot change the score.
    """
    searcher = _Search(position, variant, limit, earlier, counts)
    for depth, scored in searcher.deepen(legal_moves(position, variant), limit.depth, 0):
        best = max(scored, key=lambda found: found.score)
        yield Line(best.score, searcher.line_from(best.move), depth, searcher.nodes)
        if _is_settled(best.score, depth):
            return


def scores(
    position: Position,
    variant: Variant,
    limit: Limit,
    *,
    earlier: Sequence[Position] = (),
    counts: Counts | None = None,
) -> SearchResult:
    """Score every move of ``position`` exactly: all of them are the result's ``choices``.

    Raises OutOfTime if the limit comes before the first depth is complete.
    """
    legal = legal_moves(position, variant)
    searcher = _Search(position, variant, limit, earlier, counts)
    result: SearchResult | None = None
    for depth, scored in searcher.deepen(legal, limit.depth, ALL_MOVES):
        result = result_of_all(legal, scored, depth, searcher.nodes)
        if all(_is_settled(found.score, depth) for found in scored):
            break
    if result is None:
        raise OutOfTime
    return result


def result_of_all(
    legal: Sequence[Move], scored: Sequence[ScoredMove], depth: int, nodes: int
) -> SearchResult:
    """Return the result whose choices are all scored moves, in the order of ``legal``."""
    found = {choice.move: choice for choice in scored}
    choices = tuple(found[move] for move in legal)
    best = max(choices, key=lambda choice: choice.score)
    return SearchResult(best.move, best.score, depth, nodes, choices)


def _result(
    legal: Sequence[Move], scored: list[ScoredMove], margin: int, depth: int, nodes: int
) -> SearchResult:
    scores = {found.move: found.score for found in scored}
    best = max(scores.values())
    # Among proven results a margin would trade a win in one for a slower win.
    lowest = best if abs(best) >= DECISIVE else best - margin
    choices = tuple(ScoredMove(move, scores[move]) for move in legal if scores[move] >= lowest)
    move = next(choice.move for choice in choices if choice.score == best)
    return SearchResult(move, best, depth, nodes, choices)


def _is_settled(score: int, depth: int) -> bool:
    """Return whether the score is proven within the depth, so that no deeper search changes it."""
    return WIN - abs(score) <= depth


class _LimitReached(Exception):
    """Unwinds the search when it reaches its limit."""


class _Search:
    """The search of one position: what all its depths share."""

    def __init__(
        self,
        root: Position,
        variant: Variant,
        limit: Limit,
        earlier: Sequence[Position],
        counts: Counts | None,
    ) -> None:
        self.nodes = 0
        self._root = root
        self._variant = variant
        self._deadline = limit.deadline
        self._node_limit = limit.nodes
        self._cancel = limit.cancel
        self._earlier = frozenset(earlier)
        self._counts = counts or initial_counts(variant.draw_counters, root, variant.board)
        self._earliest_draw = min(
            (
                counter.plies - (count or 0)
                for counter, count in zip(variant.draw_counters, self._counts, strict=True)
            ),
            default=MAX_DEPTH,
        )
        """No counter can draw the game in fewer plies."""
        self._evaluation = evaluation_of(variant)
        self._line: list[Position] = []
        """The positions from the root to the parent of the current one."""
        self._played: list[Move] = []
        """The moves played from them."""
        self._move_cache: dict[Position, Sequence[Move]] = {}
        """Legal moves in search order; nearly half the positions are visited more than once."""
        self._replies: dict[Position, Move] = {}
        """The last best move of each position that did not fail low."""

    def deepen(
        self, legal: Sequence[Move], deepest: int, margin: int
    ) -> Iterator[tuple[int, list[ScoredMove]]]:
        """Yield each depth from 1 with the scores of the root moves, until a limit."""
        ordered = legal
        for depth in range(1, deepest + 1):
            try:
                scored = self.score_moves(ordered, depth, margin)
            except _LimitReached:
                return
            yield depth, scored
            ordered = [found.move for found in sorted(scored, key=lambda found: -found.score)]

    def line_from(self, move: Move) -> tuple[Move, ...]:
        """Return ``move`` and the best line after it, as far as it is known."""
        line = [move]
        at = self._root.after(move)
        seen = {at}
        while at in self._replies:
            line.append(self._replies[at])
            at = at.after(line[-1])
            if at in seen:
                break
            seen.add(at)
        return tuple(line)

    def score_moves(self, moves: Sequence[Move], depth: int, margin: int) -> list[ScoredMove]:
        """Score each root move at ``depth``, in the order given.

        Exact for every move within ``margin`` of the best; any other gets an upper bound below that
        margin. Raises _LimitReached.
        """
        self._line, self._played = [], []
        best = -INFINITE
        scored = []
        for move in moves:
            # Below this a move cannot be chosen, so a bound is enough.
            floor = max(-INFINITE, best - margin - 1)
            score = -self._after(move, self._root, depth, 0, -INFINITE, -floor)
            scored.append(ScoredMove(move, score))
            best = max(best, score)
        return scored

    def _after(
        self, move: Move, position: Position, depth: int, ply: int, alpha: int, beta: int
    ) -> int:
        """Return the score, for the opponent, of the position after ``move``."""
        may_repeat = is_quiet(move, position)
        self._line.append(position)
        self._played.append(move)
        value = self._value(position.after(move), depth - 1, ply + 1, alpha, beta, may_repeat)
        self._line.pop()
        self._played.pop()
        return value

    def _value(
        self,
        position: Position,
        depth: int,
        ply: int,
        alpha: int,
        beta: int,
        may_repeat: bool,
    ) -> int:
        """Return the score of ``position`` for its side to move, ``depth`` plies from the horizon.

        ``may_repeat``: a king's quiet move led here, so the position may have occurred before.
        """
        # 1. Stop at the limit.
        self.nodes += 1
        self._check_limit()

        # 2. Score a repetition as a draw.
        if may_repeat and (position in self._earlier or position in self._line):
            return DRAW

        # 3. A side without a move has lost; the sooner, the worse.
        moves = self._moves_in_order(position)
        if not moves:
            return ply - WIN

        # 4. A draw counter may end the game here.
        if ply >= self._earliest_draw and self._is_drawn_by_counter(position):
            return DRAW

        # 5. At the horizon resolve captures (quiescence), then evaluate.
        if depth <= 0 and not moves[0].captures:
            return self._evaluation.score(position)

        # 6. Search every move until one fails high.
        best = -INFINITE
        for move in moves:
            value = -self._after(move, position, depth, ply, -beta, -alpha)
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    self._replies[position] = move
                if value >= beta:
                    break
        return best

    def _moves_in_order(self, position: Position) -> Sequence[Move]:
        """Return the legal moves, ordered so that alpha-beta cuts off early."""
        moves = self._move_cache.get(position)
        if moves is None:
            legal = legal_moves(position, self._variant)
            moves = sorted(legal, key=lambda move: (-len(move.captures), not move.promotes))
            self._move_cache[position] = moves
        return moves

    def _check_limit(self) -> None:
        if self._deadline is not None and time.monotonic() >= self._deadline:
            raise _LimitReached
        if self._node_limit is not None and self.nodes > self._node_limit:
            raise _LimitReached
        if self._cancel is not None and self._cancel.is_set:
            raise _LimitReached

    def _is_drawn_by_counter(self, position: Position) -> bool:
        counters, board = self._variant.draw_counters, self._variant.board
        counts = self._counts
        reached = (*self._line[1:], position)
        for before, move, after in zip(self._line, self._played, reached, strict=True):
            counts = counts_after(counters, counts, before, move, after, board)
        return any(
            count is not None and count >= counter.plies
            for counter, count in zip(counters, counts, strict=True)
        )
