"""Fitting weights to self-play games of a family, round by round.

Each round plays with the weights of the last, is fitted to the games of the last two rounds, and
plays a match against the last weights. Imported only by ``manage.py fit``: it imports the compiler.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from game.engine.convert import Codec, codec_of, is_supported
from game.engine.endgames import tables_of
from game.engine.kernel.balances import binomials
from game.engine.kernel.contest import Records, game_records, match, new_player, random_openings
from game.engine.kernel.fitting import fit, sample
from game.engine.kernel.workspace import Workspace, address_of, attach_tables, write_words
from game.engine.weights import (
    Weights,
    default_weights,
    family_of,
    format_weights,
    provenance,
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
"""Results are true but noisy, scores the reverse; matches favoured this share."""
SCALE = 120.0
"""Centimen in a logit."""
MIN_OPENING_PLIES, MAX_OPENING_PLIES = 3, 10
"""Random moves at the start of a game, to see more than the best openings."""
PATIENCE = 24
"""King moves without a capture after which a level game is drawn."""
MATCH_PLIES, MATCH_OPENINGS = 6, 150
"""For the match after each round; a small fit plays a small match."""


@dataclass(frozen=True)
class Plan:
    """The settings of a fit."""

    family: str
    games: int
    """Per round, all variants of the family together."""
    nodes: int
    """Per move."""
    rounds: int
    seed: int
    with_patterns: bool = True
    """Whether the last round fits patterns of men; earlier rounds never do."""
    goes_on: bool = False
    """Whether to start from the family's fitted weights instead of the defaults."""


def families() -> dict[str, list[str]]:
    """Return the keys of the variants of each family that the engine supports."""
    found: dict[str, list[str]] = {}
    for key, variant in VARIANTS.items():
        if is_supported(variant):
            found.setdefault(family_of(variant), []).append(key)
    return found


def train(plan: Plan, report: Callable[[str], None]) -> str:
    """Run a fit and return the text of the family's file; deterministic."""
    rng = random.Random(plan.seed)
    codecs = [codec_of(key) for key in families()[plan.family]]
    weights = default_weights(codecs[0].variant)
    if plan.goes_on:
        weights = weights_of(codecs[0].variant)
    games: list[tuple[int, Records]] = []
    results = []
    for number in range(1, plan.rounds + 1):
        report(f"round {number} of {plan.rounds}: {plan.games} games")
        for codec in codecs:
            games += _games(codec, weights, plan.games // len(codecs), plan.nodes, rng)
        training_set = sample(games[-2 * plan.games :], SHARE_OF_RESULT, SCALE)
        report(f"{len(training_set.targets)} positions")
        before = weights
        weights = fit(
            new_player(codecs[0], before),
            codecs[0].variant.board.columns // 2,
            before,
            training_set,
            scale=SCALE,
            with_patterns=plan.with_patterns and number == plan.rounds,
            report=report,
        )
        for codec in codecs:
            result = _play_match(codec, weights, before, plan, rng)
            results.append(f"round {number}, {codec.variant.key}: {result}")
            report(f"against the weights before, {results[-1]}")
    return format_weights(weights, _provenance(plan, results))


def new_player_with_tables(codec: Codec, weights: Weights) -> Workspace:
    """Return a workspace that plays a variant with these weights and its endgame tables, if any."""
    workspace = new_player(codec, weights)
    tables = tables_of(codec.variant.moves_key)
    if tables is not None:
        write_words(workspace, binomials())
        attach_tables(workspace, tables.words(address_of(tables.memory)), tables.label.results)
    return workspace


def _games(
    codec: Codec, weights: Weights, number: int, nodes: int, rng: random.Random
) -> list[tuple[int, Records]]:
    workspace = new_player_with_tables(codec, weights)
    start = codec.encode_position(codec.variant.start)
    found = []
    for _ in range(number):
        plies = rng.randint(MIN_OPENING_PLIES, MAX_OPENING_PLIES)
        opening = next(random_openings(workspace, start, plies, rng))
        found.append(game_records(workspace, workspace, opening, nodes, nodes, PATIENCE))
    return found


def _play_match(
    codec: Codec, weights: Weights, before: Weights, plan: Plan, rng: random.Random
) -> str:
    new, old = new_player_with_tables(codec, weights), new_player_with_tables(codec, before)
    openings = random_openings(new, codec.encode_position(codec.variant.start), MATCH_PLIES, rng)
    number = min(MATCH_OPENINGS, plan.games // 10)
    return str(match(new, old, islice(openings, number), (plan.nodes, plan.nodes), PATIENCE))


def _provenance(plan: Plan, results: list[str]) -> dict[str, Any]:
    return {
        "method": METHOD,
        "share_of_result": SHARE_OF_RESULT,
        "centimen_a_logit": SCALE,
        "games_a_round": plan.games,
        "nodes_a_move": plan.nodes,
        "rounds": plan.rounds,
        "seed": plan.seed,
        "with_patterns": plan.with_patterns,
        "goes_on_from": provenance(plan.family) if plan.goes_on else None,
        "matches": results,
    }
