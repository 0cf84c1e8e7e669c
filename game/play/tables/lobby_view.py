"""The room as one person sees it: tables of their own, tables to join, games to watch, who is here.

Only columns are read and no game is replayed, so a full room costs what an empty one does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from django.db.models import Q

from game.models import Guest, Seat, Table
from game.models.tables import Status, TableQuerySet
from game.play.players import known_player
from game.play.sessions import SessionStore
from game.play.tables.game import BY_LETTER, can_be_joined, control_of, milliseconds
from game.play.tables.guests import present_guests
from game.play.tables.lobby import open_tables, tables_of, tables_played
from game.rules import Side, Variant, find_variant
from game.rules.clock import TimeControl

PAGE_SIZE = 20
"""Tables to join, and games to watch, on one page of the room."""
MAX_OWN_TABLES = 50
"""Tables of one's own that are listed: nobody plays more at a time."""
MAX_NAMES = 60
RECENTLY_ENDED = timedelta(hours=1)
"""How long a game of one's own is still listed when it is over: another may be asked for there."""
NEWS_COLUMNS = ("id", "status", "ply", "draw_offered_by", "take_back_by", "rematch_by")
"""What of a player's own tables is news to them when it changes."""
CHOICES = "table_choices"
"""Where in the session the choices for the last table lie, as the form sent them."""


@dataclass(frozen=True)
class TableEntry:
    """A table as the room lists it; never changes, and neither must its rows."""

    row: Table
    seats: tuple[Seat, ...]
    own: Side | None = None
    """Where the one who looks sits; while lots are still to be drawn it means nothing."""
    is_over_by_time: bool = False
    """Whether a flag has fallen that nobody has looked at yet."""

    @property
    def variant(self) -> Variant:
        """The rules played by."""
        return find_variant(self.row.rules)

    @property
    def control(self) -> TimeControl | None:
        """How much time there is, if there is a clock."""
        return control_of(self.row)

    @property
    def opening(self) -> tuple[str, str]:
        """How the game opens, and the number of the ballot or of the seed."""
        kind, _, number = self.row.opening.partition(":")
        return kind, number

    @property
    def is_waiting(self) -> bool:
        """Whether a seat is free."""
        return self.row.status == Status.WAITING

    @property
    def free_side(self) -> Side | None:
        """The side that whoever joins will play; None if lots are drawn."""
        taken = BY_LETTER.get(self.row.wished_side)
        return taken.other if taken is not None else None

    @property
    def is_just_joined(self) -> bool:
        """Whether somebody has sat down at the table of the one who looks, and no move is played.

        Seats are in the order in which they were taken.
        """
        is_maker = self.own is not None and self.seats[0].side == self.own.letter
        is_new = self.row.status == Status.PLAYING and not self.moves_played
        is_joined = self.row.rematch_of_id is None and not self.is_on_one_device
        return is_maker and is_new and is_joined

    @property
    def is_on_one_device(self) -> bool:
        """Whether whoever made it moves for both sides."""
        return self.row.is_on_one_device

    @property
    def to_move(self) -> Side:
        """Whose move it is: sides take turns from the start position on."""
        first = BY_LETTER[self.row.start[0]]
        return first.other if self.row.ply % 2 else first

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.row.status == Status.OVER

    @property
    def winner(self) -> Side | None:
        """Who won a game that is over; None after a draw."""
        return BY_LETTER.get(self.row.winner)

    @property
    def answer_due(self) -> str:
        """What the other player asks for: ``draw``, ``back`` or ``rematch``; empty if nothing."""
        row = self.row
        asked = {
            "draw": row.draw_offered_by,
            "back": row.take_back_by,
            "rematch": row.rematch_by,
        }
        other = None if self.own is None else self.own.other.letter
        return next((what for what, by in asked.items() if by == other), "")

    @property
    def is_own_turn(self) -> bool:
        """Whether the one who looks has to do something at this table."""
        if self.is_waiting or self.is_over:
            return False
        is_moved_for = self.to_move is self.own and not self.is_on_one_device
        return self.is_over_by_time or is_moved_for

    def name(self, side: Side) -> str:
        """Who sits there; empty while nobody does."""
        return next((seat.name for seat in self.seats if seat.side == side.letter), "")

    @property
    def moves_played(self) -> int:
        """Moves that the players have made themselves."""
        return self.row.ply - self.row.opening_plies


@dataclass(frozen=True)
class Lobby:
    """Everything that the page of the room shows."""

    own: list[TableEntry]
    """Where one has to move first, where the other has, what has just ended, what waits."""
    open: list[TableEntry]
    has_more_open: bool
    played: list[TableEntry]
    has_more_played: bool
    guests: list[Guest]
    token: str
    """As ``token`` gives it."""


def lobby_for(session: SessionStore, now: datetime, page: int = 1, played_page: int = 1) -> Lobby:
    """The room for this session's player; pages of both lists count from 1."""
    player = known_player(session)
    tables = list(_own_tables(player, now))
    own = sorted((_entry(row, player, now) for row in tables), key=_urgency)
    opened, has_more_open = _page(open_tables(now), page)
    played, has_more_played = _page(tables_played(now), played_page)
    return Lobby(
        own,
        # One's own stand above already.
        [it for it in (_entry(row, player, now) for row in opened) if it.own is None],
        has_more_open,
        [it for it in (_entry(row, player, now) for row in played) if it.own is None],
        has_more_played,
        list(present_guests(now)[:MAX_NAMES]),
        _token(
            [tuple(getattr(row, name) for name in NEWS_COLUMNS) for row in tables],
            [row.pk for row in opened],
        ),
    )


def token(session: SessionStore, now: datetime, page: int = 1) -> str:
    """Changes with the player's own tables, up to the full stop, and with a page of open ones."""
    own = _own_tables(known_player(session), now).prefetch_related(None)
    opened, _ = _page(open_tables(now).prefetch_related(None).only("pk"), page)
    return _token(list(own.values_list(*NEWS_COLUMNS)), [row.pk for row in opened])


def started_game(session: SessionStore, waited: Iterable[str], now: datetime) -> TableEntry | None:
    """That of the player's own tables, of those they were ``waited`` at, where a game goes on."""
    player = known_player(session)
    tables = tables_of(player).filter(pk__in=list(waited), status=Status.PLAYING)
    return next((_entry(row, player, now) for row in tables), None)


def count_turns(session: SessionStore, now: datetime) -> int:
    """At how many tables this session's player has to move."""
    player = known_player(session)
    entries = (_entry(row, player, now) for row in _own_tables(player, now))
    return sum(entry.is_own_turn for entry in entries)


def last_choices(session: SessionStore) -> dict[str, str]:
    """What was chosen for the last table, by name of field; empty if this would be the first."""
    stored = session.get(CHOICES)
    return dict(stored) if isinstance(stored, dict) else {}


def remember_choices(session: SessionStore, choices: dict[str, str]) -> None:
    """Keep what was chosen for a table, to begin from the next time."""
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


def _urgency(entry: TableEntry) -> int:
    if entry.is_waiting or entry.is_over:
        return 3 if entry.is_waiting else 2
    return 0 if entry.is_own_turn or entry.answer_due else 1


def _page(tables: TableQuerySet, number: int) -> tuple[list[Table], bool]:
    """The tables of a page, and whether more follow; nothing is counted for it."""
    first = (number - 1) * PAGE_SIZE
    found = list(tables[first : first + PAGE_SIZE + 1])
    return found[:PAGE_SIZE], len(found) > PAGE_SIZE


def _token(own: Sequence[object], opened: Sequence[object]) -> str:
    digests = (sha256(repr(list(rows)).encode()).hexdigest()[:12] for rows in (own, opened))
    return ".".join(digests)
