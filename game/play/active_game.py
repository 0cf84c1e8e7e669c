"""What boards, records, replays and labels ask of a game, whoever plays it and wherever it is kept.

``SoloGame`` and ``TableView`` both are an ``ActiveGame``: the game as one reader sees it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from game.rules import Game, Outcome, Side, Variant


@dataclass(frozen=True)
class BoardReference:
    """The board a player had in view when pressing a button."""

    ply: int
    version: int


class Action(StrEnum):
    """What the reader of a game may ask for besides a move."""

    UNDO = "undo"
    HINT = "hint"
    DRAW = "draw"
    TAKEBACK = "takeback"
    RESIGN = "resign"
    REMATCH = "rematch"


class ActiveGame(Protocol):
    """A game as its reader sees it: a solo game, or a table seen from a seat or by a spectator."""

    @property
    def game(self) -> Game:
        """The game itself."""

    @property
    def variant(self) -> Variant:
        """The rules in force."""

    @property
    def ply(self) -> int:
        """Plies played so far, those of the opening included."""

    @property
    def version(self) -> int:
        """Grows with every change of the board: what a ``BoardReference`` is checked against."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""

    @property
    def side(self) -> Side | None:
        """The side the reader plays; None for spectators and for those who move both sides."""

    @property
    def bottom(self) -> Side:
        """The side at the bottom of the board."""

    @property
    def may_move(self) -> bool:
        """Whether the next move is the reader's to choose."""

    @property
    def actions(self) -> frozenset[Action]:
        """What the reader may ask for now."""


class HasGame:
    """What follows from the game alone, for every value that has one."""

    game: Game

    @property
    def variant(self) -> Variant:
        """The rules in force."""
        return self.game.variant

    @property
    def ply(self) -> int:
        """Plies played so far, those of the opening included."""
        return self.game.ply

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        return self.game.outcome
