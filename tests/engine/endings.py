"""Games from positions of the endgame tables, to see whether anything is let slip."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from game.engine.compiled_search import CompiledSearch
from game.engine.endgames import files
from game.engine.endgames.bulk import random_position
from game.engine.kernel.balances import size_of
from game.engine.limits import Limit
from game.notation import format_fen
from game.rules import Game, Move, Position, Variant, legal_moves

LONGEST_GAME = 250
"""Plies; after so many a drawn game is as good as over."""


@dataclass(frozen=True)
class Slip:
    """A game that did not end as it should have."""

    start: str
    moves: str
    what: str


def table_positions(
    engine: CompiledSearch, variant: Variant, result: int, seed: int
) -> Iterator[Position]:
    """Random positions of the tables with that result for the side to move, without end."""
    chance = random.Random(seed)
    tables = files.tables_of(variant.key)
    assert tables is not None
    balances = [balance for balance, _, _ in tables.label.slices()]
    # Every number of pieces is met, and within it every position is as likely.
    weights = [size_of(at) / 20 ** sum(at) for at in balances]
    while True:
        (balance,) = chance.choices(balances, weights)
        position = random_position(balance, variant, chance)
        ending = engine.probe(position, variant)
        if ending is not None and ending.result == result and legal_moves(position, variant):
            yield position


def play_out(
    engine: CompiledSearch, variant: Variant, start: Position, limit: Limit, seed: int
) -> Slip | None:
    """Let the engine play ``start`` to the end, by the tables, against the hardest resistance.

    From a won position it must win and from a drawn one it must not lose, by the rules of the game
    with its draw counters. The opponent plays the longest defence that the tables know, else what a
    search without tables finds.
    """
    ending = engine.probe(start, variant)
    assert ending is not None
    me = start.side
    chance = random.Random(seed)
    game = Game(variant, start)
    engine.forget()
    while game.outcome is None and game.ply < LONGEST_GAME:
        if game.position.side is me:
            found = engine.search(
                game.position,
                variant,
                limit,
                earlier=game.earlier_positions,
                counts=game.counts,
                tables=True,
            )
            game = game.play(found.move)
            after = engine.probe(game.position, variant)
            if game.outcome is None and after is not None and -after.result < ending.result:
                return slip(game, f"the tables say {after}, the search said {found.score}")
        else:
            game = game.play(resistance(engine, game, limit, chance))
    winner = game.outcome.winner if game.outcome is not None else None
    if ending.result == 1 and winner is not me:
        return slip(game, f"not won but {game.outcome}")
    if ending.result == 0 and winner is me.other:
        return slip(game, "lost")
    return None


def resistance(engine: CompiledSearch, game: Game, limit: Limit, chance: random.Random) -> Move:
    """What makes it hardest: no loss if there is a choice, else the longest."""
    best: list[Move] = []
    most = -1000
    for move in game.legal_moves:
        after = engine.probe(game.position.after(move), game.variant)
        assert after is not None
        plies = after.plies if after.plies is not None else 200
        worth = 0 if after.result == 0 else -after.result * (500 - plies)
        if worth >= most:
            best = [*best, move] if worth == most else [move]
            most = worth
    if len(best) > 1:
        hard = engine.search(
            game.position,
            game.variant,
            limit,
            earlier=game.earlier_positions,
            counts=game.counts,
        ).move
        return hard if hard in best else chance.choice(best)
    return best[0]


def slip(game: Game, what: str) -> Slip:
    """A slip, with the game that led to it."""
    return Slip(format_fen(game.start, game.variant), " ".join(map(str, game.moves)), what)
