"""A table as a value: the game, the clock, the seats, the offers."""

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
"""How long the player to move may be absent before the opponent may claim the game. It is long,
because the page of a player who is thinking may not poll. With days for each move only the clock
decides."""
JOIN_WINDOW = timedelta(hours=1)
"""A table with a clock is closed if nobody joins it for so long: its creator waits on the page."""
JOIN_WINDOW_SLOW = timedelta(days=14)
"""The same with days for each move or without a clock: its creator looks in now and then."""


def milliseconds(instant: datetime) -> int:
    """Return an instant in milliseconds since 1970 UTC, as clocks count."""
    return (instant - _EPOCH) // timedelta(milliseconds=1)


def instant(milliseconds: int) -> datetime:
    """Return the instant of a clock's milliseconds since 1970 UTC."""
    return _EPOCH + timedelta(milliseconds=milliseconds)


def control_of(row: Table) -> TimeControl | None:
    """Return the time control of a table; None without a clock."""
    if row.base_ms is None:
        return None
    return TimeControl(row.base_ms, row.increment_ms, row.is_per_move)


def closes_at(row: Table) -> datetime:
    """Return when a table is closed if nobody joins it."""
    is_slow = row.base_ms is None or row.is_per_move
    return row.created_at + (JOIN_WINDOW_SLOW if is_slow else JOIN_WINDOW)


def can_be_joined(now: datetime) -> Q:
    """Return the condition for tables that are waiting for an opponent and not yet stale."""
    is_slow = Q(base_ms__isnull=True) | Q(is_per_move=True)
    # The wider bound comes first and alone, so that the index on ``created_at`` is used.
    return Q(status=Status.WAITING, created_at__gt=now - JOIN_WINDOW_SLOW) & (
        is_slow | Q(created_at__gt=now - JOIN_WINDOW)
    )


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Offers:
    """The open offers and requests of the players, and when each last made one."""

    draw_by: Side | None = None
    """The side whose draw offer is open."""
    draw_declined_by: Side | None = None
    """The side that declined the opponent's last draw offer, until the opponent has moved."""
    takeback_by: Side | None = None
    """The side whose takeback request is open."""
    rematch_by: Side | None = None
    """The side whose rematch offer is open."""
    draw_offered_at: tuple[int | None, int | None] = (None, None)
    """By side, the ply of its last draw offer."""
    takeback_asked_at: tuple[int | None, int | None] = (None, None)
    """By side, the ply of its last takeback request on this board."""

    @property
    def by_kind(self) -> dict[str, Side | None]:
        """The side with an open offer, by kind: ``draw``, ``back`` (a takeback), ``rematch``."""
        return {"draw": self.draw_by, "back": self.takeback_by, "rematch": self.rematch_by}

    def asked_by(self, side: Side | None) -> str:
        """Return the kind of the open offer of ``side``, as in ``by_kind``; empty if none."""
        kinds = self.by_kind.items()
        return next((kind for kind, by in kinds if side is not None and by is side), "")


@dataclass(frozen=True)
class TableGame(HasGame):
    """A table as loaded; neither the values nor the rows they come from are ever changed."""

    row: Table
    """The row, for columns that the values below do not have."""
    game: Game
    seats: Mapping[Side, Seat]
    """The seats by side. While the sides are undecided, the side of the only seat is arbitrary."""
    clock: Clock | None
    """The clock as stored; ``remaining`` gives the time left at an instant."""
    offers: Offers

    @property
    def id(self) -> str:
        """The table's id, part of its URL."""
        return self.row.id

    @property
    def status(self) -> Status:
        """Whether the table is waiting, being played, over or closed."""
        return Status(self.row.status)

    @property
    def is_listed(self) -> bool:
        """Whether the lobby lists it and anyone may join or watch."""
        return self.row.is_listed

    @property
    def is_on_one_device(self) -> bool:
        """Whether both sides are played from one device, with one seat's player."""
        return self.row.is_on_one_device

    @property
    def allows_takebacks(self) -> bool:
        """Whether moves may be taken back if the opponent agrees."""
        return self.row.allows_take_backs

    @property
    def plies_played(self) -> int:
        """Plies that the players have made, without those of the opening."""
        return self.ply - self.row.opening_plies

    @property
    def version(self) -> int:
        """Grows with every change of the board; actions must match it."""
        return self.row.version

    @property
    def revision(self) -> int:
        """Grows with every change of the row; polls compare it."""
        return self.row.revision

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None if it has not."""
        return self.game.outcome if self.status is Status.OVER else None

    @property
    def is_being_played(self) -> bool:
        """Whether both players are seated and the game is in progress."""
        return self.status is Status.PLAYING

    @property
    def is_side_undecided(self) -> bool:
        """Whether the sides will be assigned at random when an opponent joins."""
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
        """Time left to the mover after each move past the opening, in milliseconds."""
        return [int(left) for left in self.row.times.split()]

    def side_of(self, player: str | None) -> Side | None:
        """Return the side of this player; None for spectators."""
        for side, seat in self.seats.items():
            if player is not None and seat.player_id == player:
                return side
        return None

    def side_moved_by(self, player: str | None) -> Side | None:
        """Return the side this player acts for: on one device, the side to move."""
        side = self.side_of(player)
        return side if side is None or not self.is_on_one_device else self.to_move

    def plies_to_take_back(self, side: Side) -> int:
        """Return how many plies a takeback by ``side`` undoes; 0 if it has not moved yet."""
        plies = 2 if self.to_move is side else 1
        return plies if plies <= self.plies_played else 0

    def claimable_at(self, side: Side) -> datetime | None:
        """Return when ``side`` may claim the game from an absent opponent; None if it may not."""
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
        draw_declined_by=BY_LETTER.get(row.draw_declined_by),
        takeback_by=BY_LETTER.get(row.take_back_by),
        rematch_by=BY_LETTER.get(row.rematch_by),
        draw_offered_at=(row.black_offered_ply, row.white_offered_ply),
        takeback_asked_at=(row.black_asked_ply, row.white_asked_ply),
    )


def read_table(row: Table, seats: Sequence[Seat]) -> TableGame:
    """Return the table of these rows; ValueError or LookupError if this version cannot read it."""
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
