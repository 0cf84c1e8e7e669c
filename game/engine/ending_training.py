"""Weights of pairs of pieces out of endings that a family plays against itself.

Games from the start are of little use for that: most endings in them are level to the search,
which gives them up as drawn. Here level endings are played on until the endgame tables know.
Imported only by ``manage.py fit --endings``: it brings the compiler.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from game.engine.convert import Bridge, bridge
from game.engine.endgames import tables_of
from game.engine.kernel.contest import (
    Records,
    after,
    game_records,
    match,
    piece_counts,
    random_openings,
    seat,
    seen_value,
)
from game.engine.kernel.deepen import Words
from game.engine.kernel.fitting import sample
from game.engine.kernel.pairing import fit_pairs
from game.engine.kernel.perft import moves_of
from game.engine.kernel.workspace import Workspace
from game.engine.training import (
    FEWEST_PLIES,
    MOST_PLIES,
    SCALE,
    families,
    seat_with_tables,
)
from game.engine.weights import Weights, format_weights, how_found, weights_of

METHOD = (
    "logistic regression by gradient descent (Adam) on positions, in which the side to "
    "move has no capture, of level endings played on until the endgame tables or the rules know "
    "the result; the aim is share_of_result times the result plus the rest times the chance that "
    "the search's value stands for; what the evaluation says without pairs is left as it is"
)
SHARE_OF_RESULT = 0.5
"""1 played worse (English, 3,000 nodes, 400 games: Elo -21, 95 % -38 to -4)."""
FEWEST_PIECES, MOST_PIECES = 7, 13
LEVEL, STILL_LEVEL = 70, 150
"""Centimen within which an ending is level as it is picked, and as it is played on from."""
PATIENCE = 60
"""King moves without capture after which a level game is drawn."""
QUICK_NODES = 100
"""That moves on the way to an ending are searched to."""
PLACED = 0.25
"""The share of endings that are not played to: their pieces are put anywhere."""
MATCH_OPENINGS, MATCH_PLIES = 150, 6


@dataclass(frozen=True)
class EndingPlan:
    """What a fit of pairs is to do."""

    family: str
    games: int
    """In each round."""
    nodes: int
    """That each move of the endings is searched to."""
    rounds: int
    seed: int


def has_tables(family: str) -> bool:
    """Whether endings of a family can be judged by endgame tables."""
    return tables_of(_view(family).variant.moves_as) is not None


def train_endings(plan: EndingPlan, say: Callable[[str], None]) -> str:
    """Carry out a plan; the text of the family's file. The same plan gives the same text."""
    chance = random.Random(plan.seed)
    view = _view(plan.family)
    weights = weights_of(view.variant)
    games: list[tuple[int, Records]] = []
    gains = []
    for number in range(1, plan.rounds + 1):
        say(f"round {number} of {plan.rounds}: {plan.games} endings")
        games += islice(_endings(view, weights, plan.nodes, chance), plan.games)
        learnt = sample(games[-2 * plan.games :], SHARE_OF_RESULT, SCALE)
        say(f"{len(learnt.chances)} positions")
        before = weights
        plain = seat(view, replace(weights, pairs=b""))
        weights = replace(weights, pairs=fit_pairs(plain, learnt, scale=SCALE, say=say))
        now, then = seat_with_tables(view, weights), seat_with_tables(view, before)
        openings = random_openings(now, view.words_of(view.variant.start), MATCH_PLIES, chance)
        pairs = islice(openings, min(MATCH_OPENINGS, plan.games // 10))
        gains.append(
            f"round {number}, {view.variant.key}: "
            f"{match(now, then, pairs, (plan.nodes, plan.nodes), PATIENCE)}"
        )
        say(f"against the weights before, {gains[-1]}")
    return format_weights(weights, how_found(plan.family) | {"pairs": _how(plan, gains)})


def _view(family: str) -> Bridge:
    return bridge(families()[family][0])


def _endings(
    view: Bridge, weights: Weights, nodes: int, chance: random.Random
) -> Iterator[tuple[int, Records]]:
    """Endings played on from level positions, without end."""
    quick, workspace = seat(view, weights), seat_with_tables(view, weights)
    while True:
        if chance.random() < PLACED:
            position: Words | None = _placed(view, chance)
        else:
            position = _played_to(view, quick, chance)
        if position is None or not moves_of(workspace, position):
            continue
        found = game_records(workspace, workspace, position, nodes, nodes, PATIENCE)
        if len(found[1]) and abs(seen_value(found[1][0])) <= STILL_LEVEL:
            yield found


def _played_to(view: Bridge, quick: Workspace, chance: random.Random) -> Words | None:
    """A level ending of a quick game, sooner rather than later, half of the time a little off."""
    plies = chance.randint(FEWEST_PLIES, MOST_PLIES)
    opening = next(random_openings(quick, view.words_of(view.variant.start), plies, chance))
    _, records = game_records(quick, quick, opening, QUICK_NODES, QUICK_NODES, PATIENCE)
    level = [
        row
        for row, pieces in zip(records, piece_counts(records), strict=True)
        if FEWEST_PIECES <= pieces <= MOST_PIECES and abs(seen_value(row)) < LEVEL
    ]
    if not level:
        return None
    men, kings, black_men, black_kings, side = map(
        int, level[int(chance.random() ** 2 * len(level))][:5]
    )
    position = (men, kings, black_men, black_kings, 1)
    if not side:
        position = (black_men, black_kings, men, kings, 0)
    if chance.random() < 0.5:
        for _ in range(chance.randint(1, 2)):
            listed = moves_of(quick, position)
            if listed:
                position = after(position, *chance.choice(listed))
    return position


def _placed(view: Bridge, chance: random.Random) -> Words:
    """Six to eleven pieces anywhere, as many or one more on one side, with kings."""
    squares = sorted(view.bits[1:])
    pieces = chance.randint(6, 11)
    ours = chance.choice((pieces // 2, pieces - pieces // 2))
    theirs = pieces - ours
    our_kings = chance.randint(1, min(4, ours))
    their_kings = (
        min(our_kings, theirs) if chance.random() < 0.6 else chance.randint(0, min(4, theirs))
    )
    chance.shuffle(squares)
    left = iter(squares)
    kings = sum(1 << next(left) for _ in range(our_kings))
    other_kings = sum(1 << next(left) for _ in range(their_kings))
    rest = list(left)
    row = view.variant.board.columns // 2
    first, last = sorted(view.bits[1:])[:row], sorted(view.bits[1:])[-row:]
    # A man on its crownhead is none. White goes up, so its crownhead comes first.
    men = sum(1 << square for square in [at for at in rest if at not in first][: ours - our_kings])
    free = [at for at in rest if at not in last and not men >> at & 1]
    other_men = sum(1 << square for square in free[: theirs - their_kings])
    if chance.random() < 0.5:
        return men, kings, other_men, other_kings, 1
    return other_men, other_kings, men, kings, 0


def _how(plan: EndingPlan, gains: list[str]) -> dict[str, Any]:
    return {
        "method": METHOD,
        "share_of_result": SHARE_OF_RESULT,
        "centimen_a_logit": SCALE,
        "games_a_round": plan.games,
        "nodes_a_move": plan.nodes,
        "rounds": plan.rounds,
        "seed": plan.seed,
        "matches": gains,
    }
