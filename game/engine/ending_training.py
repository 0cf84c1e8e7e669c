"""Fitting the weights of pairs of pieces to self-play endings of a family.

Games from the start are of little use for that: most of their endings look level to the search,
which gives them up as drawn. Here level endings are played on until the endgame tables decide.
Imported only by ``manage.py fit --endings``: it imports the compiler.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from game.engine.convert import Codec, codec_of
from game.engine.endgames import tables_of
from game.engine.kernel.contest import (
    Records,
    game_records,
    match,
    new_player,
    piece_counts,
    position_after,
    random_openings,
    search_value,
)
from game.engine.kernel.deepen import PackedPosition
from game.engine.kernel.fitting import sample
from game.engine.kernel.pairing import fit_pairs
from game.engine.kernel.perft import moves_of
from game.engine.kernel.workspace import Workspace
from game.engine.training import (
    MAX_OPENING_PLIES,
    MIN_OPENING_PLIES,
    SCALE,
    families,
    new_player_with_tables,
)
from game.engine.weights import Weights, format_weights, provenance, weights_of

METHOD = (
    "logistic regression by gradient descent (Adam) on positions, in which the side to "
    "move has no capture, of level endings played on until the endgame tables or the rules know "
    "the result; the aim is share_of_result times the result plus the rest times the chance that "
    "the search's value stands for; what the evaluation says without pairs is left as it is"
)
SHARE_OF_RESULT = 0.5
"""1 played worse (English, 3,000 nodes, 400 games: Elo -21, 95 % -38 to -4)."""
MIN_PIECES, MAX_PIECES = 7, 13
LEVEL_MARGIN, START_MARGIN = 70, 150
"""Centimen within which an ending counts as level when it is picked, and when it is played."""
PATIENCE = 60
"""King moves without a capture after which a level game is drawn."""
QUICK_NODES = 100
"""Nodes a move on the way to an ending."""
RANDOM_SHARE = 0.25
"""The share of endings with pieces placed at random instead of reached by play."""
MATCH_OPENINGS, MATCH_PLIES = 150, 6


@dataclass(frozen=True)
class EndingPlan:
    """The settings of a fit of pairs."""

    family: str
    games: int
    """Per round."""
    nodes: int
    """Per move of an ending."""
    rounds: int
    seed: int


def has_tables(family: str) -> bool:
    """Return whether endgame tables can adjudicate endings of a family."""
    return tables_of(_codec_of(family).variant.moves_key) is not None


def train_endings(plan: EndingPlan, report: Callable[[str], None]) -> str:
    """Run a fit of pairs and return the text of the family's file; deterministic."""
    rng = random.Random(plan.seed)
    codec = _codec_of(plan.family)
    weights = weights_of(codec.variant)
    games: list[tuple[int, Records]] = []
    results = []
    for number in range(1, plan.rounds + 1):
        report(f"round {number} of {plan.rounds}: {plan.games} endings")
        games += islice(_endings(codec, weights, plan.nodes, rng), plan.games)
        training_set = sample(games[-2 * plan.games :], SHARE_OF_RESULT, SCALE)
        report(f"{len(training_set.targets)} positions")
        before = weights
        plain = new_player(codec, replace(weights, pairs=b""))
        weights = replace(weights, pairs=fit_pairs(plain, training_set, scale=SCALE, report=report))
        new, old = new_player_with_tables(codec, weights), new_player_with_tables(codec, before)
        openings = random_openings(
            new, codec.encode_position(codec.variant.start), MATCH_PLIES, rng
        )
        pairs = islice(openings, min(MATCH_OPENINGS, plan.games // 10))
        results.append(
            f"round {number}, {codec.variant.key}: "
            f"{match(new, old, pairs, (plan.nodes, plan.nodes), PATIENCE)}"
        )
        report(f"against the weights before, {results[-1]}")
    return format_weights(weights, provenance(plan.family) | {"pairs": _provenance(plan, results)})


def _codec_of(family: str) -> Codec:
    return codec_of(families()[family][0])


def _endings(
    codec: Codec, weights: Weights, nodes: int, rng: random.Random
) -> Iterator[tuple[int, Records]]:
    """Yield endings played on from level positions; never ends."""
    quick, workspace = new_player(codec, weights), new_player_with_tables(codec, weights)
    while True:
        if rng.random() < RANDOM_SHARE:
            position: PackedPosition | None = _random_ending(codec, rng)
        else:
            position = _ending_from_play(codec, quick, rng)
        if position is None or not moves_of(workspace, position):
            continue
        found = game_records(workspace, workspace, position, nodes, nodes, PATIENCE)
        if len(found[1]) and abs(search_value(found[1][0])) <= START_MARGIN:
            yield found


def _ending_from_play(codec: Codec, quick: Workspace, rng: random.Random) -> PackedPosition | None:
    """Pick a level ending of a quick game, early ones first; disturb half of them a little."""
    plies = rng.randint(MIN_OPENING_PLIES, MAX_OPENING_PLIES)
    opening = next(random_openings(quick, codec.encode_position(codec.variant.start), plies, rng))
    _, records = game_records(quick, quick, opening, QUICK_NODES, QUICK_NODES, PATIENCE)
    level = [
        row
        for row, pieces in zip(records, piece_counts(records), strict=True)
        if MIN_PIECES <= pieces <= MAX_PIECES and abs(search_value(row)) < LEVEL_MARGIN
    ]
    if not level:
        return None
    men, kings, black_men, black_kings, side = map(
        int, level[int(rng.random() ** 2 * len(level))][:5]
    )
    position = (men, kings, black_men, black_kings, 1)
    if not side:
        position = (black_men, black_kings, men, kings, 0)
    if rng.random() < 0.5:
        for _ in range(rng.randint(1, 2)):
            listed = moves_of(quick, position)
            if listed:
                position = position_after(position, *rng.choice(listed))
    return position


def _random_ending(codec: Codec, rng: random.Random) -> PackedPosition:
    """Place six to eleven pieces at random, including kings, level or one piece apart."""
    squares = sorted(codec.bits[1:])
    pieces = rng.randint(6, 11)
    ours = rng.choice((pieces // 2, pieces - pieces // 2))
    theirs = pieces - ours
    our_kings = rng.randint(1, min(4, ours))
    their_kings = min(our_kings, theirs) if rng.random() < 0.6 else rng.randint(0, min(4, theirs))
    rng.shuffle(squares)
    left = iter(squares)
    kings = sum(1 << next(left) for _ in range(our_kings))
    other_kings = sum(1 << next(left) for _ in range(their_kings))
    rest = list(left)
    row = codec.variant.board.columns // 2
    first, last = sorted(codec.bits[1:])[:row], sorted(codec.bits[1:])[-row:]
    # No man stands on its crownhead. White moves up, so its crownhead comes first.
    men = sum(1 << square for square in [at for at in rest if at not in first][: ours - our_kings])
    free = [at for at in rest if at not in last and not men >> at & 1]
    other_men = sum(1 << square for square in free[: theirs - their_kings])
    if rng.random() < 0.5:
        return men, kings, other_men, other_kings, 1
    return other_men, other_kings, men, kings, 0


def _provenance(plan: EndingPlan, results: list[str]) -> dict[str, Any]:
    return {
        "method": METHOD,
        "share_of_result": SHARE_OF_RESULT,
        "centimen_a_logit": SCALE,
        "games_a_round": plan.games,
        "nodes_a_move": plan.nodes,
        "rounds": plan.rounds,
        "seed": plan.seed,
        "matches": results,
    }
