"""The search of ``game.engine.search`` in machine code: the same promises, four times as deep.

Imported only by processes that search (``game.engine.compiled.load``): it brings the compiler.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from game.engine.convert import Bridge, bridge, is_supported, zobrist
from game.engine.endgames import BadTables, Ending, Tables, tables_of
from game.engine.endgames.traps import hardest_draws
from game.engine.kernel import layout
from game.engine.kernel.balances import binomials
from game.engine.kernel.bits import U
from game.engine.kernel.deepen import (
    Finding,
    best_line,
    deepen,
    key_of_words,
    values_of_moves,
)
from game.engine.kernel.patterns import weigh
from game.engine.kernel.perft import moves_of, perft_of
from game.engine.kernel.slices import LOST, UNKNOWN, WON, settled
from game.engine.kernel.workspace import (
    Workspace,
    address_of,
    fill,
    forget,
    forget_tables,
    new_workspace,
    nodes_of,
    ready_for_search,
)
from game.engine.limits import DECISIVE, DRAW, WIN, Limit, Line, OutOfTime, ScoredMove, SearchResult
from game.engine.search import EVERY_MOVE, every_choice
from game.engine.weights import family_of, weights_of
from game.rules import Move, Position, Side, Variant, legal_moves
from game.rules.draws import Counts, begun


class CompiledSearch:
    """One workspace, given the rules of whichever variant is asked about."""

    def __init__(self) -> None:
        self._workspace: Workspace | None = None
        self._variant = ""
        self._weights: dict[str, Workspace] = {}
        """By family of games: the part of a workspace that holds what the evaluation adds up."""
        self._tables: Tables | None = None
        self._asks_tables = False

    def search(
        self,
        position: Position,
        variant: Variant,
        limit: Limit,
        *,
        margin: int = 0,
        earlier: Sequence[Position] = (),
        counts: Counts | None = None,
        tables: bool = False,
    ) -> SearchResult:
        """Find the best moves of ``position``, as ``game.engine.search.search`` does.

        With a ``margin`` every move is valued exactly; without one all time is spent on the best.
        With ``tables`` the endgame tables are asked, where there are any for these rules; of draws
        that they know the choices are those that are hardest for the opponent to hold.
        Raises OutOfTime if the limit comes before the first depth is finished, ValueError
        for rules that ``convert.is_supported`` refuses.
        """
        view = bridge(variant.key)
        self._ready(view, position, limit, earlier, counts, tables)
        if margin:
            found = self._among_all(view, position, limit, margin, len(earlier))
        else:
            found = self._best(view, position, limit, len(earlier))
        if (
            tables
            and found.score == DRAW
            and (moves := hardest_draws(position, variant, self.probe))
        ):
            move = found.move if found.move in moves else moves[0]
            choices = tuple(ScoredMove(move, DRAW) for move in moves)
            found = replace(found, move=move, choices=choices)
        return found

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
        """Yield what each finished depth finds, as ``game.engine.search.deepening`` does."""
        view = bridge(variant.key)
        workspace = self._ready(view, position, limit, earlier, counts, tables)
        words = view.words_of(position)
        for found in deepen(workspace, words, len(earlier), limit.depth):
            line = [view.move_of(found.word, found.dead, position)]
            at = position.after(line[0])
            for word, dead in best_line(workspace, view.words_of(at), found.depth - 1):
                line.append(view.move_of(word, dead, at))
                at = at.after(line[-1])
            if tables:
                line += self._line_to_the_end(at, variant)
            yield Line(found.value, tuple(line), found.depth, found.nodes)

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
        """Score every move exactly, as ``game.engine.search.scores`` does."""
        view = bridge(variant.key)
        workspace = self._ready(view, position, limit, earlier, counts, tables)
        words = view.words_of(position)
        listed = legal_moves(position, variant)
        result: SearchResult | None = None
        for depth in range(1, limit.depth + 1):
            values = values_of_moves(workspace, words, len(earlier), depth, EVERY_MOVE)
            if not values:
                break
            scored = [ScoredMove(view.move_of(w, dead, position), v) for w, dead, v in values]
            result = every_choice(listed, scored, depth, nodes_of(workspace))
            if all(WIN - abs(found.score) <= depth for found in scored):
                break
        if result is None:
            raise OutOfTime
        return result

    def perft(self, position: Position, variant: Variant, depth: int) -> int:
        """As ``game.rules.perft``, in machine code."""
        view = bridge(variant.key)
        return perft_of(self._readied(view), view.words_of(position), depth)

    def moves(self, position: Position, variant: Variant) -> list[Move]:
        """The legal moves, as ``game.rules.legal_moves`` gives them, in the engine's own order."""
        view = bridge(variant.key)
        found = moves_of(self._readied(view), view.words_of(position))
        return [view.move_of(word, dead, position) for word, dead in found]

    def probe(self, position: Position, variant: Variant) -> Ending | None:
        """What the endgame tables say of a position; None if they do not cover it.

        Captures that are to be made are played out. Draw counters and repetition are left out.
        """
        view = bridge(variant.key)
        workspace = self._readied(view)
        if position.occupied.bit_count() > self._reach_of_tables(view, position):
            return None
        said = int(settled(workspace, U(0), *map(U, view.words_of(position))))
        if said == UNKNOWN:
            return None
        if said == 0:
            return Ending(0, None)
        if said in (WON, LOST):
            return Ending(1 if said == WON else -1, None)
        return Ending(-1 if said % 2 else 1, said - 1)

    def _line_to_the_end(self, position: Position, variant: Variant) -> list[Move]:
        """Best play of both sides as far as the endgame tables know the distance."""
        line: list[Move] = []
        ending = self.probe(position, variant)
        while ending is not None and ending.plies:
            sought = Ending(-ending.result, ending.plies - 1)
            for move in legal_moves(position, variant):
                if self.probe(position.after(move), variant) == sought:
                    line.append(move)
                    position, ending = position.after(move), sought
                    break
            else:
                break
        return line

    def study(self, variants: Iterable[Variant]) -> None:
        """Read what games are played with, so that the first search of each need not.

        That takes up to a tenth of a second, which may be all the time there is.
        """
        for variant in variants:
            if is_supported(variant):
                self._weights_of(variant)
                # Damaged ones are reported by the search that asks them.
                with contextlib.suppress(BadTables):
                    tables_of(variant.moves_as)

    def forget(self) -> None:
        """Forget all positions, so that the next search depends on nothing before it."""
        if self._workspace is not None:
            forget(self._workspace)

    def entries(self) -> list[tuple[str, Callable[[], object]]]:
        """What there is to compile, by name, and a small run of each."""
        english = bridge("english").variant
        start = english.start
        lone = Position(0, 1, 0, 1 << 31, Side.BLACK)
        return [
            ("moves", lambda: self.perft(start, english, 2)),
            ("search", lambda: self.search(start, english, Limit(depth=2))),
            ("values", lambda: self.search(start, english, Limit(depth=2), margin=20)),
            ("lines", lambda: list(self.deepening(start, english, Limit(depth=2)))),
            ("endgame tables", lambda: self.probe(lone, english)),
        ]

    def _weights_of(self, variant: Variant) -> Workspace:
        family = family_of(variant)
        if family not in self._weights:
            workspace = new_workspace({})
            weigh(workspace, variant.board.columns // 2, weights_of(variant))
            self._weights[family] = workspace[layout.WEIGHTS : layout.WEIGHTS_END].copy()
        return self._weights[family]

    def _readied(self, view: Bridge) -> Workspace:
        if self._workspace is None:
            self._workspace = new_workspace(zobrist() | binomials())
        if self._variant != view.variant.key:
            fill(self._workspace, view.rules)
            self._workspace[layout.WEIGHTS : layout.WEIGHTS_END] = self._weights_of(view.variant)
            forget(self._workspace)
            forget_tables(self._workspace)
            self._tables = None
            self._variant = view.variant.key
        return self._workspace

    def _reach_of_tables(self, view: Bridge, position: Position) -> int:
        """Lay out the endgame tables of these rules; the most pieces they are for, 0 without."""
        if any(position.men(side) & view.variant.crownheads[side] for side in Side):
            # No game comes to this, and no table has a place for it.
            return 0
        if self._tables is None:
            try:
                self._tables = tables_of(view.variant.moves_as)
            except BadTables:
                # Whoever sets up the site is told; a game goes on without.
                return 0
            if self._tables is None:
                return 0
            fill(self._readied(view), self._tables.words(address_of(self._tables.memory)))
        return self._tables.label.results

    def _ready(
        self,
        view: Bridge,
        position: Position,
        limit: Limit,
        earlier: Sequence[Position],
        counts: Counts | None,
        tables: bool,
    ) -> Workspace:
        if limit.deadline is not None and time.monotonic() >= limit.deadline:
            # The engine looks at the clock every thousand positions, which is too late for this.
            raise OutOfTime
        if counts is None:
            counts = begun(view.variant.draw_counters, position, view.variant.board)
        workspace = self._readied(view)
        if tables != self._asks_tables:
            # What one kind of search found is not for the other to know.
            forget(workspace)
            self._asks_tables = tables
        ready_for_search(
            workspace,
            earlier=[key_of_words(workspace, view.words_of(at)) for at in earlier],
            counts=[0 if count is None else count + 1 for count in counts],
            deadline=int(limit.deadline * 1e9) if limit.deadline is not None else 0,
            nodes=limit.nodes or 0,
            is_plain=limit.is_plain,
            stop_at=limit.cancel.address if limit.cancel is not None else 0,
            tables=self._reach_of_tables(view, position) if tables else 0,
        )
        return workspace

    def _best(self, view: Bridge, position: Position, limit: Limit, quiet: int) -> SearchResult:
        found: Finding | None = None
        words = view.words_of(position)
        for deeper in deepen(self._readied(view), words, quiet, limit.depth):
            found = deeper
            if _is_enough(limit):
                break
        if found is None:
            raise OutOfTime
        move = view.move_of(found.word, found.dead, position)
        choice = ScoredMove(move, found.value)
        return SearchResult(move, found.value, found.depth, found.nodes, (choice,))

    def _among_all(
        self, view: Bridge, position: Position, limit: Limit, margin: int, quiet: int
    ) -> SearchResult:
        workspace = self._readied(view)
        words = view.words_of(position)
        result: SearchResult | None = None
        for depth in range(1, limit.depth + 1):
            values = values_of_moves(workspace, words, quiet, depth, margin)
            if not values:
                break
            scored = [
                ScoredMove(view.move_of(word, dead, position), value)
                for word, dead, value in values
            ]
            result = _choices(scored, margin, depth, nodes_of(workspace))
            if WIN - abs(result.score) <= depth or _is_enough(limit):
                break
        if result is None:
            raise OutOfTime
        return result


def _is_enough(limit: Limit) -> bool:
    return limit.enough is not None and time.monotonic() >= limit.enough


def _choices(scored: list[ScoredMove], margin: int, depth: int, nodes: int) -> SearchResult:
    best = max(scored, key=lambda found: found.score)
    # Among proven results a margin would turn a win in one into a win some day.
    lowest = best.score if abs(best.score) > DECISIVE else best.score - margin
    choices = tuple(sorted((s for s in scored if s.score >= lowest), key=lambda s: s.move))
    return SearchResult(best.move, best.score, depth, nodes, choices)
