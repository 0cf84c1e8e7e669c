"""A session's game as a value: the game, who plays whom at what level, how the board lies."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from game.play.active_game import Action, HasGame
from game.rules import VARIANTS, Game, Side
from game.rules.clock import TimeControl

PLAYABLE = ("english", "brazilian")
"""Rule sets that people may choose, by key."""
COMPUTER, FRIEND, WATCH = "computer", "friend", "watch"
"""Whom a person plays: the computer, a friend on the same device, or nobody: two computers play."""
OWNER = "owner"
"""What the device is called, among those of a shared game, whose session the game lies in."""
TABLE = "table"
"""Of finished games only: somebody at a table."""


@dataclass(frozen=True)
class TableRecord:
    """What is kept of a game at a table besides its moves."""

    names: tuple[str, str]
    """What the players were called, by side."""
    control: TimeControl | None
    times: tuple[int, ...]
    """Milliseconds that the mover had left after each move past the opening; none without clock."""


@dataclass(frozen=True)
class DrawOffer:
    """A draw that one device of a shared game has offered, for another to answer."""

    device: str
    """The share of the device that offered, or OWNER."""
    version: int
    """The board it was offered on: with the next move, undo or new game it lapses."""


@dataclass(frozen=True)
class SoloGame(HasGame):
    """A session's game with the choices made for it."""

    game: Game
    opponent: str
    """COMPUTER, FRIEND or WATCH, or of a finished game TABLE."""
    level: str
    """Key of the computer's level; kept between friends as the next default."""
    player: Side
    """The side the person plays against the computer."""
    bottom: Side
    """The side that sits at the bottom of the board."""
    seed: int
    """What the computer's choices are drawn from."""
    version: int = 0
    """Grows with every move, undo and new game of the session: boards with different games on
    them never share it."""
    rival: str = "beginner"
    """Key of the other computer's level, when two play: the one that does not begin."""
    id: str = ""
    """What the game is kept by once it has ended; given when it is first stored."""
    begun: str = ""
    """When it was first stored, as an ISO instant."""
    hints: int = 0
    """How many boards of this game a hint was asked for."""
    hinted_version: int = -1
    """The version of the last of these boards: asked for twice there, a hint counts once."""
    forced_since: int = -1
    """The ply from which captures have played themselves since a person last chose a move; below 0
    if none has."""
    draw_offer: DrawOffer | None = None
    """The last one that was made, whether or not it still stands."""
    form: str = ""
    """The form that began it, as ``game.web`` tells forms apart; empty if that is not known."""
    untouched_version: int = -1
    """The version up to which nobody has played: the computer's first move may be in it."""
    record: TableRecord | None = None
    """Of a game at a table, who played and how their time went; on one device FRIEND is played."""

    @property
    def is_under_way(self) -> bool:
        """Whether moves have been played and more are to come."""
        return bool(self.ply) and self.outcome is None

    @property
    def is_played_on(self) -> bool:
        """Whether anybody but the computer, which begins, has done something in it."""
        return self.version > self.untouched_version

    def was_begun_by(self, form: str) -> bool:
        """Whether this very form, sent before, began the game, and it still goes on."""
        return bool(form) and self.form == form and self.outcome is None

    @property
    def is_against_computer(self) -> bool:
        """Whether the person plays one side and the computer the other."""
        return self.opponent == COMPUTER

    @property
    def is_watched(self) -> bool:
        """Whether the computer plays both sides."""
        return self.opponent == WATCH

    @property
    def draw_offered_by(self) -> str:
        """The device whose offer of a draw stands on this board; empty if none does."""
        offer = self.draw_offer
        stands = offer is not None and offer.version == self.version and self.outcome is None
        return offer.device if offer is not None and stands else ""

    @property
    def level_to_move(self) -> str:
        """Key of the level at which the computer makes its next move."""
        begins = self.game.position.side is self.variant.first_to_move
        return self.rival if self.is_watched and not begins else self.level

    @property
    def is_computers_turn(self) -> bool:
        """Whether the computer has to move."""
        if self.outcome is not None or self.opponent == FRIEND:
            return False
        return self.is_watched or self.game.position.side is not self.player

    @property
    def side(self) -> Side | None:
        """The side the person plays against the computer; None where both or neither are theirs."""
        return self.player if self.is_against_computer else None

    @property
    def may_move(self) -> bool:
        """Whether the next move is the person's to choose."""
        return self.outcome is None and not self.is_computers_turn

    @property
    def actions(self) -> frozenset[Action]:
        """What the person may ask for now."""
        may = {
            Action.UNDO: self.undone is not None,
            Action.HINT: self.may_move,
            Action.DRAW: self.outcome is None and not self.is_watched,
            Action.RESIGN: self.outcome is None and not self.is_watched,
        }
        return frozenset(action for action, is_offered in may.items() if is_offered)

    def followed_by(self, game: Game, **choices: Any) -> SoloGame:
        """``game`` in this one's place, with the same choices but for ``choices``."""
        kept = {name: getattr(self, name) for name in ("opponent", "player", "level", "rival")}
        return new_game(game, version=self.version + 1, **(kept | choices))

    @property
    def undone(self) -> Game | None:
        """The game that Undo leads to, or None when there is nothing to take back.

        Between friends, and of a game watched, one move. Against the computer the person's last
        move and whatever the computer played after it. A game that was given up or agreed drawn
        goes on where it was.
        """
        if self.game.ended_off_board:
            return self.game.resume()
        at = self.game.previous
        if self.is_against_computer:
            while at is not None and at.position.side is not self.player:
                at = at.previous
        return at


def new_game(
    game: Game | None = None,
    opponent: str = COMPUTER,
    player: Side = Side.BLACK,
    level: str = "beginner",
    rival: str = "beginner",
    version: int = 0,
) -> SoloGame:
    """``game``, or English checkers, to be played with these choices, from a fresh seed.

    ``opponent`` and levels must be known keys. The person sits at the bottom against the computer,
    else the first mover does.
    """
    begun = Game(VARIANTS["english"]) if game is None else game
    return SoloGame(
        game=begun,
        opponent=opponent,
        level=level,
        player=player,
        bottom=player if opponent == COMPUTER else begun.variant.first_to_move,
        seed=secrets.randbelow(2**31),
        version=version,
        rival=rival,
    )
