"""A session's game as a value: the game, the opponent and level, which side is at the bottom."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from game.play.active_game import Action, HasGame
from game.rules import VARIANTS, Game, Side
from game.rules.clock import TimeControl

PLAYABLE = ("english", "brazilian")
"""Keys of the rule sets that people can choose."""
COMPUTER, FRIEND, WATCH = "computer", "friend", "watch"
"""Kinds of opponent: the computer, a friend on the same device, or none (two computers play)."""
OWNER = "owner"
"""Id, among the devices of a shared game, of the device whose session stores the game."""
TABLE = "table"
"""Kind of opponent of finished games only: another player at a table."""


@dataclass(frozen=True)
class TableRecord:
    """What the record of a game at a table has besides its moves."""

    names: tuple[str, str]
    """The players' names, by side."""
    control: TimeControl | None
    times: tuple[int, ...]
    """Milliseconds left to the mover after each move past the opening; empty without a clock."""


@dataclass(frozen=True)
class DrawOffer:
    """A draw offer from one device of a shared game, for another device to answer."""

    device: str
    """Id of the device that offered, or OWNER."""
    version: int
    """Version of the board it was made on; the next move, undo or new game cancels it."""


@dataclass(frozen=True)
class SoloGame(HasGame):
    """A session's game with its settings."""

    game: Game
    opponent: str
    """COMPUTER, FRIEND or WATCH; TABLE for a finished game only."""
    level: str
    """Key of the computer's level; kept between friends as the default for the next game."""
    player: Side
    """The side the person plays against the computer."""
    bottom: Side
    """The side at the bottom of the board."""
    seed: int
    """Seed of the computer's random choices."""
    version: int = 0
    """Grows with every move, undo and new game of the session, so no two different boards of a
    session share it."""
    second_level: str = "beginner"
    """When two computers play, key of the level of the one that moves second."""
    id: str = ""
    """Id under which the game is archived when it ends; set when it is first stored."""
    begun: str = ""
    """When it was first stored, in ISO 8601."""
    hints: int = 0
    """Number of boards of this game on which a hint was requested."""
    hinted_version: int = -1
    """Version of the last of these boards, so that a repeated request there is counted once."""
    forced_since: int = -1
    """The ply of the first capture played automatically since a person last chose a move; negative
    if there was none."""
    draw_offer: DrawOffer | None = None
    """The last draw offer, whether or not it is still open; kept until the second next board."""
    form: str = ""
    """Token of the form that started the game; empty if not known."""
    untouched_version: int = -1
    """The last version without an action by a person; the computer's first move may be in it."""
    opening: int = 0
    """Plies that were on the board when the game began: those of a ballot or seeded opening."""
    is_from_position: bool = False
    """Whether it began at a practice position or one typed in; its result does not count."""
    record: TableRecord | None = None
    """For a game at a table, the players and their times. The opponent is FRIEND if it was played
    on one device."""

    @property
    def is_under_way(self) -> bool:
        """Whether a person has moved, or watched a move, and the game is not over."""
        start = self.game.start.side
        first = start if self.opening % 2 == 0 else start.other
        replies = int(self.is_against_computer and first is not self.player)
        return self.ply > self.opening + replies and self.outcome is None

    @property
    def is_played_on(self) -> bool:
        """Whether anything has happened since the start, other than the computer's first move."""
        return self.version > self.untouched_version

    def was_begun_by(self, form: str) -> bool:
        """Return whether this form has started the game and the game is not over."""
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
        """Id of the device whose draw offer is open on this board; empty if there is none."""
        offer = self.draw_offer
        is_open = offer is not None and offer.version == self.version and self.outcome is None
        return offer.device if offer is not None and is_open else ""

    @property
    def draw_refused_to(self) -> str:
        """Id of the device whose draw offer was passed over when the board last changed."""
        offer = self.draw_offer
        is_passed_over = offer is not None and offer.version == self.version - 1
        return offer.device if offer is not None and is_passed_over and not self.outcome else ""

    @property
    def level_to_move(self) -> str:
        """Key of the level of the computer's next move."""
        is_first = self.game.position.side is self.variant.first_to_move
        return self.second_level if self.is_watched and not is_first else self.level

    @property
    def is_computers_turn(self) -> bool:
        """Whether the computer has to move."""
        if self.outcome is not None or self.opponent == FRIEND:
            return False
        return self.is_watched or self.game.position.side is not self.player

    @property
    def side(self) -> Side | None:
        """The side the person plays against the computer; None if they play both or neither."""
        return self.player if self.is_against_computer else None

    @property
    def may_move(self) -> bool:
        """Whether the next move is the person's to choose."""
        return self.outcome is None and not self.is_computers_turn

    @property
    def actions(self) -> frozenset[Action]:
        """The actions available to the person now."""
        available = {
            Action.UNDO: self.undone is not None,
            Action.HINT: self.may_move,
            Action.DRAW: self.outcome is None and not self.is_watched,
            Action.RESIGN: self.outcome is None and not self.is_watched,
        }
        return frozenset(action for action, is_available in available.items() if is_available)

    def followed_by(self, game: Game, **choices: Any) -> SoloGame:
        """Return a new session game of ``game`` with these settings, except for ``choices``."""
        kept = {
            name: getattr(self, name) for name in ("opponent", "player", "level", "second_level")
        }
        return new_game(game, version=self.version + 1, **(kept | choices))

    @property
    def undone(self) -> Game | None:
        """The game after an undo, or None if there is nothing to undo.

        Between friends, and in a watched game, undo takes back one move; against the computer, the
        person's last move and the computer's reply; never a move of the opening. After a
        resignation or an agreed draw the game continues where it was.
        """
        if self.game.ended_off_board:
            return self.game.resume()
        earlier = self.game.previous
        if self.is_against_computer:
            while earlier is not None and earlier.position.side is not self.player:
                earlier = earlier.previous
        is_opening = earlier is None or earlier.ply < self.opening
        return None if is_opening else earlier


def new_game(
    game: Game | None = None,
    opponent: str = COMPUTER,
    player: Side = Side.BLACK,
    level: str = "beginner",
    second_level: str = "beginner",
    version: int = 0,
) -> SoloGame:
    """Return a new session game of ``game``, or of English checkers, with a random seed.

    ``opponent``, ``level`` and ``second_level`` must be known keys. The side at the bottom is the
    person's against the computer, otherwise the one that moves first.
    """
    started = Game(VARIANTS["english"]) if game is None else game
    return SoloGame(
        game=started,
        opponent=opponent,
        level=level,
        player=player,
        bottom=player if opponent == COMPUTER else started.variant.first_to_move,
        seed=secrets.randbelow(2**31),
        version=version,
        second_level=second_level,
        opening=started.ply,
    )
