"""How long the tables take to answer. Imported by ``manage.py bench``: it brings the compiler."""

from __future__ import annotations

import random
import time

from game.engine.convert import bridge
from game.engine.endgames.files import tables_of
from game.engine.endgames.making import workspace_for
from game.engine.kernel.balances import Balance
from game.engine.kernel.endings import new_words, positions_as_words
from game.engine.kernel.probe import ask_all
from game.engine.kernel.workspace import address_of, fill
from game.rules import Position, Side, Variant

POSITIONS = 200_000


def nanoseconds_each(variant: Variant, chance: random.Random) -> float | None:
    """How long the tables of a game take for one of many random positions; None without tables."""
    tables = tables_of(variant.key)
    if tables is None:
        return None
    workspace = workspace_for(variant)
    fill(workspace, tables.words(address_of(tables.memory)))
    slices = [balance for balance, _, _ in tables.label.slices()]
    # Nearly all positions have the most pieces there are; those are what a search asks about.
    largest = [balance for balance in slices if sum(balance) == tables.label.results]
    words_of = bridge(variant.key).words_of
    positions = positions_as_words(
        [
            words_of(random_position(chance.choice(largest), variant, chance))
            for _ in range(POSITIONS)
        ]
    )
    found = new_words(POSITIONS)
    ask_all(workspace, positions, found)
    began = time.process_time()
    ask_all(workspace, positions, found)
    return (time.process_time() - began) / POSITIONS * 1e9


def random_position(balance: Balance, variant: Variant, chance: random.Random) -> Position:
    """A position with that balance, any legal placement as likely as any other."""
    side = chance.choice(list(Side))
    while True:
        squares = chance.sample(range(variant.board.size), sum(balance))
        men, kings, opp_men, opp_kings = (
            sum(1 << squares.pop() for _ in range(number)) for number in balance
        )
        crowned = men & variant.crownheads[side] | opp_men & variant.crownheads[side.other]
        if not crowned:
            break
    if side is Side.BLACK:
        return Position(men, kings, opp_men, opp_kings, side)
    return Position(opp_men, opp_kings, men, kings, side)
