"""The interface of a game for boards, records, replays and labels, wherever it is stored.

``SoloGame`` and ``TableView`` both implement ``ActiveGame``: the game as one reader sees it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from game.rules import Game, Outcome, Side, Variant


@dataclass(frozen=True)
class BoardReference:
    """Identifies the board that a player saw when sending a request."""

    ply: int
    version: int


class Action(StrEnum):
    """What the reader of a game may do besides moving."""

    UNDO = "undo"
    HINT = "hint"
    DRAW = "draw"
    TAKEBACK = "takeback"
    RESIGN = "resign"
    REMATCH = "rematch"


class ActiveGame(Protocol):
    """A game as its reader sees it: a solo game, or a table as a player or spectator sees it."""

    @property
    def game(self) -> Game:
        """The game itself."""

    @property
    def variant(self) -> Variant:
        """The rules in force."""

    @property
    def ply(self) -> int:
        """Plies played so far, including those of the opening."""

    @property
    def version(self) -> int:
        """Grows with every change of the board; a ``BoardReference`` must match it."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None if it has not."""

    @property
    def side(self) -> Side | None:
        """The side the reader plays; None for spectators and if the reader plays both sides."""

    @property
    def bottom(self) -> Side:
        """The side at the bottom of the board."""

    @property
    def may_move(self) -> bool:
        """Whether the next move is the reader's to choose."""

    @property
    def actions(self) -> frozenset[Action]:
        """The actions available to the reader now."""


class HasGame:
    """Mixin with the properties that follow from ``game`` alone."""

    game: Game

    @property
    def variant(self) -> Variant:
        """The rules in force."""
        return self.game.variant

    @property
    def ply(self) -> int:
        """Plies played so far, including those of the opening."""
        return self.game.ply

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None if it has not."""
        return self.game.outcome
