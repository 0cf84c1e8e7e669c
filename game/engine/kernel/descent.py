"""The loops of a fit in compiled code: what the evaluation counts, and the gradient."""

import math

import numpy as np

from game.engine.kernel.bits import ONE, ZERO, U, lowest, signed
from game.engine.kernel.evaluate import evaluate, phase_of
from game.engine.kernel.jit import compiled
from game.engine.kernel.layout import E_COUNTS, E_ENTRIES, PATTERN_TABLES, TERMS

PAIR_SQUARES = 32
"""Of an 8 by 8 board, numbered row by row from the side that goes down."""
PAIRS_OF_SQUARES = PAIR_SQUARES * PAIR_SQUARES


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
def value_positions(ws, positions, values):
    """What the evaluation says of each position, in centimen for White."""
    for number in range(len(positions)):
        men, kings = positions[number, 0], positions[number, 1]
        black_men, black_kings = positions[number, 2], positions[number, 3]
        if positions[number, 4] == ONE:
            values[number] = evaluate(ws, men, kings, black_men, black_kings, ONE)
        else:
            values[number] = -evaluate(ws, black_men, black_kings, men, kings, positions[number, 4])


@compiled
def loss_and_gradient(
    weights, positions, chances, apart, counts, entries, phases, shared, squares
):  # fmt: skip
    """(the summed cross entropy, its gradient): rows of early and late.

    ``weights``, in logits, are those of the terms, of men and kings by square, of patterns, and one
    for what cannot weigh. ``apart`` is what each position is worth besides, in logits.
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
        total = apart[number]
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


@compiled
def list_pairs(ws, positions, starts, places, begun, lates):
    """For each position its pairs, from ``starts`` on in ``places``; what it is worth without
    them, in centimen to the side to move; and how late in the game it is."""
    used = 0
    pieces = np.zeros((4, PAIR_SQUARES), dtype=np.int64)
    counts = np.zeros(4, dtype=np.int64)
    for number in range(len(positions)):
        is_white = positions[number, 4] == ONE
        sets = (
            (positions[number, 0], positions[number, 1], positions[number, 2], positions[number, 3])
            if is_white
            else (
                positions[number, 2], positions[number, 3],
                positions[number, 0], positions[number, 1],
            )
        )  # fmt: skip
        begun[number] = evaluate(ws, sets[0], sets[1], sets[2], sets[3], positions[number, 4])
        phase = phase_of(ws, sets[0] | sets[1] | sets[2] | sets[3])
        lates[number] = 1.0 - phase / 65536.0
        for kind in range(4):
            held = sets[kind]
            counts[kind] = 0
            while held != ZERO:
                bit = signed(lowest(held))
                held &= held - ONE
                square = bit - bit // 9
                pieces[kind, counts[kind]] = square if is_white else PAIR_SQUARES - 1 - square
                counts[kind] += 1
        # (table, first kind, second kind), as the evaluation adds them up.
        for table, first, second in (
            (0, 1, 1), (1, 1, 0), (2, 1, 3), (3, 1, 2), (4, 3, 3), (5, 3, 2), (6, 3, 0),
            (7, 0, 0), (8, 2, 2), (9, 0, 2),
        ):  # fmt: skip
            for one in range(counts[first]):
                for other in range(counts[second]):
                    line, along = pieces[first, one], pieces[second, other]
                    if first == second and along < line:
                        continue
                    if used < places.size:
                        places[used] = table * PAIRS_OF_SQUARES + line * PAIR_SQUARES + along
                        used += 1
        starts[number + 1] = used


@compiled
def pairs_loss_and_gradient(weights, chances, begun, lates, starts, places):
    """(the summed cross entropy, its gradient); ``begun`` in logits."""
    gradient = np.zeros_like(weights)
    loss = 0.0
    for number in range(len(chances)):
        total = 0.0
        for at in range(starts[number], starts[number + 1]):
            total += weights[places[at]]
        chance = 1.0 / (1.0 + math.exp(-begun[number] - total * lates[number]))
        held = min(max(chance, 1e-9), 1.0 - 1e-9)
        loss -= chances[number] * math.log(held) + (1.0 - chances[number]) * math.log(1.0 - held)
        wrong = (chance - chances[number]) * lates[number]
        for at in range(starts[number], starts[number + 1]):
            gradient[places[at]] += wrong
    return loss, gradient
