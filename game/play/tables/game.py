"""A table as a value: the game, the clock, who sits where, what is offered and by whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import Q

from game.models import Seat, Table
from game.models.tables import Status
from game.play.active_game import HasGame
from game.play.replays import replay
from game.rules import Game, Outcome, Side, Termination, find_variant
from game.rules.clock import Clock, TimeControl

BY_LETTER = {side.letter: side for side in Side}
ABSENCE_WITH_CLOCK = timedelta(minutes=5)
ABSENCE_WITHOUT_CLOCK = timedelta(minutes=15)
"""How long a player whose move it is may be away before the other may claim the game. People think
with a page in front of them that asks for nothing, so this is long. With days for each move the
clock alone decides."""
JOIN_WINDOW = timedelta(hours=1)
"""A table with a clock that nobody joined for so long is closed: its maker sits there and waits."""
JOIN_WINDOW_SLOW = timedelta(days=14)
"""So is one with days for each move, or no clock: its maker looks in now and then."""


def milliseconds(instant: datetime) -> int:
    """An instant as clocks count it."""
    return (instant - _EPOCH) // timedelta(milliseconds=1)


def instant(milliseconds: int) -> datetime:
    """The instant that a clock counts so."""
    return _EPOCH + timedelta(milliseconds=milliseconds)


def control_of(row: Table) -> TimeControl | None:
    """How much time there is at a table, if there is a clock."""
    if row.base_ms is None:
        return None
    return TimeControl(row.base_ms, row.increment_ms, row.is_per_move)


def closes_at(row: Table) -> datetime:
    """When a table is closed if nobody has joined by then."""
    is_slow = row.base_ms is None or row.is_per_move
    return row.created_at + (JOIN_WINDOW_SLOW if is_slow else JOIN_WINDOW)


def can_be_joined(now: datetime) -> Q:
    """What holds for rows of tables that wait and are not to be closed yet."""
    is_slow = Q(base_ms__isnull=True) | Q(is_per_move=True)
    # The first bound by itself, so that the index on the time of making is of use.
    return Q(status=Status.WAITING, created_at__gt=now - JOIN_WINDOW_SLOW) & (
        is_slow | Q(created_at__gt=now - JOIN_WINDOW)
    )


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Offers:
    """What the players ask of each other, and when each last asked."""

    draw_by: Side | None = None
    """The side whose draw offer stands."""
    takeback_by: Side | None = None
    """The side that asks to take its last move back."""
    rematch_by: Side | None = None
    """The side that asks for a rematch."""
    draw_offered_at: tuple[int | None, int | None] = (None, None)
    """By side, the ply at which it last offered a draw."""
    takeback_asked_at: tuple[int | None, int | None] = (None, None)
    """By side, the ply at which it last asked for a takeback on this board."""

    @property
    def by_kind(self) -> dict[str, Side | None]:
        """Who asks for what: ``draw``, ``back`` (a takeback) and ``rematch``."""
        return {"draw": self.draw_by, "back": self.takeback_by, "rematch": self.rematch_by}

    def asked_by(self, side: Side | None) -> str:
        """The kind of request of ``side`` that waits for an answer; empty if none does."""
        kinds = self.by_kind.items()
        return next((kind for kind, by in kinds if side is not None and by is side), "")


@dataclass(frozen=True)
class TableGame(HasGame):
    """One reading of a table as values; neither they nor the rows they were read from change."""

    row: Table
    """Where it was read from: the columns that no value below has."""
    game: Game
    seats: Mapping[Side, Seat]
    """Who sits where. While sides are still to be drawn the one seat's side means nothing."""
    clock: Clock | None
    """The clock as stored; its ``remaining`` says what is left at an instant."""
    offers: Offers

    @property
    def id(self) -> str:
        """The table's id, part of its address."""
        return self.row.id

    @property
    def status(self) -> Status:
        """How far the table has come."""
        return Status(self.row.status)

    @property
    def is_listed(self) -> bool:
        """Whether the lobby shows it and anybody may join or watch."""
        return self.row.is_listed

    @property
    def is_on_one_device(self) -> bool:
        """Whether one person moves for both sides."""
        return self.row.is_on_one_device

    @property
    def allows_takebacks(self) -> bool:
        """Whether moves may be taken back if the other player agrees."""
        return self.row.allows_take_backs

    @property
    def plies_played(self) -> int:
        """Plies that the players have made themselves."""
        return self.ply - self.row.opening_plies

    @property
    def version(self) -> int:
        """Grows with every change of the board: what actions are checked against."""
        return self.row.version

    @property
    def revision(self) -> int:
        """Grows with every change of the row: what polls ask for."""
        return self.row.revision

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        return self.game.outcome if self.status is Status.OVER else None

    @property
    def is_being_played(self) -> bool:
        """Whether both players are seated and the game is under way."""
        return self.status is Status.PLAYING

    @property
    def is_side_undecided(self) -> bool:
        """Whether the sides are still to be drawn at random."""
        return self.status is Status.WAITING and not self.row.wished_side

    @property
    def to_move(self) -> Side:
        """The side to move."""
        return self.game.position.side

    @property
    def control(self) -> TimeControl | None:
        """The time control; None without a clock."""
        return None if self.clock is None else self.clock.control

    @property
    def times(self) -> list[int]:
        """What the mover had left after each move past the opening, in milliseconds."""
        return [int(left) for left in self.row.times.split()]

    def side_of(self, player: str | None) -> Side | None:
        """Return the side of this player; None for spectators."""
        for side, seat in self.seats.items():
            if player is not None and seat.player_id == player:
                return side
        return None

    def side_moved_by(self, player: str | None) -> Side | None:
        """Return the side that this player's actions are for: on one device, the side to move."""
        side = self.side_of(player)
        return side if side is None or not self.is_on_one_device else self.to_move

    def plies_to_take_back(self, side: Side) -> int:
        """Return how many plies a takeback by ``side`` undoes; 0 if it has not moved yet."""
        plies = 2 if self.to_move is side else 1
        return plies if plies <= self.plies_played else 0

    def claimable_at(self, side: Side) -> datetime | None:
        """Return when ``side`` may claim the game of an absent opponent; None if it never may."""
        control, row = self.control, self.row
        if not self.is_being_played or self.to_move is side or self.is_on_one_device:
            return None
        if control is not None and control.is_per_move:
            return None
        absence = ABSENCE_WITHOUT_CLOCK if control is None else ABSENCE_WITH_CLOCK
        moved_at = row.moved_at or row.started_at
        seen_at = self.seats[side.other].seen_at
        return (max(seen_at, moved_at) if moved_at else seen_at) + absence


def _clock_of(row: Table) -> Clock | None:
    control = control_of(row)
    if control is None or row.black_left_ms is None or row.white_left_ms is None:
        return None
    left = (row.black_left_ms, row.white_left_ms)
    return Clock(control, left, BY_LETTER.get(row.clock_runs), row.clock_since)


def _offers_of(row: Table) -> Offers:
    return Offers(
        draw_by=BY_LETTER.get(row.draw_offered_by),
        takeback_by=BY_LETTER.get(row.take_back_by),
        rematch_by=BY_LETTER.get(row.rematch_by),
        draw_offered_at=(row.black_offered_ply, row.white_offered_ply),
        takeback_asked_at=(row.black_asked_ply, row.white_asked_ply),
    )


def read_table(row: Table, seats: Sequence[Seat]) -> TableGame:
    """The table that rows describe; ValueError or LookupError if this version cannot read them."""
    game = replay(find_variant(row.rules), row.start, row.moves)
    if row.status == Status.OVER and game.outcome is None:
        termination = Termination(row.termination)
        game = game.ended(Outcome(BY_LETTER.get(row.winner), termination, row.article))
    return TableGame(
        row,
        game,
        {BY_LETTER[seat.side]: seat for seat in seats},
        _clock_of(row),
        _offers_of(row),
    )
