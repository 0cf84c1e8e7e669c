"""Positions to search: from random games and endings with kings, the same in every run."""

from __future__ import annotations

import random
from collections.abc import Iterator

from game.notation import parse_fen
from game.rules import VARIANTS, Game, Position, Side, Variant, legal_moves

LONG_THINK = parse_fen(
    "B:WK2,K3,K4,K8,K9,K10,K19,K20,K23,K25,K27,K29:BK6,K11,K12,K14,K15,K18,K21,K22,K24,K26,K28,K30",
    VARIANTS["brazilian"],
)
"""Twelve flying kings a side: a search of one ply plus captures takes several seconds."""


def midgame_positions(variant: Variant, seed: int) -> Iterator[Position]:
    """Yield positions with a choice of moves, 8 to 49 random plies into a game; never ends."""
    rng = random.Random(seed)
    while True:
        game = Game(variant)
        for _ in range(rng.randrange(8, 50)):
            if game.outcome is not None:
                break
            game = game.play(rng.choice(game.legal_moves))
        if game.outcome is None and len(game.legal_moves) > 1:
            yield game.position


def endings_with_kings(variant: Variant, seed: int) -> Iterator[Position]:
    """Yield positions with a choice of moves, 2 to 5 kings and up to 6 men a side; never ends."""
    rng = random.Random(seed)
    while True:
        squares = rng.sample(range(variant.board.size), variant.board.size)
        men, kings = [0, 0], [0, 0]
        for side in Side:
            for _ in range(rng.randint(2, 5)):
                kings[side] |= 1 << squares.pop()
            for _ in range(rng.randint(0, 6)):
                men[side] |= 1 << squares.pop() & ~variant.crownheads[side]
        position = Position(
            men[Side.BLACK],
            kings[Side.BLACK],
            men[Side.WHITE],
            kings[Side.WHITE],
            rng.choice(list(Side)),
        )
        if len(legal_moves(position, variant)) > 1:
            yield position
