"""Fitting the weights of pairs of pieces to endings by logistic regression.

The rest of the evaluation stays as it is; pairs learn what it leaves unexplained. The same descent
as in ``fitting``, deterministic for the same positions.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from game.engine.kernel import layout
from game.engine.kernel.descent import (
    PAIR_SQUARES,
    PAIRS_OF_SQUARES,
    list_pairs,
    pairs_loss_and_gradient,
)
from game.engine.kernel.fitting import Sample
from game.engine.kernel.patterns import WEIGHT_SCALE
from game.engine.kernel.workspace import Workspace

L2 = 0.02
"""The L2 penalty on weights in logits; relative to a thousand positions."""
LEARNING_RATE, STEPS = 0.02, 150
_BETA_1, _BETA_2, _EPSILON = 0.9, 0.99, 1e-9
_MAX_WEIGHT = 2000.0
"""Centimen beyond which a weight is clipped."""
_PAIRS_PER_POSITION = 90
"""Memory reserved for each position, on average: twelve pieces have 78 pairs."""
_SYMMETRIC_TABLES = (
    layout.PAIR_OWN_KINGS, layout.PAIR_OTHER_KINGS, layout.PAIR_OWN_MEN, layout.PAIR_OTHER_MEN,
)  # fmt: skip
"""The tables in which the order of the two squares does not matter."""


def fit_pairs(
    workspace: Workspace, training_set: Sample, *, scale: float, report: Callable[[str], None]
) -> bytes:
    """Return the weights that make the targets likeliest, as ``Weights.pairs``.

    ``workspace`` holds the rules of an 8 by 8 game and weights without pairs.
    """
    number = len(training_set.targets)
    starts = np.zeros(number + 1, dtype=np.int64)
    indices = np.zeros(number * _PAIRS_PER_POSITION, dtype=np.int16)
    baselines, lateness = np.zeros(number), np.zeros(number)
    list_pairs(workspace, training_set.positions, starts, indices, baselines, lateness)
    is_white = training_set.positions[:, 4] == 1
    targets = np.where(is_white, training_set.targets, 1 - training_set.targets)
    weights = np.zeros(layout.PAIR_TABLES * PAIRS_OF_SQUARES)
    first_moment, second_moment = np.zeros_like(weights), np.zeros_like(weights)
    penalty = L2 * 1000 / number
    for step in range(1, STEPS + 1):
        loss, gradient = pairs_loss_and_gradient(
            weights, targets, baselines / scale, lateness, starts, indices
        )
        if step == 1 or step % 50 == 0:
            report(f"step {step}: loss {loss / number:.5f}")
        gradient = gradient / number + penalty * weights
        first_moment = _BETA_1 * first_moment + (1 - _BETA_1) * gradient
        second_moment = _BETA_2 * second_moment + (1 - _BETA_2) * gradient**2
        root = np.sqrt(second_moment / (1 - _BETA_2**step)) + _EPSILON
        rate = LEARNING_RATE * (1 - step / (STEPS + 1))
        weights -= rate * first_moment / (1 - _BETA_1**step) / root
    tables = (np.clip(weights * scale, -_MAX_WEIGHT, _MAX_WEIGHT) * WEIGHT_SCALE).reshape(
        -1, PAIR_SQUARES, PAIR_SQUARES
    )
    for table in _SYMMETRIC_TABLES:
        upper = np.triu(tables[table])
        tables[table] = upper + np.triu(upper, 1).T
    return np.rint(tables).astype("<i2").tobytes()
