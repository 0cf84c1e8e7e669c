"""Positions to begin the games of a match from: known ones, or balanced by a short search."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from game.engine import Limit, OutOfTime
from game.engine.analysis import evaluate
from game.notation.ballots import ballots
from game.rules import VARIANTS, Game, Position, Variant
from game.rules.geometry import bit

BALLOTS, ELEVEN_MAN, RANDOM = "ballots", "eleven-man", "random"
KINDS = (BALLOTS, ELEVEN_MAN, RANDOM)
OFFICIAL = {"english": (BALLOTS, ELEVEN_MAN)}
"""By rule set: openings that its players draw by lot."""

PLIES = 4
"""Random moves of a ``random`` opening."""
EVEN_WITHIN = 50
"""Centimen that a made opening may be worth to either side."""
_LOOK = Limit(depth=9, nodes=40_000)
BLACK_LOSES, WHITE_LOSES = range(5, 13), range(21, 29)
"""The men of which an eleven-man ballot takes one from each side."""


@dataclass(frozen=True)
class Opening:
    """A game a few moves old."""

    name: str
    game: Game


@cache
def deck() -> tuple[Opening, ...]:
    """The 156 three-move openings of English checkers that are played, by official number."""
    return tuple(
        Opening(f"{ballot.number} {ballot.moves}", ballot.game) for ballot in ballots().values()
    )


def openings(kind: str, variant: Variant, seed: int) -> Iterator[Opening]:
    """Openings of a kind, without end and each different as long as that goes.

    Ballots are those of the deck in an order that the seed gives, ``eleven-man`` and ``random``
    ones are made. ValueError where a kind does not fit the rules.
    """
    chance = random.Random(seed)
    if kind != RANDOM and kind not in OFFICIAL.get(variant.key, ()):
        raise ValueError(f"{variant.name} has no {kind} openings: use {RANDOM}")
    if kind == BALLOTS:
        return _ballots(chance)
    return _balanced(kind, variant, chance)


def _ballots(chance: random.Random) -> Iterator[Opening]:
    while True:
        yield from chance.sample(deck(), len(deck()))


def _balanced(kind: str, variant: Variant, chance: random.Random) -> Iterator[Opening]:
    seen: set[Position] = set()
    while True:
        game, name = _eleven_men(chance) if kind == ELEVEN_MAN else (Game(variant), "")
        for _ in range(2 if kind == ELEVEN_MAN else PLIES):
            if game.outcome is None:
                game = game.play(chance.choice(game.legal_moves))
        if game.position not in seen and _is_even(game):
            seen.add(game.position)
            yield Opening(" ".join([name, *map(str, game.moves)]).strip(), game)


def _eleven_men(chance: random.Random) -> tuple[Game, str]:
    variant = VARIANTS["english"]
    black, white = chance.choice(BLACK_LOSES), chance.choice(WHITE_LOSES)
    start = variant.start._replace(
        black_men=variant.start.black_men & ~bit(black),
        white_men=variant.start.white_men & ~bit(white),
    )
    return Game(variant, start), f"without {black} and {white}:"


def _is_even(game: Game) -> bool:
    """Whether neither side is ahead, nor about to take more than it gives."""
    if game.outcome is not None:
        return False
    try:
        found = evaluate(game.position, game.variant, _LOOK)
    except OutOfTime:
        return False
    return abs(found.score) <= EVEN_WITHIN
