"""A table as a value: the game, the clock, who sits where, what is offered and by whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property

from django.db.models import Q

from game.models import Seat, Table
from game.models.tables import Status
from game.play.active_game import OfGame
from game.play.replays import replay
from game.rules import Game, Outcome, Side, Termination, variant_named
from game.rules.clock import Clock, TimeControl

BY_LETTER = {side.letter: side for side in Side}
ABSENCE_WITH_CLOCK = timedelta(minutes=5)
ABSENCE_WITHOUT_CLOCK = timedelta(minutes=15)
"""How long a player whose move it is may be away before the other may claim the game. People think
with a page in front of them that asks for nothing, so this is long. With days for each move the
clock alone decides."""
JOINED_WITHIN = timedelta(hours=1)
"""A table with a clock that nobody joined for so long is closed: its maker sits there and waits."""
JOINED_IN_DAYS_WITHIN = timedelta(days=14)
"""So is one with days for each move, or no clock: its maker looks in now and then."""


def milliseconds(instant: datetime) -> int:
    """An instant as clocks count it."""
    return (instant - _EPOCH) // timedelta(milliseconds=1)


def instant(milliseconds: int) -> datetime:
    """The instant that a clock counts so."""
    return _EPOCH + timedelta(milliseconds=milliseconds)


def control_of(table: Table) -> TimeControl | None:
    """How much time there is at a table, if there is a clock."""
    if table.base_ms is None:
        return None
    return TimeControl(table.base_ms, table.increment_ms, table.is_per_move)


def closes_at(table: Table) -> datetime:
    """When a table is closed if nobody has joined by then."""
    is_slow = table.base_ms is None or table.is_per_move
    return table.created_at + (JOINED_IN_DAYS_WITHIN if is_slow else JOINED_WITHIN)


def can_be_joined(now: datetime) -> Q:
    """What holds for rows of tables that wait and are not to be closed yet."""
    is_slow = Q(base_ms__isnull=True) | Q(is_per_move=True)
    # The first bound by itself, so that the index on the time of making is of use.
    return Q(status=Status.WAITING, created_at__gt=now - JOINED_IN_DAYS_WITHIN) & (
        is_slow | Q(created_at__gt=now - JOINED_WITHIN)
    )


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class TableGame(OfGame):
    """One reading of a table; never changes, and neither must the rows it was read from."""

    table: Table
    game: Game
    seats: Mapping[Side, Seat]
    """Who sits where. While lots are still to be drawn the one seat's side means nothing."""

    @property
    def id(self) -> str:
        """The table's id, part of its address."""
        return self.table.id

    @property
    def status(self) -> Status:
        """How far the table has come."""
        return Status(self.table.status)

    @property
    def plies_played(self) -> int:
        """Moves that the players have made themselves."""
        return self.ply - self.table.opening_plies

    @property
    def version(self) -> int:
        """Grows with every change of the board: what orders are checked against."""
        return self.table.version

    @property
    def revision(self) -> int:
        """Grows with every change: what those who wait ask for."""
        return self.table.revision

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        return self.game.outcome if self.status is Status.OVER else None

    @property
    def is_being_played(self) -> bool:
        """Whether both sit and the game goes on."""
        return self.status is Status.PLAYING

    @property
    def is_lot_to_be_drawn(self) -> bool:
        """Whether nobody knows yet who plays which side."""
        return self.status is Status.WAITING and not self.table.wished_side

    @property
    def to_move(self) -> Side:
        """Whose move it is."""
        return self.game.position.side

    @property
    def control(self) -> TimeControl | None:
        """How much time there is, if there is a clock."""
        return control_of(self.table)

    @cached_property
    def clock(self) -> Clock | None:
        """The clock as stored; ``remaining`` of it says what is left at an instant."""
        control, table = self.control, self.table
        if control is None or table.black_left_ms is None or table.white_left_ms is None:
            return None
        left = (table.black_left_ms, table.white_left_ms)
        return Clock(control, left, BY_LETTER.get(table.clock_runs), table.clock_since)

    @property
    def times(self) -> list[int]:
        """What the mover had left after each move past the opening, in milliseconds."""
        return [int(left) for left in self.table.times.split()]

    @property
    def draw_offered_by(self) -> Side | None:
        """Whose draw offer stands."""
        return BY_LETTER.get(self.table.draw_offered_by)

    @property
    def take_back_by(self) -> Side | None:
        """Who asks to take the last move back."""
        return BY_LETTER.get(self.table.take_back_by)

    @property
    def rematch_by(self) -> Side | None:
        """Who asks for another game."""
        return BY_LETTER.get(self.table.rematch_by)

    def side_of(self, player: str | None) -> Side | None:
        """Where this player sits; None for those who watch."""
        for side, seat in self.seats.items():
            if player is not None and seat.player_id == player:
                return side
        return None

    def side_moved_by(self, player: str | None) -> Side | None:
        """The side that this player's orders are for: on one device, the one to move."""
        side = self.side_of(player)
        return side if side is None or not self.table.is_on_one_device else self.to_move

    def plies_to_take_back(self, side: Side) -> int:
        """How many moves a take-back by ``side`` takes back; 0 if it has not moved yet."""
        plies = 2 if self.to_move is side else 1
        return plies if plies <= self.plies_played else 0

    def claimable_at(self, side: Side) -> datetime | None:
        """From when on ``side`` may claim the game from an absent player; None for at no time."""
        control, table = self.control, self.table
        if not self.is_being_played or self.to_move is side or table.is_on_one_device:
            return None
        if control is not None and control.is_per_move:
            return None
        absence = ABSENCE_WITHOUT_CLOCK if control is None else ABSENCE_WITH_CLOCK
        moved_at = table.moved_at or table.started_at
        seen_at = self.seats[side.other].seen_at
        return (max(seen_at, moved_at) if moved_at else seen_at) + absence


def read_table(table: Table, seats: Sequence[Seat]) -> TableGame:
    """The table that rows describe; ValueError or LookupError if this version cannot read them."""
    game = replay(variant_named(table.rules), table.start, table.moves)
    if table.status == Status.OVER and game.outcome is None:
        termination = Termination(table.termination)
        game = game.ended(Outcome(BY_LETTER.get(table.winner), termination, table.article))
    return TableGame(table, game, {BY_LETTER[seat.side]: seat for seat in seats})
