"""Our own players in a match: the whole engine, or one of the levels."""

from __future__ import annotations

import random
import time
from typing import Protocol

from game.engine import LEVELS, Level, Limit, NoAnswer, OutOfTime, SearchJob, compiled, solve
from game.engine.analysis import evaluate, scores
from game.engine.job import AIM_EARLY, quick_move
from game.rules import Game, Move


class Player(Protocol):
    """Whoever has a move for every position; may raise ``game.programs.peer.PlayerFailed``."""

    name: str

    def new_game(self) -> None:
        """Forget the last game."""

    def choose(self, game: Game, seconds: float) -> Move:
        """A move in ``game``, thought about for at most ``seconds``."""

    def close(self) -> None:
        """There is nothing more to play."""


class FullEngine:
    """The engine with nothing held back."""

    name = "full strength"

    def __init__(self) -> None:
        _load()

    def new_game(self) -> None:
        """Forget the last game."""
        _forget()

    def choose(self, game: Game, seconds: float) -> Move:
        """The best move that was found in time."""
        if len(game.legal_moves) == 1:
            return game.legal_moves[0]
        limit = Limit(deadline=time.monotonic() + max(seconds - AIM_EARLY, seconds / 2))
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
        """Nothing is held."""


class LevelPlayer:
    """One of the levels, in its own time or a share of it."""

    def __init__(self, level: Level, seed: int, share: float = 1.0) -> None:
        _load()
        self.name = level.key
        self._level = level
        self._share = share
        self._chance = random.Random(seed)

    def new_game(self) -> None:
        """Forget the last game."""
        _forget()

    def choose(self, game: Game, seconds: float) -> Move:
        """The level's move; it takes its own time, whatever it is given."""
        # The opponent may be of this process too, and what it has found must be of no help.
        _forget()
        job = SearchJob(
            variant=game.variant.key,
            position=game.position,
            earlier=game.earlier_positions,
            counts=game.counts,
            level=self._level.key,
            seed=self._chance.randrange(2**31),
            deadline=time.monotonic() + AIM_EARLY + self._share * self._level.think_ms / 1000,
            ply=game.ply,
        )
        try:
            return allowed_move(game, solve(job).move)
        except (OutOfTime, NoAnswer):
            return quick_move(game)

    def close(self) -> None:
        """Nothing is held."""


def allowed_move(game: Game, found: Move) -> Move:
    """The move that was found; where the game's history forbids it, the best of the others.

    A search knows no history, and in Frisian a king may be tired (``Game.king_at_move_limit``).
    """
    if found in game.legal_moves:
        return found
    scored = scores(game.position, game.variant, Limit(depth=3), tables=False).choices
    allowed = [choice for choice in scored if choice.move in game.legal_moves]
    return max(allowed, key=lambda choice: choice.score).move


def own_player(name: str, seed: int) -> Player:
    """The player of that level, or of full strength; KeyError if there is none such."""
    return FullEngine() if name == "full" else LevelPlayer(LEVELS[name], seed)


def _load() -> None:
    """Have the compiled engine in this process: a level is measured with what people play."""
    if compiled.is_installed():
        compiled.load()


def _forget() -> None:
    engine = compiled.loaded()
    if engine is not None:
        engine.forget()
