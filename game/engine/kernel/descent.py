"""The inner loops of fitting, compiled: feature counts, loss and gradient."""

import math

import numpy as np

from game.engine.kernel.bits import ONE, ZERO, U, lowest_bit, signed
from game.engine.kernel.evaluate import evaluate, phase_of
from game.engine.kernel.jit import compiled
from game.engine.kernel.layout import E_COUNTS, E_ENTRIES, PATTERN_TABLES, TERMS

PAIR_SQUARES = 32
"""Squares of an 8 by 8 board, numbered row by row from the side that moves down."""
PAIRS_OF_SQUARES = PAIR_SQUARES * PAIR_SQUARES


@compiled
def count_terms(ws, positions, counts, entries, phases):
    """Write what the evaluation counts in each position."""
    for index in range(len(positions)):
        men, kings = positions[index, 0], positions[index, 1]
        black_men, black_kings = positions[index, 2], positions[index, 3]
        if positions[index, 4] == ONE:
            evaluate(ws, men, kings, black_men, black_kings, ONE)
        else:
            evaluate(ws, black_men, black_kings, men, kings, positions[index, 4])
        for term in range(TERMS):
            counts[index, term] = signed(ws[U(E_COUNTS) + U(term)])
        for table in range(PATTERN_TABLES):
            entries[index, table] = signed(ws[U(E_ENTRIES) + U(table)])
        pieces = men | kings | black_men | black_kings
        phases[index] = phase_of(ws, pieces) / 65536.0


@compiled
def value_positions(ws, positions, values):
    """Write the evaluation of each position, in centimen for White."""
    for index in range(len(positions)):
        men, kings = positions[index, 0], positions[index, 1]
        black_men, black_kings = positions[index, 2], positions[index, 3]
        if positions[index, 4] == ONE:
            values[index] = evaluate(ws, men, kings, black_men, black_kings, ONE)
        else:
            values[index] = -evaluate(ws, black_men, black_kings, men, kings, positions[index, 4])


@compiled
def loss_and_gradient(
    weights, positions, targets, offsets, counts, entries, phases, weight_ids, squares
):  # fmt: skip
    """Return (the summed cross entropy, its gradient); gradient rows are (early, late).

    ``weights``, in logits, are those of the terms, of men and kings by square, of patterns, and one
    for entries without a weight. ``offsets`` is a constant added to each position, in logits.
    """
    gradient = np.zeros_like(weights)
    indices = np.zeros(TERMS + PATTERN_TABLES + 64, dtype=np.int64)
    amounts = np.zeros(TERMS + PATTERN_TABLES + 64)
    half = int(math.sqrt(squares / 2))
    first_pattern = TERMS + 2 * squares
    loss = 0.0
    for index in range(len(positions)):
        size = 0
        for term in range(TERMS):
            if counts[index, term] != 0:
                indices[size], amounts[size] = term, counts[index, term]
                size += 1
        for table in range(PATTERN_TABLES):
            weight = weight_ids[entries[index, table]]
            if weight != 0:
                indices[size] = first_pattern + abs(weight) - 1
                amounts[size] = 1.0 if weight > 0 else -1.0
                size += 1
        for kind in range(4):
            pieces = positions[index, kind]
            while pieces:
                bit = signed(lowest_bit(pieces))
                pieces &= pieces - ONE
                square = bit - bit // (2 * half + 1)
                first = TERMS + squares * (kind % 2)
                if kind < 2:
                    indices[size], amounts[size] = first + square, 1.0
                else:
                    indices[size], amounts[size] = first + squares - 1 - square, -1.0
                size += 1
        early = phases[index]
        total = offsets[index]
        for slot in range(size):
            pair = weights[indices[slot]]
            total += amounts[slot] * (pair[0] * early + pair[1] * (1.0 - early))
        probability = 1.0 / (1.0 + math.exp(-total))
        clipped = min(max(probability, 1e-9), 1.0 - 1e-9)
        loss -= targets[index] * math.log(clipped) + (1.0 - targets[index]) * math.log(
            1.0 - clipped
        )
        error = probability - targets[index]
        for slot in range(size):
            gradient[indices[slot], 0] += error * amounts[slot] * early
            gradient[indices[slot], 1] += error * amounts[slot] * (1.0 - early)
    return loss, gradient


@compiled
def list_pairs(ws, positions, starts, indices, baselines, lateness):
    """List the pairs of pieces of each position: ``indices`` from ``starts`` on.

    Also writes the score without pairs, in centimen for the side to move, and how late in the game
    each position is.
    """
    size = 0
    pieces = np.zeros((4, PAIR_SQUARES), dtype=np.int64)
    counts = np.zeros(4, dtype=np.int64)
    for index in range(len(positions)):
        is_white = positions[index, 4] == ONE
        bitboards = (
            (positions[index, 0], positions[index, 1], positions[index, 2], positions[index, 3])
            if is_white
            else (
                positions[index, 2], positions[index, 3],
                positions[index, 0], positions[index, 1],
            )
        )  # fmt: skip
        baselines[index] = evaluate(
            ws, bitboards[0], bitboards[1], bitboards[2], bitboards[3], positions[index, 4]
        )
        phase = phase_of(ws, bitboards[0] | bitboards[1] | bitboards[2] | bitboards[3])
        lateness[index] = 1.0 - phase / 65536.0
        for kind in range(4):
            squares = bitboards[kind]
            counts[kind] = 0
            while squares != ZERO:
                bit = signed(lowest_bit(squares))
                squares &= squares - ONE
                square = bit - bit // 9
                pieces[kind, counts[kind]] = square if is_white else PAIR_SQUARES - 1 - square
                counts[kind] += 1
        # (table, first kind, second kind), as the evaluation adds them up.
        for table, first, second in (
            (0, 1, 1), (1, 1, 0), (2, 1, 3), (3, 1, 2), (4, 3, 3), (5, 3, 2), (6, 3, 0),
            (7, 0, 0), (8, 2, 2), (9, 0, 2),
        ):  # fmt: skip
            for i in range(counts[first]):
                for j in range(counts[second]):
                    square_a, square_b = pieces[first, i], pieces[second, j]
                    if first == second and square_b < square_a:
                        continue
                    if size < indices.size:
                        indices[size] = (
                            table * PAIRS_OF_SQUARES + square_a * PAIR_SQUARES + square_b
                        )
                        size += 1
        starts[index + 1] = size


@compiled
def pairs_loss_and_gradient(weights, targets, baselines, lateness, starts, indices):
    """Return (the summed cross entropy, its gradient); ``baselines`` in logits."""
    gradient = np.zeros_like(weights)
    loss = 0.0
    for index in range(len(targets)):
        total = 0.0
        for slot in range(starts[index], starts[index + 1]):
            total += weights[indices[slot]]
        probability = 1.0 / (1.0 + math.exp(-baselines[index] - total * lateness[index]))
        clipped = min(max(probability, 1e-9), 1.0 - 1e-9)
        loss -= targets[index] * math.log(clipped) + (1.0 - targets[index]) * math.log(
            1.0 - clipped
        )
        error = (probability - targets[index]) * lateness[index]
        for slot in range(starts[index], starts[index + 1]):
            gradient[indices[slot]] += error
    return loss, gradient
