"""Endgame tables as arrays: solving a pair of slices, counting results, packing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from game.engine.kernel import layout
from game.engine.kernel.balances import MAN_SQUARES, MAX_PIECES, SQUARES, Balance, code_of, size_of
from game.engine.kernel.bits import U
from game.engine.kernel.retrograde import count_errors, fill_dont_cares, initialise, propagate
from game.engine.kernel.workspace import Workspace

Values = NDArray[np.uint8]
"""A slice: one byte per index, as in ``slices``."""


def subsets() -> NDArray[np.uint32]:
    """List the sets of squares by size, in colexicographic order."""
    sets = np.zeros((MAX_PIECES, comb(SQUARES, MAX_PIECES - 1)), dtype=np.uint32)
    for size in range(MAX_PIECES):
        ordered = sorted(
            sum(1 << square for square in chosen) for chosen in combinations(range(SQUARES), size)
        )
        sets[size, : len(ordered)] = ordered
    return sets


def values_of(content: bytes) -> Values:
    """Return a slice from its bytes."""
    return np.frombuffer(content, dtype=np.uint8)


class SliceSolver:
    """Solves pairs of slices of one game, given all pairs with fewer pieces or fewer men."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._subsets = subsets()
        self._slices: dict[Balance, Values] = {}

    def solve(self, pair: tuple[Balance, ...]) -> dict[Balance, Values]:
        """Solve every position of a pair of slices."""
        values = {balance: np.zeros(size_of(balance), dtype=np.uint8) for balance in pair}
        counts = {balance: np.zeros(size_of(balance), dtype=np.uint8) for balance in pair}
        first, second = pair[0], pair[-1]
        highest = max(
            int(initialise(*self._arguments(balance), values[balance], counts[balance]))
            for balance in pair
        )
        value = 1
        while value <= highest:
            for source, target in ((first, second), (second, first))[: len(pair)]:
                arrays = values[source], values[target], counts[target]
                highest = max(highest, int(propagate(*self._arguments(source), U(value), *arrays)))
            value += 1
        return values

    def add(self, slices: Mapping[Balance, Values]) -> None:
        """Make these slices available to later probes."""
        for balance, values in slices.items():
            self._slices[balance] = values
            self._workspace[layout.SLICES + code_of(balance)] = values.ctypes.data

    def count_errors(self, balance: Balance, *, as_shipped: bool = False) -> int:
        """Return how many positions of an added slice disagree with their best move.

        ``as_shipped``: check only positions without a capture, resolving captures that a move leads
        to.
        """
        return int(count_errors(*self._arguments(balance), as_shipped))

    def packed(self, balance: Balance, values: Values, *, with_distance: bool) -> bytes:
        """Return a slice as it is shipped; four positions a byte without the distance."""
        result = values.copy()
        if not with_distance:
            result = np.array([0, *(2, 1) * 128], dtype=np.uint8)[:256][values]
        fill_dont_cares(*self._arguments(balance), result)
        if with_distance:
            return result.tobytes()
        fours = np.concatenate([result, np.zeros(-len(result) % 4, np.uint8)]).reshape(-1, 4)
        packed: Values = (fours << np.array([0, 2, 4, 6], np.uint8)).sum(axis=1, dtype=np.uint8)
        return packed.tobytes()

    def _arguments(self, balance: Balance) -> tuple[Workspace, NDArray[np.uint32], object]:
        return self._workspace, self._subsets, U(code_of(balance))


def flatten_positions(positions: Sequence[tuple[int, int, int, int, int]]) -> Workspace:
    """Return positions one after another, as ``probe.probe_many`` takes them."""
    return np.array(positions, dtype=np.uint64).ravel()


def new_array(number: int) -> Workspace:
    """Return this many zero words."""
    return np.zeros(number, dtype=np.uint64)


@dataclass
class Census:
    """Counts over some slices: positions, results and the longest win and loss, in plies."""

    positions: int = 0
    won: int = 0
    lost: int = 0
    longest_win: int = -1
    longest_loss: int = -1
    """-1 if there is none."""

    @property
    def drawn(self) -> int:
        """Positions neither won nor lost."""
        return self.positions - self.won - self.lost

    def __add__(self, other: Census) -> Census:
        return Census(
            self.positions + other.positions,
            self.won + other.won,
            self.lost + other.lost,
            max(self.longest_win, other.longest_win),
            max(self.longest_loss, other.longest_loss),
        )


def census(balance: Balance, values: Values) -> Census:
    """Count the positions of a slice by result, without holes."""
    by_value = np.bincount(values, minlength=256)
    wins, losses = by_value[2::2], by_value[1::2]
    return Census(
        positions=positions_in(balance),
        won=int(wins.sum()),
        lost=int(losses.sum()),
        longest_win=_last(wins) * 2 + 1 if wins.any() else -1,
        longest_loss=_last(losses) * 2 if losses.any() else -1,
    )


def _last(numbers: NDArray[np.int64]) -> int:
    return int(np.flatnonzero(numbers)[-1])


def positions_in(balance: Balance) -> int:
    """Return the number of positions in a slice: its size less the holes (men that coincide)."""
    men, kings, opp_men, opp_kings = balance
    own_rows, shared = 4, MAN_SQUARES - 4
    apart = sum(
        comb(own_rows, outside)
        * comb(shared, men - outside)
        * comb(MAN_SQUARES - (men - outside), opp_men)
        for outside in range(min(own_rows, men) + 1)
    )
    free = SQUARES - men - opp_men
    return apart * comb(free, kings) * comb(free - kings, opp_kings)
