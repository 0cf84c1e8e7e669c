"""Building endgame tables: pair by pair of slices, each verified and saved, so that an interrupted
run can be resumed; then packed.

Imported by the command only: it imports the compiler.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from game.engine import compiled, places
from game.engine.convert import codec_of, is_supported, zobrist
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
"""Tables with more pieces are packed as win, loss or draw only."""


class GenerationError(Exception):
    """Tables cannot be built, or have errors; the message says why."""


@dataclass(frozen=True)
class Step:
    """The progress of a run, in positions, holes included."""

    done: int
    total: int
    balance: Balance
    """The last one finished."""


class Making:
    """Builds the tables of one game up to a number of pieces."""

    def __init__(self, variant: Variant, pieces: int, work: Path | None) -> None:
        """``work`` is the folder in which finished slices are saved; None saves nothing.

        Raises GenerationError for games and numbers of pieces without tables.
        """
        if variant.board.size != SQUARES or not is_supported(variant):
            raise GenerationError(f"{variant.name} is not played on 32 squares: no endgame tables")
        if not 2 <= pieces <= MAX_PIECES:
            raise GenerationError(f"endgame tables have 2 to {MAX_PIECES} pieces")
        self.variant = variant
        self.pieces = pieces
        self.slices: dict[Balance, Values] = {}
        self._work_folder = work
        self._solver = SliceSolver(workspace_for(variant))

    def run(self) -> Iterator[Step]:
        """Solve, verify and save every pair not saved yet; yield after each pair."""
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
        """Count the results of all slices with this many pieces."""
        return sum((census(at, self.slices[at]) for at in balances(pieces)), Census())

    def packed(self, balance: Balance, *, with_distance: bool) -> bytes:
        """Return a slice as it is shipped."""
        return self._solver.packed(balance, self.slices[balance], with_distance=with_distance)

    def pack(self, path: Path) -> None:
        """Write the result of ``run`` as a packed file."""
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
                raise GenerationError(
                    f"{errors} positions of {balance} are wrong: a fault of the engine"
                )
            if self._work_folder is not None:
                content = zlib.compress(values.tobytes(), 1)
                files.write_atomically(
                    self._slice_path(self._work_folder, balance), _crc(content) + content
                )
        return found

    def _load_saved(self, pair: tuple[Balance, ...]) -> dict[Balance, Values] | None:
        """Return the slices of a pair saved by an earlier run, if they are intact."""
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
    """Verify every position of the tables in use against the positions after its moves.

    Raises GenerationError if there are no tables with this many pieces, or a position is wrong.
    """
    tables = files.tables_of(variant.key)
    if tables is None or tables.label.results < pieces:
        raise GenerationError(f"there are no endgame tables of {variant.name} with {pieces} pieces")
    workspace = workspace_for(variant)
    write_words(workspace, tables.words(address_of(tables.memory)))
    solver = SliceSolver(workspace)
    slices = [balance for balance, _, _ in tables.label.slices() if sum(balance) <= pieces]
    total = sum(map(size_of, slices))
    done = 0
    for balance in slices:
        if errors := solver.count_errors(balance, as_shipped=True):
            raise GenerationError(f"{errors} positions of {balance} are wrong in {tables.label}")
        done += size_of(balance)
        report(Step(done, total, balance))


def scratch_folder() -> Path | None:
    """Return where runs save finished slices, if anywhere: one folder per version of this code."""
    return places.writable(f"endgames/work-{compiled.fingerprint()}")


def workspace_for(variant: Variant) -> Workspace:
    """Return a workspace with the rules, and no tables yet."""
    workspace = new_workspace(zobrist() | binomials())
    codec = codec_of(variant.key)
    write_words(workspace, codec.rules)
    return workspace


def _crc(content: bytes) -> bytes:
    return zlib.crc32(content).to_bytes(4, "little")
