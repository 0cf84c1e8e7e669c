"""Hints for the side to move: a search at the adviser's level, and the reason for its move."""

from __future__ import annotations

import logging
from dataclasses import replace

from game.engine import NoAnswer, SearchJob
from game.engine.job import look_quickly
from game.notation import format_fen
from game.play.computer.advice import Advice, Why, explained
from game.play.computer.workers import answer
from game.rules import Game

logger = logging.getLogger("crownhead")

ADVISER = "hard"
"""The level whose time budget a hint gets."""


def advise(game: Game, deadline: float, asker: str) -> Advice:
    """Return the best move in ``game`` and the reason for it.

    ``deadline`` is in ``time.monotonic()`` seconds; if nothing was found by then, that is logged
    and a short search in this process decides. ``asker`` identifies the game for ``stop_thinking``.
    """
    if len(game.legal_moves) == 1:
        return Advice(game.legal_moves[0], Why.ONLY)
    job = SearchJob(
        variant=game.variant.key,
        position=game.position,
        earlier=game.earlier_positions,
        counts=game.counts,
        level=ADVISER,
        seed=0,
        deadline=deadline,
        ply=game.ply,
        asker=asker,
        is_for_advice=True,
    )
    try:
        return explained(game, answer(job))
    except NoAnswer as error:
        logger.warning("A quick hint in %s (%s)", format_fen(game.position, game.variant), error)
        return replace(explained(game, look_quickly(job)), is_quick=True)
