"""Fitting the distance estimate (``guide``) to solved slices."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from game.engine.kernel.balances import Balance, code_of, counterpart, size_of
from game.engine.kernel.bits import U
from game.engine.kernel.endings import Values, subsets
from game.engine.kernel.guide import CONSTANTS, PAIRS, ZERO_POINT, collect_samples, train_epoch
from game.engine.kernel.workspace import Workspace

BALANCES = [(men, 3 - men, weak, 2 - weak) for men in range(4) for weak in range(3)]
"""Three pieces against two, in the order of a guide."""
LENGTH = len(BALANCES) * PAIRS
MAX_SAMPLES = 1_200_000
SAMPLES_PER_SLICE = 500_000
LEARNING_RATES = (*[0.3] * 6, *[0.1] * 4, *[0.03] * 2)
"""One for each epoch."""
_MAX_OFFSET = ZERO_POINT - 1


def fit_guide(workspace: Workspace, slices: Mapping[Balance, Values]) -> bytes:
    """Return the guide for all balances of three pieces against two: half plies, a byte each."""
    sets = subsets()
    return b"".join(_fit(workspace, sets, balance, slices) for balance in BALANCES)


def _fit(
    workspace: Workspace,
    sets: NDArray[np.uint32],
    balance: Balance,
    slices: Mapping[Balance, Values],
) -> bytes:
    pieces = np.zeros(MAX_SAMPLES, dtype=np.uint64)
    plies = np.zeros(MAX_SAMPLES, dtype=np.float32)
    step = max(1, size_of(balance) // SAMPLES_PER_SLICE)
    won_count = found = 0
    for material, is_win in ((balance, True), (counterpart(balance), False)):
        won_count = found
        arguments = workspace, sets, U(code_of(material)), step, slices[material], is_win
        found = int(collect_samples(*arguments, pieces, plies, found))
    weaker_to_move = np.zeros(found, dtype=np.int64)
    weaker_to_move[won_count:] = 1
    weights = np.zeros(PAIRS, dtype=np.float32)
    constants = np.array(
        [plies[:won_count].mean(), plies[won_count:found].mean()], dtype=np.float32
    )
    rng = np.random.default_rng(1)
    sequence = np.arange(found)
    for learning_rate in LEARNING_RATES:
        rng.shuffle(sequence)
        train_epoch(pieces, plies, weaker_to_move, sequence, learning_rate, weights, constants)
    half_plies = (
        np.clip(np.rint(weights * 2), -_MAX_OFFSET, _MAX_OFFSET).astype(np.int64) + ZERO_POINT
    )
    base = int(CONSTANTS)
    half_plies[base : base + 2] = np.rint(constants)
    return half_plies.astype(np.uint8).tobytes()
