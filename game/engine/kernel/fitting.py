"""Fitting weights to games: logistic regression on positions and the results of their games.

The evaluation is linear in its weights, so the win probability it stands for has a simple gradient.
Pattern entries that mirror each other share one weight. Plain gradient descent with momentum and a
step for each weight (Adam; Kingma and Ba, 2015), deterministic for the same positions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from game.engine.kernel import layout
from game.engine.kernel.contest import Records
from game.engine.kernel.descent import count_terms, loss_and_gradient, value_positions
from game.engine.kernel.patterns import WEIGHT_SCALE, Shape, load_weights, rotated_entries
from game.engine.kernel.workspace import Workspace
from game.engine.weights import TERMS, Weights

L2_TERMS, L2_SQUARES, L2_PATTERNS = 0.02, 0.1, 0.3
"""L2 penalties on weights in logits: terms and squares are pulled to their initial weights,
patterns to zero. Relative to a thousand positions."""
LEARNING_RATE, STEPS = 0.03, 120
_BETA_1, _BETA_2, _EPSILON = 0.9, 0.99, 1e-9
_MAX_WEIGHT = 2000.0
"""Centimen beyond which a pattern weight is clipped."""


@dataclass(frozen=True)
class Sample:
    """A training set: positions, and for each the target win probability for White, 0 to 1."""

    positions: Records
    targets: NDArray[np.float64]


def sample(games: list[tuple[int, Records]], share_of_result: float, scale: float) -> Sample:
    """Return the quiet positions of games, with targets.

    A target blends the result of the game and the search's score; ``scale`` is the number of
    centimen that make a logit.
    """
    positions, targets = [], []
    for result, records in games:
        value = (records[:, 5] - np.uint64(1 << 32)).astype(np.int64)
        is_quiet = (records[:, 6] == 1) & (np.abs(value) < 1000)
        positions.append(records[is_quiet][:, :5])
        predicted = 1 / (1 + np.exp(-value[is_quiet] / scale))
        targets.append(share_of_result * result / 2 + (1 - share_of_result) * predicted)
    return Sample(np.ascontiguousarray(np.concatenate(positions)), np.concatenate(targets))


def fit(
    workspace: Workspace,
    half: int,
    initial: Weights,
    training_set: Sample,
    *,
    scale: float,
    with_patterns: bool,
    report: Callable[[str], None],
) -> Weights:
    """Return the weights that make the targets of the training set likeliest.

    ``workspace`` holds the rules; ``half`` is half the board's columns; ``initial`` is the starting
    point, whose weights of pairs are kept while the rest is fitted around them.
    """
    shape = Shape(half)
    offsets = _pair_values(workspace, half, initial, training_set.positions) / scale
    counts, entries, phases = _count_features(workspace, shape, training_set.positions)
    weight_ids, number = _weight_ids(shape, with_patterns)
    squares = shape.squares
    base = np.zeros((layout.TERMS + 2 * squares + number + 1, 2))
    for name, pair in initial.terms.items():
        base[TERMS[name]] = pair
    base[layout.TERMS : layout.TERMS + squares] = initial.men
    base[layout.TERMS + squares : layout.TERMS + 2 * squares] = initial.kings
    base /= scale
    penalty = np.full((len(base), 1), L2_PATTERNS)
    penalty[: layout.TERMS] = L2_TERMS
    penalty[layout.TERMS : layout.TERMS + 2 * squares] = L2_SQUARES
    penalty *= 1000 / len(training_set.targets)
    weights = base.copy()
    first_moment, second_moment = np.zeros_like(base), np.zeros_like(base)
    for step in range(1, STEPS + 1):
        loss, gradient = loss_and_gradient(
            weights, training_set.positions, training_set.targets, offsets,
            counts, entries, phases, weight_ids, squares,
        )  # fmt: skip
        gradient = gradient / len(training_set.targets) + penalty * (weights - base)
        # The last weight belongs to patterns that mirror themselves, whose value must be zero.
        gradient[-1] = 0
        first_moment = _BETA_1 * first_moment + (1 - _BETA_1) * gradient
        second_moment = _BETA_2 * second_moment + (1 - _BETA_2) * gradient**2
        rate = LEARNING_RATE * (1 - step / (STEPS + 1))
        root = np.sqrt(second_moment / (1 - _BETA_2**step)) + _EPSILON
        weights -= rate * first_moment / (1 - _BETA_1**step) / root
        if step % 40 == 0:
            report(f"step {step}: loss {loss / len(training_set.targets):.5f}")
    weights *= scale
    found = _to_weights(shape, weights, weight_ids if with_patterns else None)
    return replace(found, pairs=initial.pairs)


def _pair_values(
    workspace: Workspace, half: int, weights: Weights, positions: Records
) -> NDArray[np.float64]:
    """Return what pairs of pieces add to each position, in centimen for White."""
    whole, rest = np.zeros(len(positions)), np.zeros(len(positions))
    if weights.pairs:
        load_weights(workspace, half, replace(weights, pairs=b""))
        value_positions(workspace, positions, rest)
        load_weights(workspace, half, weights)
        value_positions(workspace, positions, whole)
    return whole - rest


def _count_features(
    workspace: Workspace, shape: Shape, positions: Records
) -> tuple[NDArray[np.int16], NDArray[np.int32], NDArray[np.float64]]:
    counts = np.zeros((len(positions), layout.TERMS), dtype=np.int16)
    entries = np.zeros((len(positions), layout.PATTERN_TABLES), dtype=np.int32)
    phases = np.zeros(len(positions))
    count_terms(workspace, positions, counts, entries, phases)
    for table in set(range(layout.PATTERN_TABLES)) - set(shape.tables):
        entries[:, table] = table * layout.PATTERN_ENTRIES
    return counts, entries, phases


def _weight_ids(shape: Shape, with_patterns: bool) -> tuple[NDArray[np.int32], int]:
    """Return each table entry's weight, and the number of weights.

    The weight is given as its id plus one, negated if mirrored, or 0 for none.
    """
    whole = layout.PATTERN_TABLES * layout.PATTERN_ENTRIES
    weight_ids = np.zeros(whole, dtype=np.int32)
    if not with_patterns:
        return weight_ids, 0
    rotated = rotated_entries()
    own = np.arange(layout.PATTERN_ENTRIES)
    number = 0
    for table in shape.tables:
        other = shape.rotated_table(table)
        here = table * layout.PATTERN_ENTRIES + own
        there = other * layout.PATTERN_ENTRIES + rotated
        first = here < there
        numbers = number + 1 + np.arange(np.count_nonzero(first), dtype=np.int32)
        weight_ids[here[first]] = numbers
        weight_ids[there[first]] = -numbers
        number += len(numbers)
    return weight_ids, number


def _to_weights(
    shape: Shape, weights: NDArray[np.float64], weight_ids: NDArray[np.int32] | None
) -> Weights:
    def pairs(first: int, count: int) -> tuple[tuple[float, float], ...]:
        return tuple(
            (round(float(early), 2), round(float(late), 2))
            for early, late in weights[first : first + count]
        )

    patterns = b""
    if weight_ids is not None:
        values = np.concatenate([[[0.0, 0.0]], weights[layout.TERMS + 2 * shape.squares : -1]])
        values = np.clip(values, -_MAX_WEIGHT, _MAX_WEIGHT) * WEIGHT_SCALE
        tables = weight_ids.reshape(layout.PATTERN_TABLES, -1)[shape.tables]
        spread = np.sign(tables)[..., None] * values[np.abs(tables)]
        patterns = np.rint(spread).astype("<i2").tobytes()
    terms = pairs(0, layout.TERMS)
    return Weights(
        terms={name: terms[place] for name, place in TERMS.items()},
        men=pairs(layout.TERMS, shape.squares),
        kings=pairs(layout.TERMS + shape.squares, shape.squares),
        patterns=patterns,
    )
