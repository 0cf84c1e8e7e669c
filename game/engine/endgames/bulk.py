"""Benchmark of table probes. Imported by ``manage.py bench``: it imports the compiler."""

from __future__ import annotations

import random
import time

from game.engine.convert import codec_of
from game.engine.endgames.files import tables_of
from game.engine.endgames.making import workspace_for
from game.engine.kernel.balances import Balance
from game.engine.kernel.endings import flatten_positions, new_array
from game.engine.kernel.probe import probe_many
from game.engine.kernel.workspace import address_of, write_words
from game.rules import Position, Side, Variant

POSITIONS = 200_000


def nanoseconds_per_probe(variant: Variant, rng: random.Random) -> float | None:
    """Return the nanoseconds per probe over many random positions; None without tables."""
    tables = tables_of(variant.key)
    if tables is None:
        return None
    workspace = workspace_for(variant)
    write_words(workspace, tables.words(address_of(tables.memory)))
    slices = [balance for balance, _, _ in tables.label.slices()]
    # Nearly all positions have the most pieces; those are the ones a search probes.
    largest = [balance for balance in slices if sum(balance) == tables.label.results]
    encode_position = codec_of(variant.key).encode_position
    positions = flatten_positions(
        [
            encode_position(random_position(rng.choice(largest), variant, rng))
            for _ in range(POSITIONS)
        ]
    )
    found = new_array(POSITIONS)
    probe_many(workspace, positions, found)
    start = time.process_time()
    probe_many(workspace, positions, found)
    return (time.process_time() - start) / POSITIONS * 1e9


def random_position(balance: Balance, variant: Variant, rng: random.Random) -> Position:
    """Return a position with that balance, every legal placement being equally likely."""
    side = rng.choice(list(Side))
    while True:
        squares = rng.sample(range(variant.board.size), sum(balance))
        men, kings, opp_men, opp_kings = (
            sum(1 << squares.pop() for _ in range(number)) for number in balance
        )
        crowned = men & variant.crownheads[side] | opp_men & variant.crownheads[side.other]
        if not crowned:
            break
    if side is Side.BLACK:
        return Position(men, kings, opp_men, opp_kings, side)
    return Position(opp_men, opp_kings, men, kings, side)
