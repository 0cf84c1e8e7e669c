"""Weights for a family of games out of games it plays against itself, round by round.

Each round plays with the weights of the last, learns from all that came of it, and meets the last
in a match. Imported only by ``manage.py fit``: it brings the compiler.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from game.engine.convert import Bridge, bridge, is_supported
from game.engine.endgames import tables_of
from game.engine.kernel.balances import binomials
from game.engine.kernel.contest import Records, game_records, match, random_openings, seat
from game.engine.kernel.fitting import fit, sample
from game.engine.kernel.workspace import Workspace, address_of, fill, give_tables
from game.engine.weights import (
    Weights,
    family_of,
    format_weights,
    how_found,
    known_weights,
    weights_of,
)
from game.rules import VARIANTS

METHOD = (
    "logistic regression by gradient descent (Adam) on positions of games against itself, in which "
    "the side to move has no capture; the aim is share_of_result times the game's result plus the "
    "rest times the chance that the search's value stands for; games end where endgame tables know "
    "their result; what pairs of pieces are worth is left as it is"
)
SHARE_OF_RESULT = 0.3
"""Results are true and noisy, values the other way round; matches favoured this share."""
SCALE = 120.0
"""Centimen that make a logit."""
FEWEST_PLIES, MOST_PLIES = 3, 10
"""Random moves that games begin with, to see more than the best openings."""
PATIENCE = 24
"""King moves without capture after which a level game is drawn."""
MATCH_PLIES, MATCH_OPENINGS = 6, 150
"""Of the match after each round; a small fit plays a small match."""


@dataclass(frozen=True)
class Plan:
    """What a fit is to do."""

    family: str
    games: int
    """In each round, all variants of the family together."""
    nodes: int
    """That each move is searched to."""
    rounds: int
    seed: int
    with_patterns: bool = True
    """Whether the last round weighs how men stand together; those before never do."""
    goes_on: bool = False
    """Whether to begin with the family's fitted weights, not with what everybody knows."""


def families() -> dict[str, list[str]]:
    """The variants of each family that the engine plays, by key."""
    found: dict[str, list[str]] = {}
    for key, variant in VARIANTS.items():
        if is_supported(variant):
            found.setdefault(family_of(variant), []).append(key)
    return found


def train(plan: Plan, say: Callable[[str], None]) -> str:
    """Carry out a plan; the text of the family's file. The same plan gives the same text."""
    chance = random.Random(plan.seed)
    views = [bridge(key) for key in families()[plan.family]]
    weights = known_weights(views[0].variant)
    if plan.goes_on:
        weights = weights_of(views[0].variant)
    games: list[tuple[int, Records]] = []
    gains = []
    for number in range(1, plan.rounds + 1):
        say(f"round {number} of {plan.rounds}: {plan.games} games")
        for view in views:
            games += _games(view, weights, plan.games // len(views), plan.nodes, chance)
        learnt = sample(games[-2 * plan.games :], SHARE_OF_RESULT, SCALE)
        say(f"{len(learnt.chances)} positions")
        before = weights
        weights = fit(
            seat(views[0], before),
            views[0].variant.board.columns // 2,
            before,
            learnt,
            scale=SCALE,
            with_patterns=plan.with_patterns and number == plan.rounds,
            say=say,
        )
        for view in views:
            gain = _gain(view, weights, before, plan, chance)
            gains.append(f"round {number}, {view.variant.key}: {gain}")
            say(f"against the weights before, {gains[-1]}")
    return format_weights(weights, _how(plan, gains))


def seat_with_tables(view: Bridge, weights: Weights) -> Workspace:
    """A workspace that plays a variant by these weights and has its endgame tables, if any."""
    workspace = seat(view, weights)
    tables = tables_of(view.variant.moves_as)
    if tables is not None:
        fill(workspace, binomials())
        give_tables(workspace, tables.words(address_of(tables.memory)), tables.label.results)
    return workspace


def _games(
    view: Bridge, weights: Weights, number: int, nodes: int, chance: random.Random
) -> list[tuple[int, Records]]:
    workspace = seat_with_tables(view, weights)
    start = view.words_of(view.variant.start)
    found = []
    for _ in range(number):
        plies = chance.randint(FEWEST_PLIES, MOST_PLIES)
        opening = next(random_openings(workspace, start, plies, chance))
        found.append(game_records(workspace, workspace, opening, nodes, nodes, PATIENCE))
    return found


def _gain(
    view: Bridge, weights: Weights, before: Weights, plan: Plan, chance: random.Random
) -> str:
    now, then = seat_with_tables(view, weights), seat_with_tables(view, before)
    openings = random_openings(now, view.words_of(view.variant.start), MATCH_PLIES, chance)
    number = min(MATCH_OPENINGS, plan.games // 10)
    return str(match(now, then, islice(openings, number), (plan.nodes, plan.nodes), PATIENCE))


def _how(plan: Plan, gains: list[str]) -> dict[str, Any]:
    return {
        "method": METHOD,
        "share_of_result": SHARE_OF_RESULT,
        "centimen_a_logit": SCALE,
        "games_a_round": plan.games,
        "nodes_a_move": plan.nodes,
        "rounds": plan.rounds,
        "seed": plan.seed,
        "with_patterns": plan.with_patterns,
        "goes_on_from": how_found(plan.family) if plan.goes_on else None,
        "matches": gains,
    }
