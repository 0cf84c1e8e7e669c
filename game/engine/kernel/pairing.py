"""Weights of pairs of pieces out of endings: logistic regression beside the rest.

What the evaluation says without pairs stays as it is; pairs learn what it leaves unexplained. The
same descent as in ``fitting``, and the same result in every run with the same positions.
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
from game.engine.kernel.patterns import FINENESS
from game.engine.kernel.workspace import Workspace

PULL = 0.02
"""How strongly weights, in logits, are drawn to nothing; counted against a thousand positions."""
STEP, STEPS = 0.02, 150
_DECAY, _SQUARE_DECAY, _TINY = 0.9, 0.99, 1e-9
_LOUDEST = 2000.0
"""Centimen that no pair's weight goes beyond."""
_ROOM = 90
"""For pairs of a position, in the mean: those of twelve pieces are 78."""
_ALIKE = (
    layout.PAIR_OWN_KINGS, layout.PAIR_OTHER_KINGS, layout.PAIR_OWN_MEN, layout.PAIR_OTHER_MEN,
)  # fmt: skip
"""The tables in which the order of two squares does not matter."""


def fit_pairs(
    workspace: Workspace, learnt: Sample, *, scale: float, say: Callable[[str], None]
) -> bytes:
    """The weights under which what came of the positions is likeliest, as ``Weights.pairs``.

    ``workspace`` has the rules, and weights without pairs, on 8 by 8 squares.
    """
    number = len(learnt.chances)
    starts = np.zeros(number + 1, dtype=np.int64)
    places = np.zeros(number * _ROOM, dtype=np.int16)
    begun, lates = np.zeros(number), np.zeros(number)
    list_pairs(workspace, learnt.positions, starts, places, begun, lates)
    is_white = learnt.positions[:, 4] == 1
    chances = np.where(is_white, learnt.chances, 1 - learnt.chances)
    weights = np.zeros(layout.PAIR_TABLES * PAIRS_OF_SQUARES)
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    pull = PULL * 1000 / number
    for step in range(1, STEPS + 1):
        loss, gradient = pairs_loss_and_gradient(
            weights, chances, begun / scale, lates, starts, places
        )
        if step == 1 or step % 50 == 0:
            say(f"step {step}: loss {loss / number:.5f}")
        gradient = gradient / number + pull * weights
        mean = _DECAY * mean + (1 - _DECAY) * gradient
        square = _SQUARE_DECAY * square + (1 - _SQUARE_DECAY) * gradient**2
        level = np.sqrt(square / (1 - _SQUARE_DECAY**step)) + _TINY
        now = STEP * (1 - step / (STEPS + 1))
        weights -= now * mean / (1 - _DECAY**step) / level
    tables = (np.clip(weights * scale, -_LOUDEST, _LOUDEST) * FINENESS).reshape(
        -1, PAIR_SQUARES, PAIR_SQUARES
    )
    for table in _ALIKE:
        upper = np.triu(tables[table])
        tables[table] = upper + np.triu(upper, 1).T
    return np.rint(tables).astype("<i2").tobytes()
