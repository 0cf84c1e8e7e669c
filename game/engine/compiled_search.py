"""The search of ``game.engine.search`` in machine code: the same contract, four times as deep.

Only processes that search import this (``game.engine.compiled.load``): it imports the compiler.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from game.engine.convert import Codec, codec_of, is_supported, zobrist
from game.engine.endgames import DamagedTables, Ending, Tables, tables_of
from game.engine.endgames.traps import hardest_draws
from game.engine.kernel import layout
from game.engine.kernel.balances import binomials
from game.engine.kernel.bits import U
from game.engine.kernel.deepen import (
    DepthResult,
    deepen,
    position_key,
    principal_variation,
    score_root_moves,
)
from game.engine.kernel.patterns import load_weights
from game.engine.kernel.perft import moves_of, perft_of
from game.engine.kernel.slices import LOST, UNKNOWN, WON, probe_after_captures
from game.engine.kernel.workspace import (
    Workspace,
    address_of,
    begin_search,
    clear_table,
    detach_tables,
    new_workspace,
    node_count,
    write_words,
)
from game.engine.limits import DECISIVE, DRAW, WIN, Limit, Line, OutOfTime, ScoredMove, SearchResult
from game.engine.search import ALL_MOVES, result_of_all
from game.engine.weights import family_of, weights_of
from game.rules import Move, Position, Side, Variant, legal_moves
from game.rules.draws import Counts, initial_counts


class CompiledSearch:
    """One workspace, loaded with the rules of the variant last asked about."""

    def __init__(self) -> None:
        self._workspace: Workspace | None = None
        self._variant = ""
        self._weights: dict[str, Workspace] = {}
        """By family of games: the part of a workspace that holds the weights."""
        self._tables: Tables | None = None
        self._uses_tables = False

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

        With a ``margin`` every move is scored exactly; without one all time goes to the best. With
        ``tables`` the endgame tables are probed, where these rules have any; among draws they know,
        the choices are those hardest for the opponent to hold. Raises OutOfTime if the limit comes
        before the first depth is complete, ValueError for rules that ``convert.is_supported``
        rejects.
        """
        codec = codec_of(variant.key)
        self._prepare(codec, position, limit, earlier, counts, tables)
        if margin:
            found = self._search_all_moves(codec, position, limit, margin, len(earlier))
        else:
            found = self._search_best(codec, position, limit, len(earlier))
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
        """Yield the result of each depth, as ``game.engine.search.deepening`` does."""
        codec = codec_of(variant.key)
        workspace = self._prepare(codec, position, limit, earlier, counts, tables)
        words = codec.encode_position(position)
        for found in deepen(workspace, words, len(earlier), limit.depth):
            line = [codec.decode_move(found.move, found.captured, position)]
            at = position.after(line[0])
            for move, captured in principal_variation(
                workspace, codec.encode_position(at), found.depth - 1
            ):
                line.append(codec.decode_move(move, captured, at))
                at = at.after(line[-1])
            if tables:
                line += self._extend_line(at, variant)
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
        codec = codec_of(variant.key)
        workspace = self._prepare(codec, position, limit, earlier, counts, tables)
        words = codec.encode_position(position)
        legal = legal_moves(position, variant)
        result: SearchResult | None = None
        for depth in range(1, limit.depth + 1):
            values = score_root_moves(workspace, words, len(earlier), depth, ALL_MOVES)
            if not values:
                break
            scored = [
                ScoredMove(codec.decode_move(w, captured, position), v) for w, captured, v in values
            ]
            result = result_of_all(legal, scored, depth, node_count(workspace))
            if all(WIN - abs(found.score) <= depth for found in scored):
                break
        if result is None:
            raise OutOfTime
        return result

    def perft(self, position: Position, variant: Variant, depth: int) -> int:
        """The same as ``game.rules.perft``, in machine code."""
        codec = codec_of(variant.key)
        return perft_of(self._workspace_for(codec), codec.encode_position(position), depth)

    def moves(self, position: Position, variant: Variant) -> list[Move]:
        """Return the legal moves of ``game.rules.legal_moves`` in the engine's own order."""
        codec = codec_of(variant.key)
        found = moves_of(self._workspace_for(codec), codec.encode_position(position))
        return [codec.decode_move(move, captured, position) for move, captured in found]

    def probe(self, position: Position, variant: Variant) -> Ending | None:
        """Probe the endgame tables; None if they do not cover the position.

        Captures are resolved first. Draw counters and repetition are ignored.
        """
        codec = codec_of(variant.key)
        workspace = self._workspace_for(codec)
        if position.occupied.bit_count() > self._attach_tables(codec, position):
            return None
        value = int(probe_after_captures(workspace, U(0), *map(U, codec.encode_position(position))))
        if value == UNKNOWN:
            return None
        if value == 0:
            return Ending(0, None)
        if value in (WON, LOST):
            return Ending(1 if value == WON else -1, None)
        return Ending(-1 if value % 2 else 1, value - 1)

    def _extend_line(self, position: Position, variant: Variant) -> list[Move]:
        """Return best play for both sides as far as the endgame tables know the distance."""
        line: list[Move] = []
        ending = self.probe(position, variant)
        while ending is not None and ending.plies:
            target = Ending(-ending.result, ending.plies - 1)
            for move in legal_moves(position, variant):
                if self.probe(position.after(move), variant) == target:
                    line.append(move)
                    position, ending = position.after(move), target
                    break
            else:
                break
        return line

    def preload(self, variants: Iterable[Variant]) -> None:
        """Load the weights and tables of these variants, so that their first search need not.

        That takes up to a tenth of a second, which may be all the time there is.
        """
        for variant in variants:
            if is_supported(variant):
                self._weights_of(variant)
                # The search that probes damaged tables reports them.
                with contextlib.suppress(DamagedTables):
                    tables_of(variant.moves_key)

    def forget(self) -> None:
        """Clear the transposition table, so that the next search starts from nothing."""
        if self._workspace is not None:
            clear_table(self._workspace)

    def entries(self) -> list[tuple[str, Callable[[], object]]]:
        """List what there is to compile: a name, and a small run of each."""
        english = codec_of("english").variant
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
            load_weights(workspace, variant.board.columns // 2, weights_of(variant))
            self._weights[family] = workspace[layout.WEIGHTS : layout.WEIGHTS_END].copy()
        return self._weights[family]

    def _workspace_for(self, codec: Codec) -> Workspace:
        if self._workspace is None:
            self._workspace = new_workspace(zobrist() | binomials())
        if self._variant != codec.variant.key:
            write_words(self._workspace, codec.rules)
            self._workspace[layout.WEIGHTS : layout.WEIGHTS_END] = self._weights_of(codec.variant)
            clear_table(self._workspace)
            detach_tables(self._workspace)
            self._tables = None
            self._variant = codec.variant.key
        return self._workspace

    def _attach_tables(self, codec: Codec, position: Position) -> int:
        """Attach the endgame tables of these rules; return their largest number of pieces, or 0."""
        if any(position.men(side) & codec.variant.crownheads[side] for side in Side):
            # This never happens in a game, and the tables have no index for it.
            return 0
        if self._tables is None:
            try:
                self._tables = tables_of(codec.variant.moves_key)
            except DamagedTables:
                # Setting up the site reports this; games go on without tables.
                return 0
            if self._tables is None:
                return 0
            write_words(
                self._workspace_for(codec), self._tables.words(address_of(self._tables.memory))
            )
        return self._tables.label.results

    def _prepare(
        self,
        codec: Codec,
        position: Position,
        limit: Limit,
        earlier: Sequence[Position],
        counts: Counts | None,
        tables: bool,
    ) -> Workspace:
        if limit.deadline is not None and time.monotonic() >= limit.deadline:
            # The kernel reads the clock only every thousand nodes.
            raise OutOfTime
        if counts is None:
            counts = initial_counts(codec.variant.draw_counters, position, codec.variant.board)
        workspace = self._workspace_for(codec)
        if tables != self._uses_tables:
            # Scores with and without tables must not mix in the transposition table.
            clear_table(workspace)
            self._uses_tables = tables
        begin_search(
            workspace,
            earlier=[position_key(workspace, codec.encode_position(at)) for at in earlier],
            counts=[0 if count is None else count + 1 for count in counts],
            deadline=int(limit.deadline * 1e9) if limit.deadline is not None else 0,
            nodes=limit.nodes or 0,
            is_plain=limit.is_plain,
            stop_at=limit.cancel.address if limit.cancel is not None else 0,
            tables=self._attach_tables(codec, position) if tables else 0,
        )
        return workspace

    def _search_best(
        self, codec: Codec, position: Position, limit: Limit, quiet: int
    ) -> SearchResult:
        found: DepthResult | None = None
        words = codec.encode_position(position)
        for deeper in deepen(self._workspace_for(codec), words, quiet, limit.depth):
            found = deeper
            if _is_past_soft_limit(limit):
                break
        if found is None:
            raise OutOfTime
        move = codec.decode_move(found.move, found.captured, position)
        choice = ScoredMove(move, found.value)
        return SearchResult(move, found.value, found.depth, found.nodes, (choice,))

    def _search_all_moves(
        self, codec: Codec, position: Position, limit: Limit, margin: int, quiet: int
    ) -> SearchResult:
        workspace = self._workspace_for(codec)
        words = codec.encode_position(position)
        result: SearchResult | None = None
        for depth in range(1, limit.depth + 1):
            values = score_root_moves(workspace, words, quiet, depth, margin)
            if not values:
                break
            scored = [
                ScoredMove(codec.decode_move(move, captured, position), value)
                for move, captured, value in values
            ]
            result = _choices(scored, margin, depth, node_count(workspace))
            if WIN - abs(result.score) <= depth or _is_past_soft_limit(limit):
                break
        if result is None:
            raise OutOfTime
        return result


def _is_past_soft_limit(limit: Limit) -> bool:
    return limit.enough is not None and time.monotonic() >= limit.enough


def _choices(scored: list[ScoredMove], margin: int, depth: int, nodes: int) -> SearchResult:
    best = max(scored, key=lambda found: found.score)
    # Among proven results a margin would trade a win in one for a slower win.
    lowest = best.score if abs(best.score) > DECISIVE else best.score - margin
    choices = tuple(sorted((s for s in scored if s.score >= lowest), key=lambda s: s.move))
    return SearchResult(best.move, best.score, depth, nodes, choices)
