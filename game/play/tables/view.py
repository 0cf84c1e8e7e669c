"""A table as one person sees it: from a seat, or from beside the board."""

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
"""How long after the end pages look out for another game by themselves."""


@dataclass(frozen=True)
class TableView(HasGame):
    """A table, where its reader sits, and how the board lies for them.

    It is an ``ActiveGame``, as a solo game is.
    """

    table: TableGame
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
        return self.table.version

    @property
    def is_being_played(self) -> bool:
        """Whether the game goes on and its reader plays it."""
        return self.table.is_being_played and self.is_seated

    @property
    def may_move(self) -> bool:
        """Whether the next move is the reader's to choose."""
        return self.is_being_played and self.side in (None, self.table.to_move)

    @property
    def actions(self) -> frozenset[Action]:
        """What the reader may ask for now: a draw, a takeback, a rematch, to resign."""
        table = self.table
        if not self.is_seated:
            return frozenset()
        may = {
            Action.RESIGN: table.is_being_played,
            Action.DRAW: table.is_being_played and self._may_offer_draw,
            Action.TAKEBACK: table.is_being_played and self._may_ask_back,
            Action.REMATCH: table.status is Status.OVER and table.offers.rematch_by is None,
        }
        return frozenset(action for action, is_offered in may.items() if is_offered)

    @property
    def _may_offer_draw(self) -> bool:
        if self.side is None:
            return True
        last = self.table.offers.draw_offered_at[self.side]
        is_paused = last is not None and self.ply < last + OFFER_PAUSE
        return self.table.offers.draw_by is None and not is_paused

    @property
    def _may_ask_back(self) -> bool:
        table = self.table
        if not table.allows_takebacks:
            return False
        if self.side is None:
            return table.plies_played > 0
        is_asked = table.offers.takeback_asked_at[self.side] is not None
        is_open = table.offers.takeback_by is not None
        return not is_asked and not is_open and table.plies_to_take_back(self.side) > 0

    @property
    def is_unfinished(self) -> bool:
        """Whether anything may still happen at the table."""
        return self.table.status in (Status.WAITING, Status.PLAYING)


def table_view(table: TableGame, player: str | None, chosen: Preferences) -> TableView:
    """The table as this player sees it.

    Who watches or moves for both has the side that begins at the bottom, if they like it no other
    way.
    """
    side = table.side_of(player)
    plays_both = side is not None and table.is_on_one_device
    own = table.variant.first_to_move if side is None or plays_both else side
    liked = {"black": Side.BLACK, "white": Side.WHITE}
    if plays_both:
        side, liked["mover"] = None, table.to_move
    return TableView(table, table.game, side, liked.get(chosen.bottom, own), plays_both)


def visit(table_id: str, player: str | None, now: datetime, *, is_invited: bool) -> TableGame:
    """The table as it is now, for somebody who may see it; else NoSuchTable.

    A private table is seen by those who sit there and those who have its link. Whoever sits there
    and looks is not absent.
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
    """What whoever waits at a table asks again and again, at the price of one query."""

    revision: int
    is_due: bool
    """Whether the time alone has ended something and nobody has looked at it yet."""
    is_done: bool
    """Whether nothing will happen there any more, not even another game."""


def poll_state(table_id: str, now: datetime) -> PollState | None:
    """Whether a table has changed; None if there is no such table."""
    row = Table.objects.read_for_poll(table_id)
    if row is None:
        return None
    is_left = row.status == Status.OVER and row.changed_at + REMATCH_WINDOW < now
    is_fallen = row.flag_at is not None and row.flag_at <= milliseconds(now)
    is_stale = row.status == Status.WAITING and closes_at(row) <= now
    is_done = is_left or row.status == Status.CLOSED
    return PollState(row.revision, is_fallen or is_stale, is_done)
