"""Matches: pairs of games from the same opening, judged by our own rules."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from game.engine.analysis import probe_ending
from game.notation import format_fen
from game.programs.openings import Opening
from game.programs.peer import Failure, PlayerFailed
from game.programs.players import Player
from game.rules import Game, Side

MAX_PLIES = 400
"""Plies after which a game is adjudicated a draw."""


@dataclass(frozen=True)
class Adjudication:
    """When to end a game that is not over by the rules."""

    quiet_plies: int = MAX_PLIES
    """Draw after this many plies in a row without a capture or a man's move."""
    plies: int = MAX_PLIES
    """Draw after this many plies."""
    by_tables: bool = False
    """Whether to end a game once the endgame tables know its result."""

    def verdict(self, game: Game) -> tuple[Side | None, str] | None:
        """Return (winner, why) if ``game`` is to end here, else None."""
        if game.quiet_plies >= self.quiet_plies or game.ply >= self.plies:
            return None, "called a draw"
        if self.by_tables:
            found = probe_ending(game.position, game.variant)
            if found is not None:
                side = game.position.side
                winner = {1: side, 0: None, -1: side.other}[found.result]
                return winner, "by the endgame tables"
        return None


@dataclass(frozen=True)
class PlayedGame:
    """One game of a match."""

    number: int
    opening: str
    game: Game
    """The game at its end."""
    black: str
    white: str
    first: Side
    """Which side the first player had."""
    winner: Side | None
    why: str
    failure: Failure | None = None

    @property
    def points(self) -> float:
        """The first player's points: 1, a half or 0."""
        if self.winner is None:
            return 0.5
        return float(self.winner is self.first)

    def record(self) -> dict[str, object]:
        """Return the game as plain values, moves with every square visited."""
        return {
            "game": self.number,
            "opening": self.opening,
            "black": self.black,
            "white": self.white,
            "result": "draw" if self.winner is None else self.winner.name.lower(),
            "why": self.why,
            "start": format_fen(self.game.start, self.game.variant),
            "moves": [str(move) for move in self.game.moves],
        }


def play_match(
    first: Player,
    second: Player,
    openings: Iterator[Opening],
    games: int,
    seconds: float,
    adjudication: Adjudication,
) -> Iterator[PlayedGame]:
    """Play ``games`` games, each opening once with either colour, and yield each when it ends.

    The first player has Black in odd-numbered games.
    """
    for number in range(1, games + 1):
        if number % 2:
            opening = next(openings)
        side = Side.BLACK if number % 2 else Side.WHITE
        yield _play(number, opening, first, second, side, seconds, adjudication)


def _play(
    number: int,
    opening: Opening,
    first: Player,
    second: Player,
    side: Side,
    seconds: float,
    adjudication: Adjudication,
) -> PlayedGame:
    players = {side: first, side.other: second}
    game = opening.game

    def ended(winner: Side | None, why: str, failure: Failure | None = None) -> PlayedGame:
        names = players[Side.BLACK].name, players[Side.WHITE].name
        return PlayedGame(number, opening.name, game, *names, side, winner, why, failure)

    mover = game.position.side
    try:
        for mover in Side:
            players[mover].new_game()
        while game.outcome is None:
            verdict = adjudication.verdict(game)
            if verdict is not None:
                return ended(*verdict)
            mover = game.position.side
            game = game.play(players[mover].choose(game, seconds))
    except PlayerFailed as problem:
        return ended(mover.other, str(problem), problem.failure)
    return ended(game.outcome.winner, game.outcome.termination.value)


@dataclass
class Tally:
    """The first player's score in a match so far."""

    played: list[PlayedGame] = field(default_factory=list)

    def add(self, game: PlayedGame) -> None:
        """Add a game."""
        self.played.append(game)

    @property
    def score(self) -> float:
        """The share of the points, 0 to 1; a half before the first game."""
        if not self.played:
            return 0.5
        return sum(game.points for game in self.played) / len(self.played)

    @property
    def error(self) -> float:
        """Half the width of the 95 % confidence interval: twice the standard error.

        Computed from pairs of games, since games from the same opening are not independent. At
        least 3 / games (rule of three): identical results do not make the score certain.
        """
        points = [game.points for game in self.played]
        pairs = [(a + b) / 2 for a, b in zip(points[::2], points[1::2], strict=False)]
        if len(pairs) < 2:
            return 1.0
        mean = sum(pairs) / len(pairs)
        variance = sum((pair - mean) ** 2 for pair in pairs) / (len(pairs) - 1)
        return max(2 * math.sqrt(variance / len(pairs)), 3 / len(self.played))

    def counts(self, side: Side | None = None) -> tuple[int, int, int]:
        """Return the first player's wins, draws and losses, as ``side`` only if given."""
        results = Counter(game.points for game in self.played if side in (None, game.first))
        return results[1.0], results[0.5], results[0.0]

    def failures(self, of_first: bool) -> Counter[Failure]:
        """Return how many games the first or the second player forfeited, by reason."""
        return Counter(
            game.failure
            for game in self.played
            if game.failure is not None and (game.points == 0.0) is of_first
        )

    def line(self) -> str:
        """Return the score in one line: ``+12 =80 -8, 52.0% (46.1% to 57.9%)``."""
        wins, draws, losses = self.counts()
        low, high = max(self.score - self.error, 0.0), min(self.score + self.error, 1.0)
        return f"+{wins} ={draws} -{losses}, {self.score:.1%} ({low:.1%} to {high:.1%})"

    def summary(self) -> list[str]:
        """Return the whole result, line by line."""
        lines = [f"{len(self.played)} games: {self.line()}"]
        for side in Side:
            wins, draws, losses = self.counts(side)
            lines.append(f"as {side.name.capitalize()}: +{wins} ={draws} -{losses}")
        for is_first, whose in ((True, "ours"), (False, "theirs")):
            failures = self.failures(is_first)
            counts = ", ".join(f"{failures[failure]} {failure.value}" for failure in Failure)
            lines.append(f"forfeits, {whose}: {counts}")
        return lines
