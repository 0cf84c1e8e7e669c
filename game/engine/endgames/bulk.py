"""How long the tables take to answer. Imported by ``manage.py bench``: it brings the compiler."""

from __future__ import annotations

import random
import time

from game.engine.convert import bridge
from game.engine.endgames.files import tables_of
from game.engine.endgames.making import workspace_for
from game.engine.kernel.balances import Balance
from game.engine.kernel.endings import flatten_positions, new_array
from game.engine.kernel.probe import probe_many
from game.engine.kernel.workspace import address_of, write_words
from game.rules import Position, Side, Variant

POSITIONS = 200_000


def nanoseconds_each(variant: Variant, rng: random.Random) -> float | None:
    """How long the tables of a game take for one of many random positions; None without tables."""
    tables = tables_of(variant.key)
    if tables is None:
        return None
    workspace = workspace_for(variant)
    write_words(workspace, tables.words(address_of(tables.memory)))
    slices = [balance for balance, _, _ in tables.label.slices()]
    # Nearly all positions have the most pieces there are; those are what a search asks about.
    largest = [balance for balance in slices if sum(balance) == tables.label.results]
    encode_position = bridge(variant.key).encode_position
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
    """A position with that balance, any legal placement as likely as any other."""
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
