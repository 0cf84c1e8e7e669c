"""The computer's turn: a search in the process pool, or at least a legal move by the deadline.

Whatever happens to the pool, the game goes on. Nothing here stores anything.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass

from django.conf import settings
from django.db import connection

from game.engine import NoAnswer, SearchJob, SearchResult, compiled
from game.engine.job import quick_move
from game.engine.levels import LEVELS
from game.engine.pool import WorkerPool
from game.engine.remote import RemotePool, dask_pool
from game.notation import format_fen
from game.play import fair_use
from game.play.advice import Advice, Why, explained
from game.play.desk import desk
from game.rules import Game, Move

logger = logging.getLogger("crownhead")

ANSWERS_WITHIN = {key: level.budget_ms / 1000 for key, level in LEVELS.items()}
"""Seconds from a person's move to the computer's answer at most, by key of the level."""
ADVISER = "hard"
"""The level whose time is taken to find a hint."""
JUDGE = "medium"
"""The level at which games are judged."""
EVEN = 20
"""Centimen up to which neither side is ahead."""
CONNECTIONS_KEPT = 16
"""Threads that wait for the computer with their connection to a database server, at most."""
_MOST_PLIES = 10_000
"""Longer than any game, so that no turn of one seed draws as a turn of the next."""

_pool: WorkerPool | RemotePool | None = None
_pool_lock = threading.Lock()


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
        return Reply(_answer(job).move)
    except NoAnswer as trouble:
        logger.warning(
            "The computer plays a quick move in %s, no search (%s)",
            format_fen(game.position, game.variant),
            trouble,
        )
        return Reply(quick_move(game), True, trouble.reason.value)


def advise(game: Game, deadline: float, asker: str) -> Advice:
    """The best move in ``game`` and why; NoAnswer, logged, if it is not found by ``deadline``."""
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
        return explained(game, _answer(job))
    except NoAnswer as trouble:
        logger.warning("No hint in %s (%s)", format_fen(game.position, game.variant), trouble)
        raise


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
    return _answer(job).score < -EVEN


def stop_thinking(asker: str) -> None:
    """End the search for this asker, if there is one: nobody wants its answer any more."""
    if _pool is not None and asker:
        _pool.stop(asker)


def warm() -> None:
    """Start the computer's processes in the background, so that the first reply need not wait.

    Where the compiled engine is missing it is made meanwhile, and the plain one plays.
    """
    _workers().warm()
    if settings.DASK_SCHEDULER:
        return
    if not compiled.is_installed():
        logger.warning("No compiled engine: numba is not installed. The computer looks less far.")
    elif compiled.folder() is None:
        logger.warning(
            "No folder to keep the compiled engine in can be written to: "
            "every process compiles its own, and the computer looks less far until it has."
        )
    elif not compiled.is_ready():
        logger.info("The engine is being compiled; until then the computer looks less far.")
        compiled.prepare_behind()


def _answer(job: SearchJob) -> SearchResult:
    """What the pool finds; other requests are worked on meanwhile.

    Raises TooMuchAsked where too many wait already.
    """
    with fair_use.search(job.asker):
        if settings.POSTGRESQL and desk().crowd > CONNECTIONS_KEPT:
            # Whoever waits needs none, and a database server has only so many.
            connection.close()
        with desk().away():
            return _workers().answer(job)


def _workers() -> WorkerPool | RemotePool:
    """The one pool of this server process."""
    global _pool
    with _pool_lock:
        if _pool is None:
            scheduler = settings.DASK_SCHEDULER
            _pool = dask_pool(scheduler) if scheduler else WorkerPool(settings.POOL_WORKERS)
        return _pool
