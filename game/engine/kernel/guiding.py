"""Fitting the guide (``guide``) to finished slices."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from game.engine.kernel.balances import Balance, code_of, counterpart, size_of
from game.engine.kernel.bits import U
from game.engine.kernel.endings import Values, subsets
from game.engine.kernel.guide import CONSTANTS, MIDDLE, PAIRS, improve, sample
from game.engine.kernel.workspace import Workspace

BALANCES = [(men, 3 - men, weak, 2 - weak) for men in range(4) for weak in range(3)]
"""Three pieces to two, in the order in which a guide has them."""
LENGTH = len(BALANCES) * PAIRS
MOST_SAMPLES = 1_200_000
STEPS = 500_000
RATES = (*[0.3] * 6, *[0.1] * 4, *[0.03] * 2)
"""How far each round over the samples moves the numbers."""
_MOST = MIDDLE - 1


def guide_of(workspace: Workspace, slices: Mapping[Balance, Values]) -> bytes:
    """The guide for all balances of three pieces to two: half plies, a byte each."""
    sets = subsets()
    return b"".join(_fitted(workspace, sets, balance, slices) for balance in BALANCES)


def _fitted(
    workspace: Workspace,
    sets: NDArray[np.uint32],
    balance: Balance,
    slices: Mapping[Balance, Values],
) -> bytes:
    pieces = np.zeros(MOST_SAMPLES, dtype=np.uint64)
    plies = np.zeros(MOST_SAMPLES, dtype=np.float32)
    step = max(1, size_of(balance) // STEPS)
    moving = found = 0
    for at, is_win in ((balance, True), (counterpart(balance), False)):
        moving = found
        about = workspace, sets, U(code_of(at)), step, slices[at], is_win
        found = int(sample(*about, pieces, plies, found))
    waits = np.zeros(found, dtype=np.int64)
    waits[moving:] = 1
    numbers = np.zeros(PAIRS, dtype=np.float32)
    constants = np.array([plies[:moving].mean(), plies[moving:found].mean()], dtype=np.float32)
    chance = np.random.default_rng(1)
    order = np.arange(found)
    for rate in RATES:
        chance.shuffle(order)
        improve(pieces, plies, waits, order, rate, numbers, constants)
    halves = np.clip(np.rint(numbers * 2), -_MOST, _MOST).astype(np.int64) + MIDDLE
    begin = int(CONSTANTS)
    halves[begin : begin + 2] = np.rint(constants)
    return halves.astype(np.uint8).tobytes()
