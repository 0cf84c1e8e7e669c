"""Weights out of games: logistic regression on positions and on how their games ended.

The evaluation is a sum of weights times counts, so the chance to win it stands for has a gradient
that is as plain. Entries of patterns that are each other's counterpart on the board turned round
share one weight. Plain gradient descent with momentum and a step for each weight (Adam; Kingma and
Ba, 2015), the same in every run with the same positions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from game.engine.kernel import layout
from game.engine.kernel.contest import Records
from game.engine.kernel.descent import count_terms, loss_and_gradient, value_positions
from game.engine.kernel.patterns import FINENESS, Shape, turned_entries, weigh
from game.engine.kernel.workspace import Workspace
from game.engine.weights import TERMS, Weights

PULL_OF_TERMS, PULL_OF_SQUARES, PULL_OF_PATTERNS = 0.02, 0.1, 0.3
"""How strongly weights, in logits, are drawn to what they were: terms and squares to the weights
begun with, patterns to nothing. Counted against a thousand positions."""
STEP, STEPS = 0.03, 120
_DECAY, _SQUARE_DECAY, _TINY = 0.9, 0.99, 1e-9
_LOUDEST = 2000.0
"""Centimen that no pattern's weight goes beyond."""


@dataclass(frozen=True)
class Sample:
    """Positions to learn from, and for each White's chance to win, 0 to 1."""

    positions: Records
    chances: NDArray[np.float64]


def sample(games: list[tuple[int, Records]], share_of_result: float, scale: float) -> Sample:
    """The calm positions of games, with what came of them: their result and the search's value.

    ``scale`` is the number of centimen that make a logit.
    """
    kept, chances = [], []
    for result, records in games:
        value = (records[:, 5] - np.uint64(1 << 32)).astype(np.int64)
        calm = (records[:, 6] == 1) & (np.abs(value) < 1000)
        kept.append(records[calm][:, :5])
        seen = 1 / (1 + np.exp(-value[calm] / scale))
        chances.append(share_of_result * result / 2 + (1 - share_of_result) * seen)
    return Sample(np.ascontiguousarray(np.concatenate(kept)), np.concatenate(chances))


def fit(
    workspace: Workspace,
    half: int,
    begun: Weights,
    learnt: Sample,
    *,
    scale: float,
    with_patterns: bool,
    say: Callable[[str], None],
) -> Weights:
    """The weights under which what came of the positions is likeliest.

    ``workspace`` has the rules; ``half`` is half the board's columns; ``begun`` is where to start.
    What that says of pairs of pieces stays, and the rest is fitted beside it.
    """
    shape = Shape(half)
    apart = _worth_of_pairs(workspace, half, begun, learnt.positions) / scale
    counts, entries, phases = _counted(workspace, shape, learnt.positions)
    shared, number = _shared(shape, with_patterns)
    squares = shape.squares
    base = np.zeros((layout.TERMS + 2 * squares + number + 1, 2))
    for name, pair in begun.terms.items():
        base[TERMS[name]] = pair
    base[layout.TERMS : layout.TERMS + squares] = begun.men
    base[layout.TERMS + squares : layout.TERMS + 2 * squares] = begun.kings
    base /= scale
    pull = np.full((len(base), 1), PULL_OF_PATTERNS)
    pull[: layout.TERMS] = PULL_OF_TERMS
    pull[layout.TERMS : layout.TERMS + 2 * squares] = PULL_OF_SQUARES
    pull *= 1000 / len(learnt.chances)
    weights = base.copy()
    mean, square = np.zeros_like(base), np.zeros_like(base)
    for step in range(1, STEPS + 1):
        loss, gradient = loss_and_gradient(
            weights, learnt.positions, learnt.chances, apart,
            counts, entries, phases, shared, squares,
        )  # fmt: skip
        gradient = gradient / len(learnt.chances) + pull * (weights - base)
        # The last weight is that of what cannot weigh: a pattern that is its own counterpart.
        gradient[-1] = 0
        mean = _DECAY * mean + (1 - _DECAY) * gradient
        square = _SQUARE_DECAY * square + (1 - _SQUARE_DECAY) * gradient**2
        now = STEP * (1 - step / (STEPS + 1))
        level = np.sqrt(square / (1 - _SQUARE_DECAY**step)) + _TINY
        weights -= now * mean / (1 - _DECAY**step) / level
        if step % 40 == 0:
            say(f"step {step}: loss {loss / len(learnt.chances):.5f}")
    weights *= scale
    found = _as_weights(shape, weights, shared if with_patterns else None)
    return replace(found, pairs=begun.pairs)


def _worth_of_pairs(
    workspace: Workspace, half: int, weights: Weights, positions: Records
) -> NDArray[np.float64]:
    """Centimen for White that pairs of pieces make of each position."""
    whole, rest = np.zeros(len(positions)), np.zeros(len(positions))
    if weights.pairs:
        weigh(workspace, half, replace(weights, pairs=b""))
        value_positions(workspace, positions, rest)
        weigh(workspace, half, weights)
        value_positions(workspace, positions, whole)
    return whole - rest


def _counted(
    workspace: Workspace, shape: Shape, positions: Records
) -> tuple[NDArray[np.int16], NDArray[np.int32], NDArray[np.float64]]:
    counts = np.zeros((len(positions), layout.TERMS), dtype=np.int16)
    entries = np.zeros((len(positions), layout.PATTERN_TABLES), dtype=np.int32)
    phases = np.zeros(len(positions))
    count_terms(workspace, positions, counts, entries, phases)
    for table in set(range(layout.PATTERN_TABLES)) - set(shape.tables):
        entries[:, table] = table * layout.PATTERN_ENTRIES
    return counts, entries, phases


def _shared(shape: Shape, with_patterns: bool) -> tuple[NDArray[np.int32], int]:
    """For each entry of all tables one more than its weight's number, less than 0 if turned, 0 for
    none; and how many weights there are."""
    whole = layout.PATTERN_TABLES * layout.PATTERN_ENTRIES
    shared = np.zeros(whole, dtype=np.int32)
    if not with_patterns:
        return shared, 0
    turned = turned_entries()
    own = np.arange(layout.PATTERN_ENTRIES)
    number = 0
    for table in shape.tables:
        other = shape.counterpart(table)
        here = table * layout.PATTERN_ENTRIES + own
        there = other * layout.PATTERN_ENTRIES + turned
        first = here < there
        numbers = number + 1 + np.arange(np.count_nonzero(first), dtype=np.int32)
        shared[here[first]] = numbers
        shared[there[first]] = -numbers
        number += len(numbers)
    return shared, number


def _as_weights(
    shape: Shape, weights: NDArray[np.float64], shared: NDArray[np.int32] | None
) -> Weights:
    def pairs(first: int, count: int) -> tuple[tuple[float, float], ...]:
        return tuple(
            (round(float(early), 2), round(float(late), 2))
            for early, late in weights[first : first + count]
        )

    patterns = b""
    if shared is not None:
        held = np.concatenate([[[0.0, 0.0]], weights[layout.TERMS + 2 * shape.squares : -1]])
        held = np.clip(held, -_LOUDEST, _LOUDEST) * FINENESS
        tables = shared.reshape(layout.PATTERN_TABLES, -1)[shape.tables]
        spread = np.sign(tables)[..., None] * held[np.abs(tables)]
        patterns = np.rint(spread).astype("<i2").tobytes()
    terms = pairs(0, layout.TERMS)
    return Weights(
        terms={name: terms[place] for name, place in TERMS.items()},
        men=pairs(layout.TERMS, shape.squares),
        kings=pairs(layout.TERMS + shape.squares, shape.squares),
        patterns=patterns,
    )
