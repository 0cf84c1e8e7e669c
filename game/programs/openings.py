"""Opening positions for matches: official ballots, or random ones that a search finds balanced."""

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
"""The kinds of openings that are drawn in a rule set's own tournaments, by its key."""

PLIES = 4
"""How many random moves a ``random`` opening has."""
MAX_IMBALANCE = 50
"""The most that an opening may be worth to either side, in centimen."""
_BALANCE_CHECK = Limit(depth=9, nodes=40_000)
BLACK_REMOVABLE, WHITE_REMOVABLE = range(5, 13), range(21, 29)
"""The men that may be removed, one for each side, in an eleven-man ballot."""


@dataclass(frozen=True)
class Opening:
    """A game after a few moves, and what to call it."""

    name: str
    game: Game


@cache
def deck() -> tuple[Opening, ...]:
    """Return the 156 three-move ballots of English checkers, by official number."""
    return tuple(
        Opening(f"{ballot.number} {ballot.moves}", ballot.game) for ballot in ballots().values()
    )


def openings(kind: str, variant: Variant, seed: int) -> Iterator[Opening]:
    """Yield openings of a kind without end; none repeats while there are others.

    ``ballots`` shuffles the deck with the seed; ``eleven-man`` and ``random`` make openings up.
    ValueError if the variant has no openings of that kind.
    """
    rng = random.Random(seed)
    if kind != RANDOM and kind not in OFFICIAL.get(variant.key, ()):
        raise ValueError(f"{variant.name} has no {kind} openings: use {RANDOM}")
    if kind == BALLOTS:
        return _ballots(rng)
    return _balanced(kind, variant, rng)


def _ballots(rng: random.Random) -> Iterator[Opening]:
    while True:
        yield from rng.sample(deck(), len(deck()))


def _balanced(kind: str, variant: Variant, rng: random.Random) -> Iterator[Opening]:
    seen: set[Position] = set()
    while True:
        game, name = _eleven_man_start(rng) if kind == ELEVEN_MAN else (Game(variant), "")
        for _ in range(2 if kind == ELEVEN_MAN else PLIES):
            if game.outcome is None:
                game = game.play(rng.choice(game.legal_moves))
        if game.position not in seen and _is_balanced(game):
            seen.add(game.position)
            yield Opening(" ".join([name, *map(str, game.moves)]).strip(), game)


def _eleven_man_start(rng: random.Random) -> tuple[Game, str]:
    variant = VARIANTS["english"]
    black, white = rng.choice(BLACK_REMOVABLE), rng.choice(WHITE_REMOVABLE)
    start = variant.start._replace(
        black_men=variant.start.black_men & ~bit(black),
        white_men=variant.start.white_men & ~bit(white),
    )
    return Game(variant, start), f"without {black} and {white}:"


def _is_balanced(game: Game) -> bool:
    """Return whether neither side is ahead, nor about to win material."""
    if game.outcome is not None:
        return False
    try:
        found = evaluate(game.position, game.variant, _BALANCE_CHECK)
    except OutOfTime:
        return False
    return abs(found.score) <= MAX_IMBALANCE
