"""Our own players in a match: the engine at full strength, or one of the levels."""

from __future__ import annotations

import random
import time
from typing import Protocol

from game.engine import LEVELS, Level, Limit, NoAnswer, OutOfTime, SearchJob, answer_job, compiled
from game.engine.analysis import evaluate, scores
from game.engine.job import DEADLINE_MARGIN, quick_move
from game.rules import Game, Move


class Player(Protocol):
    """A player in a match; its methods may raise ``game.programs.peer.PlayerFailed``."""

    name: str

    def new_game(self) -> None:
        """Forget the last game."""

    def choose(self, game: Game, seconds: float) -> Move:
        """Return a move in ``game`` within ``seconds``."""

    def close(self) -> None:
        """Release what the player holds, after its last game."""


class FullEngine:
    """The engine at full strength."""

    name = "full strength"

    def __init__(self) -> None:
        _load()

    def new_game(self) -> None:
        """Forget the last game."""
        _forget()

    def choose(self, game: Game, seconds: float) -> Move:
        """Return the best move found in time."""
        if len(game.legal_moves) == 1:
            return game.legal_moves[0]
        limit = Limit(deadline=time.monotonic() + max(seconds - DEADLINE_MARGIN, seconds / 2))
        try:
            found = evaluate(
                game.position,
                game.variant,
                limit,
                earlier=game.earlier_positions,
                counts=game.counts,
            )
        except OutOfTime:
            return quick_move(game)
        return allowed_move(game, found.line[0])

    def close(self) -> None:
        """Do nothing: this player holds nothing."""


class LevelPlayer:
    """One of the levels, with its own thinking time or a share of it."""

    def __init__(self, level: Level, seed: int, share: float = 1.0) -> None:
        _load()
        self.name = level.key
        self._level = level
        self._share = share
        self._random = random.Random(seed)

    def new_game(self) -> None:
        """Forget the last game."""
        _forget()

    def choose(self, game: Game, seconds: float) -> Move:
        """Return the level's move; it takes its own thinking time, whatever ``seconds`` says."""
        # The opponent may run in this process too, and must not share what it has found.
        _forget()
        job = SearchJob(
            variant=game.variant.key,
            position=game.position,
            earlier=game.earlier_positions,
            counts=game.counts,
            level=self._level.key,
            seed=self._random.randrange(2**31),
            deadline=time.monotonic() + DEADLINE_MARGIN + self._share * self._level.think_ms / 1000,
            ply=game.ply,
        )
        try:
            return allowed_move(game, answer_job(job).move)
        except (OutOfTime, NoAnswer):
            return quick_move(game)

    def close(self) -> None:
        """Do nothing: this player holds nothing."""


def allowed_move(game: Game, found: Move) -> Move:
    """Return the move found, or the best other one if the game's history bars it.

    A search does not know how often a Frisian king has moved (``Game.king_at_move_limit``).
    """
    if found in game.legal_moves:
        return found
    scored = scores(game.position, game.variant, Limit(depth=3), tables=False).choices
    allowed = [choice for choice in scored if choice.move in game.legal_moves]
    return max(allowed, key=lambda choice: choice.score).move


def own_player(name: str, seed: int) -> Player:
    """Return a player of that level, or ``full`` strength; KeyError if there is no such level."""
    return FullEngine() if name == "full" else LevelPlayer(LEVELS[name], seed)


def _load() -> None:
    """Load the compiled engine, which people play against too."""
    if compiled.is_installed():
        compiled.load()


def _forget() -> None:
    engine = compiled.loaded()
    if engine is not None:
        engine.forget()
