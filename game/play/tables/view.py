"""A table as one person sees it: a player or a spectator."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from game.models import Table
from game.models.tables import Status
from game.play.active_game import Action, HasGame
from game.play.preferences import Preferences
from game.play.refusals import NoSuchTable
from game.play.tables.game import TableGame, closes_at, milliseconds
from game.play.tables.storage import PRESENCE_INTERVAL, load, record_presence
from game.rules import Game, Side

OFFER_PAUSE = 10
"""Plies after a draw offer before the same player may offer again."""
REMATCH_WINDOW = timedelta(minutes=10)
"""How long after the end of a game pages still poll for a rematch."""


@dataclass(frozen=True)
class TableView(HasGame):
    """A table with its reader's side and the side at the bottom of their board.

    It is an ``ActiveGame``, like a solo game.
    """

    table: TableGame
    game: Game
    side: Side | None
    """The reader's side; None for spectators and if the reader plays both sides."""
    bottom: Side
    plays_both: bool = False
    """Whether the reader plays both sides, on one device."""

    @property
    def is_seated(self) -> bool:
        """Whether the reader is a player, not a spectator."""
        return self.side is not None or self.plays_both

    @property
    def version(self) -> int:
        """Grows with every change of the board; actions must match it."""
        return self.table.version

    @property
    def is_being_played(self) -> bool:
        """Whether the game is in progress and the reader is a player."""
        return self.table.is_being_played and self.is_seated

    @property
    def may_move(self) -> bool:
        """Whether the next move is the reader's to choose."""
        return self.is_being_played and self.side in (None, self.table.to_move)

    @property
    def actions(self) -> frozenset[Action]:
        """The actions available to the reader now: draw, takeback, rematch, resign."""
        table = self.table
        if not self.is_seated:
            return frozenset()
        available = {
            Action.RESIGN: table.is_being_played,
            Action.DRAW: table.is_being_played and self._may_offer_draw,
            Action.TAKEBACK: table.is_being_played and self._may_request_takeback,
            Action.REMATCH: table.status is Status.OVER and table.offers.rematch_by is None,
        }
        return frozenset(action for action, is_available in available.items() if is_available)

    @property
    def _may_offer_draw(self) -> bool:
        if self.side is None:
            return True
        last = self.table.offers.draw_offered_at[self.side]
        is_paused = last is not None and self.ply < last + OFFER_PAUSE
        return self.table.offers.draw_by is None and not is_paused

    @property
    def _may_request_takeback(self) -> bool:
        table = self.table
        if not table.allows_takebacks:
            return False
        if self.side is None:
            return table.plies_played > 0
        has_asked = table.offers.takeback_asked_at[self.side] is not None
        is_open = table.offers.takeback_by is not None
        return not has_asked and not is_open and table.plies_to_take_back(self.side) > 0

    @property
    def is_unfinished(self) -> bool:
        """Whether the table is waiting for an opponent or the game is in progress."""
        return self.table.status in (Status.WAITING, Status.PLAYING)


def table_view(table: TableGame, player: str | None, chosen: Preferences) -> TableView:
    """Return the table as this player sees it.

    The player's preference decides which side is at the bottom; by default it is their own, and the
    side that moves first for spectators and on one device.
    """
    side = table.side_of(player)
    plays_both = side is not None and table.is_on_one_device
    default = table.variant.first_to_move if side is None or plays_both else side
    preferred = {"black": Side.BLACK, "white": Side.WHITE}
    if plays_both:
        side, preferred["mover"] = None, table.to_move
    return TableView(table, table.game, side, preferred.get(chosen.bottom, default), plays_both)


def visit(table_id: str, player: str | None, now: datetime, *, is_invited: bool) -> TableGame:
    """Return the table as it is now; raises NoSuchTable if this reader may not see it.

    A private table is visible to its players and to those who have its link (``is_invited``). A
    player's presence is recorded.
    """
    table = load(table_id, now)
    side = table.side_of(player)
    if side is None and not table.is_listed and not is_invited:
        raise NoSuchTable
    if (
        side is not None
        and player is not None
        and table.seats[side].seen_at + PRESENCE_INTERVAL <= now
    ):
        record_presence(table_id, player, now)
    return table


@dataclass(frozen=True)
class PollState:
    """What a page of a table polls for, at the cost of one query."""

    revision: int
    is_due: bool
    """Whether time alone has ended the game or the wait, and that is not stored yet."""
    is_done: bool
    """Whether nothing more will happen at the table, not even a rematch."""


def poll_state(table_id: str, now: datetime) -> PollState | None:
    """Return what tells whether a table has changed; None if there is no such table."""
    row = Table.objects.read_for_poll(table_id)
    if row is None:
        return None
    is_abandoned = row.status == Status.OVER and row.changed_at + REMATCH_WINDOW < now
    has_flag_fallen = row.flag_at is not None and row.flag_at <= milliseconds(now)
    is_stale = row.status == Status.WAITING and closes_at(row) <= now
    is_done = is_abandoned or row.status == Status.CLOSED
    return PollState(row.revision, has_flag_fallen or is_stale, is_done)
