"""The computer's turn: a search in the worker pool, or at least a legal move by the deadline.

The game goes on whatever happens to the pool. Nothing here is stored.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from game.engine import NoAnswer, SearchJob
from game.engine.job import quick_move
from game.engine.levels import LEVELS
from game.notation import format_fen
from game.play.computer.workers import answer
from game.rules import Game, Move

logger = logging.getLogger("crownhead")


ANSWERS_WITHIN = {key: level.budget_ms / 1000 for key, level in LEVELS.items()}
"""Maximum time from a person's move to the computer's reply, in seconds, by level."""

JUDGE = "medium"
"""The level that judges whether a draw is acceptable."""

EVEN = 20
"""Centimen up to which neither side is ahead."""

_MAX_PLIES = 10_000
"""Longer than any game, so that the random choices of different seeds never coincide."""


@dataclass(frozen=True)
class Reply:
    """The computer's move, and whether it is a fallback chosen without a search."""

    move: Move
    is_fallback: bool = False
    reason: str = ""
    """Why there was no search result; empty unless ``is_fallback``."""


def choose_reply(game: Game, level_key: str, seed: int, deadline: float, asker: str = "") -> Reply:
    """Return the computer's move at the given level in ``game``, which must have a legal move.

    Returns by ``deadline`` (``time.monotonic()`` seconds), however many requests there are. A
    forced move needs no search. A level with a fixed search depth always plays the same move in the
    same game with the same seed. If no search result arrives in time, the reply is the quick legal
    move, and the reason is logged. ``asker`` identifies the game for ``stop_thinking``.
    """
    if len(game.legal_moves) == 1:
        return Reply(game.legal_moves[0])
    job = SearchJob(
        variant=game.variant.key,
        position=game.position,
        earlier=game.earlier_positions,
        counts=game.counts,
        level=level_key,
        seed=seed * _MAX_PLIES + game.ply,
        deadline=deadline,
        ply=game.ply,
        asker=asker,
    )
    try:
        return Reply(answer(job).move)
    except NoAnswer as error:
        logger.warning(
            "The computer plays a quick move in %s, no search (%s)",
            format_fen(game.position, game.variant),
            error,
        )
        return Reply(quick_move(game), True, error.reason.value)


def believes_it_is_ahead(game: Game, deadline: float) -> bool:
    """Return whether the computer thinks it is ahead, with its opponent to move.

    Raises NoAnswer if there is no result by ``deadline`` (``time.monotonic()`` seconds).
    """
    job = SearchJob(
        variant=game.variant.key,
        position=game.position,
        earlier=game.earlier_positions,
        counts=game.counts,
        level=JUDGE,
        seed=game.ply,
        deadline=deadline,
        ply=game.ply,
    )
    return answer(job).score < -EVEN
