"""The loops of a fit in compiled code: what the evaluation counts, and the gradient."""

import math

import numpy as np

from game.engine.kernel.bits import ONE, U, lowest, signed
from game.engine.kernel.evaluate import evaluate, phase_of
from game.engine.kernel.jit import compiled
from game.engine.kernel.layout import E_COUNTS, E_ENTRIES, PATTERN_TABLES, TERMS


@compiled
def count_terms(ws, positions, counts, entries, phases):
    """What the evaluation counts in each position, by its own count."""
    for number in range(len(positions)):
        men, kings = positions[number, 0], positions[number, 1]
        black_men, black_kings = positions[number, 2], positions[number, 3]
        if positions[number, 4] == ONE:
            evaluate(ws, men, kings, black_men, black_kings, ONE)
        else:
            evaluate(ws, black_men, black_kings, men, kings, positions[number, 4])
        for term in range(TERMS):
            counts[number, term] = signed(ws[U(E_COUNTS) + U(term)])
        for table in range(PATTERN_TABLES):
            entries[number, table] = signed(ws[U(E_ENTRIES) + U(table)])
        pieces = men | kings | black_men | black_kings
        phases[number] = phase_of(ws, pieces) / 65536.0


@compiled
def loss_and_gradient(weights, positions, chances, counts, entries, phases, shared, squares):
    """(the summed cross entropy, its gradient): rows of early and late.

    ``weights``, in logits, are those of the terms, of men and kings by square, of patterns, and one
    for what cannot weigh.
    """
    gradient = np.zeros_like(weights)
    places = np.zeros(TERMS + PATTERN_TABLES + 64, dtype=np.int64)
    amounts = np.zeros(TERMS + PATTERN_TABLES + 64)
    half = int(math.sqrt(squares / 2))
    first_pattern = TERMS + 2 * squares
    loss = 0.0
    for number in range(len(positions)):
        used = 0
        for term in range(TERMS):
            if counts[number, term] != 0:
                places[used], amounts[used] = term, counts[number, term]
                used += 1
        for table in range(PATTERN_TABLES):
            weight = shared[entries[number, table]]
            if weight != 0:
                places[used] = first_pattern + abs(weight) - 1
                amounts[used] = 1.0 if weight > 0 else -1.0
                used += 1
        for kind in range(4):
            pieces = positions[number, kind]
            while pieces:
                bit = signed(lowest(pieces))
                pieces &= pieces - ONE
                square = bit - bit // (2 * half + 1)
                first = TERMS + squares * (kind % 2)
                if kind < 2:
                    places[used], amounts[used] = first + square, 1.0
                else:
                    places[used], amounts[used] = first + squares - 1 - square, -1.0
                used += 1
        early = phases[number]
        total = 0.0
        for at in range(used):
            pair = weights[places[at]]
            total += amounts[at] * (pair[0] * early + pair[1] * (1.0 - early))
        chance = 1.0 / (1.0 + math.exp(-total))
        held = min(max(chance, 1e-9), 1.0 - 1e-9)
        loss -= chances[number] * math.log(held) + (1.0 - chances[number]) * math.log(1.0 - held)
        wrong = chance - chances[number]
        for at in range(used):
            gradient[places[at], 0] += wrong * amounts[at] * early
            gradient[places[at], 1] += wrong * amounts[at] * (1.0 - early)
    return loss, gradient
