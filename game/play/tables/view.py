"""A table as one person sees it: from a seat, or from beside the board."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from game.models import Table
from game.models.tables import Status
from game.play.active_game import OfGame
from game.play.preferences import Preferences
from game.play.tables.game import TableGame, closes_at, milliseconds
from game.play.tables.refusals import NoSuchTable
from game.play.tables.storage import SEEN_EVERY, look, note_seen
from game.rules import Game, Side

REMATCH_WITHIN = timedelta(minutes=10)
"""How long after the end pages look out for another game by themselves."""


@dataclass(frozen=True)
class TableSeen(OfGame):
    """A table, where its reader sits, and how the board lies for them.

    What pages ask of a solo game, they ask of this as well (``game.play.active_game.GameShown``).
    """

    at: TableGame
    game: Game
    side: Side | None
    """The reader's side; None for those who watch, and for whoever moves for both."""
    bottom: Side
    plays_both: bool = False
    """Whether the reader moves for both sides, on one device."""

    @property
    def is_seated(self) -> bool:
        """Whether the reader plays here."""
        return self.side is not None or self.plays_both

    @property
    def version(self) -> int:
        """Grows with every change of the board: what orders are checked against."""
        return self.at.version

    @property
    def is_being_played(self) -> bool:
        """Whether the game goes on and its reader plays it."""
        return self.at.is_being_played and self.is_seated

    @property
    def is_others_turn(self) -> bool:
        """Whether the next move is not the reader's to choose."""
        if not self.is_being_played:
            return True
        return self.side is not None and self.at.to_move is not self.side

    @property
    def is_unfinished(self) -> bool:
        """Whether anything may still happen at the table."""
        return self.at.status in (Status.WAITING, Status.PLAYING)


def seen_by(at: TableGame, player: str | None, chosen: Preferences) -> TableSeen:
    """The table as this player sees it.

    Who watches or moves for both has the side that begins at the bottom, if they like it no other
    way.
    """
    side = at.side_of(player)
    plays_both = side is not None and at.table.is_on_one_device
    own = at.variant.first_to_move if side is None or plays_both else side
    liked = {"black": Side.BLACK, "white": Side.WHITE}
    if plays_both:
        side, liked["mover"] = None, at.to_move
    return TableSeen(at, at.game, side, liked.get(chosen.bottom, own), plays_both)


def visit(table_id: str, player: str | None, now: datetime, *, is_invited: bool) -> TableGame:
    """The table as it is now, for somebody who may see it; else NoSuchTable.

    A private table is seen by those who sit there and those who have its link. Whoever sits there
    and looks is not absent.
    """
    at = look(table_id, now)
    side = at.side_of(player)
    if side is None and not at.table.is_listed and not is_invited:
        raise NoSuchTable
    if side is not None and player is not None and at.seats[side].seen_at + SEEN_EVERY <= now:
        note_seen(table_id, player, now)
    return at


@dataclass(frozen=True)
class Pulse:
    """What whoever waits at a table asks again and again, at the price of one query."""

    revision: int
    is_due: bool
    """Whether the time alone has ended something and nobody has looked at it yet."""
    is_done: bool
    """Whether nothing will happen there any more, not even another game."""


def pulse(table_id: str, now: datetime) -> Pulse | None:
    """Whether a table has changed; None if there is no such table."""
    row = Table.objects.read_pulse(table_id)
    if row is None:
        return None
    is_left = row.status == Status.OVER and row.changed_at + REMATCH_WITHIN < now
    is_fallen = row.flag_at is not None and row.flag_at <= milliseconds(now)
    is_stale = row.status == Status.WAITING and closes_at(row) <= now
    is_done = is_left or row.status == Status.CLOSED
    return Pulse(row.revision, is_fallen or is_stale, is_done)
