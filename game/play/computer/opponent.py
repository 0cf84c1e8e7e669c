"""The computer's turn: a search in the process pool, or at least a legal move by the deadline.

Whatever happens to the pool, the game goes on. Nothing here stores anything.
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
"""Seconds from a person's move to the computer's answer at most, by key of the level."""

JUDGE = "medium"
"""The level at which games are judged."""

EVEN = 20
"""Centimen up to which neither side is ahead."""

_MOST_PLIES = 10_000
"""Longer than any game, so that no turn of one seed draws as a turn of the next."""


@dataclass(frozen=True)
class Reply:
    """The computer's move, and whether it had to be made without a search."""

    move: Move
    is_fallback: bool = False
    reason: str = ""
    """Why there was no search result; empty unless ``is_fallback``."""


def choose_reply(game: Game, level_key: str, seed: int, deadline: float, asker: str = "") -> Reply:
    """The computer's move in ``game``, which has a legal move, at the level of that key.

    Answers by ``deadline`` (``time.monotonic()`` seconds), however many others ask at the same
    time. A forced move needs no search. A level that looks to a fixed depth plays the same move in
    the same game with the same seed. Without an answer in time it is the quick legal move, and the
    log says why. ``asker`` names whose game it is, for ``stop_thinking``.
    """
    if len(game.legal_moves) == 1:
        return Reply(game.legal_moves[0])
    job = SearchJob(
        variant=game.variant.key,
        position=game.position,
        earlier=game.earlier_positions,
        counts=game.counts,
        level=level_key,
        seed=seed * _MOST_PLIES + game.ply,
        deadline=deadline,
        ply=game.ply,
        asker=asker,
    )
    try:
        return Reply(answer(job).move)
    except NoAnswer as trouble:
        logger.warning(
            "The computer plays a quick move in %s, no search (%s)",
            format_fen(game.position, game.variant),
            trouble,
        )
        return Reply(quick_move(game), True, trouble.reason.value)


def believes_it_is_ahead(game: Game, deadline: float) -> bool:
    """Whether the computer thinks it stands better, its opponent being to move; by ``deadline``.

    Raises NoAnswer if it cannot tell in time.
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
