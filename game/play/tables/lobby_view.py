"""The lobby as one person sees it: their own tables, tables to join, games to watch, guests.

Only columns are read and no game is replayed, so a full lobby costs no more than an empty one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from django.db.models import F, Q

from game.models import Guest, Seat, Table
from game.models.tables import Status, TableQuerySet
from game.play.players import known_player
from game.play.sessions import SessionStore
from game.play.tables.game import BY_LETTER, can_be_joined, control_of, milliseconds
from game.play.tables.guests import present_guests
from game.play.tables.lobby import (
    LEFT_AFTER,
    MAX_WAITING_TABLES,
    open_tables,
    tables_of,
    tables_played,
)
from game.rules import Side, Variant, find_variant
from game.rules.clock import TimeControl

PAGE_SIZE = 20
"""Tables to join, and games to watch, on one page of the lobby."""
MAX_OWN_TABLES = 50
"""The player's own tables that are listed; nobody plays more at a time."""
MAX_NAMES = 60
RECENTLY_ENDED = timedelta(hours=1)
"""How long a player's finished game stays listed, for a rematch."""
NEWS_COLUMNS = ("id", "status", "ply", "draw_offered_by", "take_back_by", "rematch_by")
"""The columns of a player's own tables whose changes are news to them."""
CHOICES = "table_choices"
"""Session key of the options of the last table, as the form sent them."""
AWAITED = "tables_awaited"
"""Session key of the ids of the tables where the player waited last."""


@dataclass(frozen=True)
class TableEntry:
    """A table as the lobby lists it; neither it nor its rows are ever changed."""

    row: Table
    seats: tuple[Seat, ...]
    own: Side | None = None
    """The reader's side; arbitrary while the sides are undecided."""
    is_over_by_time: bool = False
    """Whether a flag has fallen but the game has not been ended yet."""

    @property
    def variant(self) -> Variant:
        """The rules in force."""
        return find_variant(self.row.rules)

    @property
    def control(self) -> TimeControl | None:
        """The time control; None without a clock."""
        return control_of(self.row)

    @property
    def opening(self) -> tuple[str, str]:
        """The kind of opening, and the number of the ballot or the seed."""
        kind, _, number = self.row.opening.partition(":")
        return kind, number

    @property
    def is_waiting(self) -> bool:
        """Whether a seat is free."""
        return self.row.status == Status.WAITING

    @property
    def free_side(self) -> Side | None:
        """The side of the player who joins; None if it is random."""
        taken = BY_LETTER.get(self.row.wished_side)
        return taken.other if taken is not None else None

    @property
    def is_just_joined(self) -> bool:
        """Whether an opponent has joined a table that the reader created, and no move is played.

        Seats are in the order in which they were taken.
        """
        is_creator = self.own is not None and self.seats[0].side == self.own.letter
        is_new = self.row.status == Status.PLAYING and not self.moves_played
        is_joined = self.row.rematch_of_id is None and not self.is_on_one_device
        return is_creator and is_new and is_joined

    @property
    def is_on_one_device(self) -> bool:
        """Whether both sides are played from one device."""
        return self.row.is_on_one_device

    @property
    def to_move(self) -> Side:
        """The side to move; sides alternate from the start position on."""
        first = BY_LETTER[self.row.start[0]]
        return first.other if self.row.ply % 2 else first

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.row.status == Status.OVER

    @property
    def winner(self) -> Side | None:
        """The winner of a game that is over; None after a draw."""
        return BY_LETTER.get(self.row.winner)

    @property
    def answer_due(self) -> str:
        """What the opponent offers or requests: ``draw``, ``back``, ``rematch``, or empty."""
        row = self.row
        offers = {
            "draw": row.draw_offered_by,
            "back": row.take_back_by,
            "rematch": row.rematch_by,
        }
        other = None if self.own is None else self.own.other.letter
        return next((kind for kind, by in offers.items() if by == other), "")

    @property
    def is_own_turn(self) -> bool:
        """Whether the reader is to move here, or time has decided the game."""
        if self.is_waiting or self.is_over:
            return False
        is_to_move = self.to_move is self.own and not self.is_on_one_device
        return self.is_over_by_time or is_to_move

    def host_left_at(self, now: datetime) -> datetime | None:
        """Return when the creator of an open table was last seen; None while they seem to be there.

        Also None with days for each move or without a clock: there nobody waits on the page.
        """
        if self.control is None or self.control.is_per_move:
            return None
        host = self.seats[0]
        guest = getattr(host.player, "guest", None)
        seen_at = host.seen_at if guest is None else max(host.seen_at, guest.seen_at)
        return seen_at if seen_at <= now - LEFT_AFTER else None

    def name(self, side: Side) -> str:
        """Return the name of the player of that side; empty while there is none."""
        return next((seat.name for seat in self.seats if seat.side == side.letter), "")

    @property
    def moves_played(self) -> int:
        """Plies that the players have made, without those of the opening."""
        return self.row.ply - self.row.opening_plies


@dataclass(frozen=True)
class Lobby:
    """Everything that the lobby page shows."""

    own: list[TableEntry]
    """The reader's: their turn or answer first, then the opponent's turn, ended games, waiting."""
    open: list[TableEntry]
    has_more_open: bool
    played: list[TableEntry]
    has_more_played: bool
    guests: list[Guest]
    token: str
    """As returned by ``token``."""


def lobby_for(session: SessionStore, now: datetime, page: int = 1, played_page: int = 1) -> Lobby:
    """Return the lobby for this session's player; pages of both lists are numbered from 1."""
    player = known_player(session)
    tables = list(_own_tables(player, now))
    own = sorted((_entry(row, player, now) for row in tables), key=_sort_key)
    opened, has_more_open = _page(open_tables(now), page)
    played, has_more_played = _page(tables_played(now), played_page)
    return Lobby(
        own,
        # The player's own tables are in ``own``.
        [entry for entry in (_entry(row, player, now) for row in opened) if entry.own is None],
        has_more_open,
        [entry for entry in (_entry(row, player, now) for row in played) if entry.own is None],
        has_more_played,
        list(present_guests(now)[:MAX_NAMES]),
        _token(
            [tuple(getattr(row, name) for name in NEWS_COLUMNS) for row in tables],
            [row.pk for row in opened],
        ),
    )


def token(session: SessionStore, now: datetime, page: int = 1) -> str:
    """Return a text that changes when the lobby does.

    The part before the full stop changes with the player's own tables, the part after it with that
    page of open tables.
    """
    own = _own_tables(known_player(session), now).prefetch_related(None)
    opened, _ = _page(open_tables(now).prefetch_related(None).only("pk"), page)
    return _token(list(own.values_list(*NEWS_COLUMNS)), [row.pk for row in opened])


def has_first_table(before: str, now: str) -> bool:
    """Return whether, by two tokens, somebody else's table is open where none was before."""
    (own, _, opened), (own_now, _, opened_now) = before.partition("."), now.partition(".")
    return own == own_now and opened == _digest([]) != opened_now


def started_game(session: SessionStore, waited: Iterable[str], now: datetime) -> TableEntry | None:
    """Return one of the tables ``waited`` at (their ids) where the player's game has started."""
    player = known_player(session)
    tables = tables_of(player).filter(pk__in=list(waited), status=Status.PLAYING)
    return next((_entry(row, player, now) for row in tables), None)


def await_opponent(session: SessionStore, table_id: str) -> None:
    """Remember that the player waits at a table, so that pages of other games can tell them."""
    with session.exclusive():
        session[AWAITED] = [*_awaited(session), table_id][-MAX_WAITING_TABLES:]


def awaited_table(session: SessionStore, now: datetime) -> TableEntry | None:
    """Return the table where the player waits, or the game there that they have not moved in.

    A game comes first. Without such a table no query is made for players who never waited.
    """
    waited = _awaited(session)
    if not waited:
        return None
    is_new = Q(status=Status.PLAYING, ply__lte=F("opening_plies") + 1)
    player = known_player(session)
    tables = tables_of(player).filter(can_be_joined(now) | is_new, pk__in=waited)
    entries = [_entry(row, player, now) for row in tables]
    unmoved = [it for it in entries if it.is_waiting or not it.moves_played or it.is_own_turn]
    return min(unmoved, key=lambda entry: entry.is_waiting, default=None)


def _awaited(session: SessionStore) -> list[str]:
    stored = session.get(AWAITED)
    return [it for it in stored if isinstance(it, str)] if isinstance(stored, list) else []


def count_turns(session: SessionStore, now: datetime) -> int:
    """Return the number of tables where it is the turn of this session's player."""
    player = known_player(session)
    entries = (_entry(row, player, now) for row in _own_tables(player, now))
    return sum(entry.is_own_turn for entry in entries)


def last_choices(session: SessionStore) -> dict[str, str]:
    """Return the options of the last table by field name; empty if there was none."""
    stored = session.get(CHOICES)
    return dict(stored) if isinstance(stored, dict) else {}


def remember_choices(session: SessionStore, choices: dict[str, str]) -> None:
    """Store the options of a table as the defaults for the next one."""
    with session.exclusive():
        session[CHOICES] = choices


def _own_tables(player: str | None, now: datetime) -> TableQuerySet:
    ended = Q(status=Status.OVER, changed_at__gt=now - RECENTLY_ENDED)
    return tables_of(player).filter(can_be_joined(now) | ended | Q(status=Status.PLAYING))[
        :MAX_OWN_TABLES
    ]


def _entry(row: Table, player: str | None, now: datetime) -> TableEntry:
    seats = tuple(row.seats.all())
    own = next((seat for seat in seats if player is not None and seat.player_id == player), None)
    return TableEntry(
        row,
        seats,
        BY_LETTER[own.side] if own is not None else None,
        row.flag_at is not None and row.flag_at <= milliseconds(now),
    )


def _sort_key(entry: TableEntry) -> int:
    if entry.is_waiting or entry.is_over:
        return 3 if entry.is_waiting else 2
    return 0 if entry.is_own_turn or entry.answer_due else 1


def _page(tables: TableQuerySet, number: int) -> tuple[list[Table], bool]:
    """Return the tables of a page, and whether more follow, without counting all of them."""
    first = (number - 1) * PAGE_SIZE
    found = list(tables[first : first + PAGE_SIZE + 1])
    return found[:PAGE_SIZE], len(found) > PAGE_SIZE


def _token(own: Sequence[object], opened: Sequence[object]) -> str:
    return f"{_digest(own)}.{_digest(opened)}"


def _digest(rows: Sequence[object]) -> str:
    return sha256(repr(list(rows)).encode()).hexdigest()[:12]
