"""Games from positions in the endgame tables, to see whether the engine makes a mistake."""

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

MAX_PLIES = 250
"""After this many plies a drawn game is as good as over."""


@dataclass(frozen=True)
class Mistake:
    """A game that did not end as it should have."""

    start: str
    moves: str
    what: str


def table_positions(
    engine: CompiledSearch, variant: Variant, result: int, seed: int
) -> Iterator[Position]:
    """Yield random positions of the tables with this result for the side to move; never ends."""
    rng = random.Random(seed)
    tables = files.tables_of(variant.key)
    assert tables is not None
    balances = [balance for balance, _, _ in tables.label.slices()]
    # Every number of pieces occurs; within one every position is equally likely.
    weights = [size_of(at) / 20 ** sum(at) for at in balances]
    while True:
        (balance,) = rng.choices(balances, weights)
        position = random_position(balance, variant, rng)
        ending = engine.probe(position, variant)
        if ending is not None and ending.result == result and legal_moves(position, variant):
            yield position


def play_out(
    engine: CompiledSearch, variant: Variant, start: Position, limit: Limit, seed: int
) -> Mistake | None:
    """Let the engine play ``start`` to the end, with tables, against the toughest defence.

    It must win won positions and not lose drawn ones, by the rules of the game with its draw
    counters. The opponent plays the longest defence by the tables, else the move of a search
    without tables.
    """
    ending = engine.probe(start, variant)
    assert ending is not None
    engine_side = start.side
    rng = random.Random(seed)
    game = Game(variant, start)
    engine.forget()
    while game.outcome is None and game.ply < MAX_PLIES:
        if game.position.side is engine_side:
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
                return mistake(game, f"the tables say {after}, the search said {found.score}")
        else:
            game = game.play(toughest_defence(engine, game, limit, rng))
    winner = game.outcome.winner if game.outcome is not None else None
    if ending.result == 1 and winner is not engine_side:
        return mistake(game, f"not won but {game.outcome}")
    if ending.result == 0 and winner is engine_side.other:
        return mistake(game, "lost")
    return None


def toughest_defence(engine: CompiledSearch, game: Game, limit: Limit, rng: random.Random) -> Move:
    """Return the move that makes it hardest: one that does not lose, else the longest defence."""
    best: list[Move] = []
    highest = -1000
    for move in game.legal_moves:
        after = engine.probe(game.position.after(move), game.variant)
        assert after is not None
        plies = after.plies if after.plies is not None else 200
        value = 0 if after.result == 0 else -after.result * (500 - plies)
        if value >= highest:
            best = [*best, move] if value == highest else [move]
            highest = value
    if len(best) > 1:
        hard = engine.search(
            game.position,
            game.variant,
            limit,
            earlier=game.earlier_positions,
            counts=game.counts,
        ).move
        return hard if hard in best else rng.choice(best)
    return best[0]


def mistake(game: Game, what: str) -> Mistake:
    """Return a mistake, with the game that led to it."""
    return Mistake(format_fen(game.start, game.variant), " ".join(map(str, game.moves)), what)
