"""What a page needs to know of a game to show its board, whoever plays it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from game.rules import Game, Outcome, Side, Variant


@dataclass(frozen=True)
class Seen:
    """The board a player had in view when pressing a button."""

    ply: int
    version: int


class OfGame:
    """What is said of a game by whatever has one: a solo game, a table, a table as seen."""

    game: Game

    @property
    def variant(self) -> Variant:
        """The rules played by."""
        return self.game.variant

    @property
    def ply(self) -> int:
        """Moves played so far, those of the opening too."""
        return self.game.ply

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        return self.game.outcome


class GameShown(Protocol):
    """A game with the way its reader sees it: a solo game, or a table seen from a place at it."""

    @property
    def game(self) -> Game:
        """The game itself."""

    @property
    def variant(self) -> Variant:
        """The rules played by."""

    @property
    def ply(self) -> int:
        """Moves played so far."""

    @property
    def version(self) -> int:
        """Grows with every change of the board: what orders are checked against."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""

    @property
    def bottom(self) -> Side:
        """The side that sits at the bottom of the board."""

    @property
    def is_others_turn(self) -> bool:
        """Whether the next move is not the reader's to choose."""
