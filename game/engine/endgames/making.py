"""Making endgame tables: pair after pair of slices, each checked and kept, so that a run can be
broken off and taken up again; then packed.

Imported by the command alone: it brings the compiler.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from game.engine import compiled, places
from game.engine.convert import bridge, is_supported, zobrist
from game.engine.endgames import files
from game.engine.kernel.balances import (
    MAX_PIECES,
    SQUARES,
    Balance,
    balances,
    binomials,
    pairs,
    size_of,
)
from game.engine.kernel.endings import Census, SliceSolver, Values, census, values_of
from game.engine.kernel.guiding import fit_guide
from game.engine.kernel.workspace import Workspace, address_of, new_workspace, write_words
from game.rules import Variant

MAX_PIECES_WITH_DISTANCE = 4
"""Pieces; with more only win, loss and draw are packed."""


class NotMade(Exception):
    """Tables cannot be made, or are not right; the message says why."""


@dataclass(frozen=True)
class Step:
    """How far a run has come, in positions, holes included."""

    done: int
    total: int
    balance: Balance
    """What was finished last."""


class Making:
    """The tables of one game up to so many pieces."""

    def __init__(self, variant: Variant, pieces: int, work: Path | None) -> None:
        """``work`` is the folder where finished slices are kept; without one they are not.

        Raises NotMade for games and numbers of pieces that there are no tables of.
        """
        if variant.board.size != SQUARES or not is_supported(variant):
            raise NotMade(f"{variant.name} is not played on 32 squares: no endgame tables")
        if not 2 <= pieces <= MAX_PIECES:
            raise NotMade(f"endgame tables have 2 to {MAX_PIECES} pieces")
        self.variant = variant
        self.pieces = pieces
        self.slices: dict[Balance, Values] = {}
        self._work_folder = work
        self._solver = SliceSolver(workspace_for(variant))

    def run(self) -> Iterator[Step]:
        """Solve, check and keep every pair that is not kept; yields after each pair."""
        all_pairs = [pair for pieces in range(2, self.pieces + 1) for pair in pairs(pieces)]
        total = sum(size_of(balance) for pair in all_pairs for balance in pair)
        done = 0
        for pair in all_pairs:
            found = self._load_saved(pair)
            if found is None:
                found = self._solve(pair)
            self._solver.add(found)
            self.slices |= found
            done += sum(map(size_of, pair))
            yield Step(done, total, pair[-1])

    def census(self, pieces: int) -> Census:
        """What is in all slices with so many pieces."""
        return sum((census(at, self.slices[at]) for at in balances(pieces)), Census())

    def packed(self, balance: Balance, *, with_distance: bool) -> bytes:
        """A slice as it is shipped."""
        return self._solver.packed(balance, self.slices[balance], with_distance=with_distance)

    def pack(self, path: Path) -> None:
        """Write what ``run`` has made as a packed file."""
        distances = min(self.pieces, MAX_PIECES_WITH_DISTANCE)
        raw = b"".join(
            self.packed(balance, with_distance=pieces <= distances)
            for pieces in range(2, self.pieces + 1)
            for balance in balances(pieces)
        )
        guide = b""
        if self.pieces > MAX_PIECES_WITH_DISTANCE:
            guide = fit_guide(workspace_for(self.variant), self.slices)
        files.write_packed(path, self.variant.key, distances, self.pieces, raw, guide)

    def _solve(self, pair: tuple[Balance, ...]) -> dict[Balance, Values]:
        found = self._solver.solve(pair)
        self._solver.add(found)
        for balance, values in found.items():
            if errors := self._solver.count_errors(balance):
                raise NotMade(f"{errors} positions of {balance} are wrong: a fault of the engine")
            if self._work_folder is not None:
                content = zlib.compress(values.tobytes(), 1)
                files.write_atomically(
                    self._slice_path(self._work_folder, balance), _crc(content) + content
                )
        return found

    def _load_saved(self, pair: tuple[Balance, ...]) -> dict[Balance, Values] | None:
        """The slices of a pair that an earlier run has kept, if they are whole."""
        if self._work_folder is None:
            return None
        found = {}
        for balance in pair:
            try:
                content = self._slice_path(self._work_folder, balance).read_bytes()
            except FileNotFoundError:
                return None
            if content[:4] != _crc(content[4:]):
                return None
            found[balance] = values_of(zlib.decompress(content[4:]))
        return found

    def _slice_path(self, work: Path, balance: Balance) -> Path:
        return work / f"{self.variant.key}-{''.join(map(str, balance))}.slice"


def check(variant: Variant, pieces: int, report: Callable[[Step], None]) -> None:
    """Hold every position of the tables in use against those that its moves lead to.

    Raises NotMade if there are no tables with so many pieces, or a position is wrong.
    """
    tables = files.tables_of(variant.key)
    if tables is None or tables.label.results < pieces:
        raise NotMade(f"there are no endgame tables of {variant.name} with {pieces} pieces")
    workspace = workspace_for(variant)
    write_words(workspace, tables.words(address_of(tables.memory)))
    solver = SliceSolver(workspace)
    slices = [balance for balance, _, _ in tables.label.slices() if sum(balance) <= pieces]
    total = sum(map(size_of, slices))
    done = 0
    for balance in slices:
        if errors := solver.count_errors(balance, as_shipped=True):
            raise NotMade(f"{errors} positions of {balance} are wrong in {tables.label}")
        done += size_of(balance)
        report(Step(done, total, balance))


def work_folder() -> Path | None:
    """Where runs keep what they have finished, if anything can be kept: for this code alone."""
    return places.writable(f"endgames/work-{compiled.fingerprint()}")


def workspace_for(variant: Variant) -> Workspace:
    """A workspace that knows the rules, and no tables yet."""
    workspace = new_workspace(zobrist() | binomials())
    codec = bridge(variant.key)
    write_words(workspace, codec.rules)
    return workspace


def _crc(content: bytes) -> bytes:
    return zlib.crc32(content).to_bytes(4, "little")
