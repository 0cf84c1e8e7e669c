"""The room: tables are made, found, joined and closed.

Of two who join at once one sits and the other is told: the table's row is held from reading to
writing, and no two seats of a table have the same side or player.
"""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256

from django.db import transaction
from django.db.models import Prefetch
from django.utils.crypto import constant_time_compare

from game.models import Guest, Seat, Table
from game.models.tables import Status, TableQuerySet
from game.play.players import id_made_by, new_id
from game.play.refusals import (
    NoSuchTable,
    NotInvited,
    OwnTable,
    RateLimitExceeded,
    SeatTaken,
    TableClosed,
)
from game.play.secret_key import digests
from game.play.tables.game import BY_LETTER, TableGame, can_be_joined, milliseconds
from game.play.tables.options import RNG, Options, unsaved_table
from game.play.tables.rate_limits import ActionKind, count_action, lock_player
from game.play.tables.storage import (
    Changes,
    closing_columns,
    load,
    perform,
    store,
    with_table_locked,
)
from game.rules import Side

MAX_WAITING_TABLES = 3
"""Tables of one player that wait for somebody at a time."""


def create(
    guest: Guest, address: str, options: Options, now: datetime, form: str = ""
) -> TableGame:
    """Make a table at which ``guest`` waits, or on one device plays; RateLimitExceeded if they made too many.

    Too many wait, that is, or too many were made of late. A ``form`` that has made one before, and
    the table is still there to be played at, makes no other.
    """
    with transaction.atomic():
        lock_player(guest.player_id)
        table_id = id_made_by(form, guest.player_id)
        if (made := Table.objects.filter(pk=table_id).first()) is not None:
            if made.status in (Status.WAITING, Status.PLAYING):
                return load(table_id, now)
            table_id = new_id()
        if not options.is_on_one_device:
            _check_waiting(guest.player_id, now)
        count_action(ActionKind.MAKE, guest.player_id, address, now)
        row = unsaved_table(options)
        row.id = table_id
        row.invitation_hash = "" if options.is_listed else _hash(invitation_secret(row.id))
        row.created_at = row.changed_at = now
        if options.is_on_one_device:
            row.status, row.started_at = Status.PLAYING, now
        row.save(force_insert=True)
        side = Side.BLACK if options.side is None else options.side
        _sit(row, side, guest, now)
        if options.is_on_one_device:
            Seat.objects.create(table=row, side=side.other.letter, name="", seen_at=now)
        return load(row.id, now)


def _check_waiting(player: str, now: datetime) -> None:
    if Table.objects.of(player).filter(can_be_joined(now)).count() >= MAX_WAITING_TABLES:
        raise RateLimitExceeded("waiting")


def join(table_id: str, guest: Guest, address: str, now: datetime, secret: str = "") -> TableGame:
    """Sit down opposite whoever waits, and the game begins; ``secret`` is the link's, if it is one.

    Raises a Refusal (SeatTaken if somebody was quicker), or RateLimitExceeded. Who sits there already, after
    a double press say, just gets the table.
    """
    return with_table_locked(
        table_id, now, lambda table: _joined(table, guest, address, now, secret), guest.player_id
    )


def invited_to(secret: str, now: datetime) -> TableGame:
    """The table that a link leads to; or NoSuchTable."""
    ids = Table.objects.filter(invitation_hash=_hash(secret)).values_list("id", flat=True)
    for table_id in ids:
        return load(table_id, now)
    raise NoSuchTable


def invitation_secret(table_id: str, known_hash: str = "") -> str:
    """What the link to a private table ends in; follows from the id and the site's secret key.

    Where ``known_hash`` is the table's, it is the one that was sent though the key has changed.
    """
    latest, *older = _invitation_secrets(table_id)
    return next((secret for secret in older if _hash(secret) == known_hash), latest)


def is_invitation(secret: str, table_id: str) -> bool:
    """Whether this is what links to the table end in, or ended in before the key was changed."""
    return any(constant_time_compare(secret, made) for made in _invitation_secrets(table_id))


def _invitation_secrets(table_id: str) -> list[str]:
    return [digest.hex()[:24] for digest in digests("crownhead.table", table_id)]


def close(table_id: str, player: str, now: datetime) -> TableGame:
    """Close a table at which nobody has joined its maker; SeatTaken if somebody just has."""

    def decide(table: TableGame, side: Side) -> Changes:
        if table.status is Status.CLOSED:
            return {}
        if table.status is not Status.WAITING:
            raise SeatTaken(table)
        return closing_columns(now)

    return perform(table_id, player, now, decide)


def open_tables(now: datetime) -> TableQuerySet:
    """Tables that anybody may join, the latest first, each with ``seats.all()`` at no more cost."""
    tables = Table.objects.open().filter(can_be_joined(now))
    return tables.prefetch_related(Prefetch("seats", Seat.objects.order_by("id")))


def tables_played(now: datetime) -> TableQuerySet:
    """Games of the room that go on, the one with the latest change first, with their seats."""
    tables = Table.objects.being_played().exclude(flag_at__lte=milliseconds(now))
    return tables.prefetch_related(Prefetch("seats", Seat.objects.order_by("id")))


def tables_of(player: str | None) -> TableQuerySet:
    """A player's own tables, whatever has become of them, the one with the latest change first."""
    tables = Table.objects.of(player) if player else Table.objects.none()
    return tables.prefetch_related(Prefetch("seats", Seat.objects.order_by("id")))


def has_sat_at(table_id: str, player: str | None) -> bool:
    """Whether a player has a seat at a table, whatever has become of it."""
    return player is not None and Seat.objects.filter(table=table_id, player=player).exists()


def _joined(table: TableGame, guest: Guest, address: str, now: datetime, secret: str) -> TableGame:
    if table.side_of(guest.player_id) is not None:
        if table.status is Status.WAITING:
            raise OwnTable(table)
        return table
    if table.status is Status.CLOSED:
        raise TableClosed(table)
    if table.status is not Status.WAITING:
        raise SeatTaken(table)
    if not table.is_listed and table.row.invitation_hash != _hash(secret):
        raise NotInvited(table)
    count_action(ActionKind.JOIN, guest.player_id, address, now)
    (seat,) = table.seats.values()
    side = BY_LETTER[seat.side]
    if not table.row.wished_side and RNG.random() < 0.5:
        side = side.other
        Seat.objects.filter(pk=seat.pk).update(side=side.letter)
    _sit(table.row, side.other, guest, now)
    store(table, {"status": Status.PLAYING, "started_at": now}, now)
    return load(table.id, now)


def _sit(row: Table, side: Side, guest: Guest, now: datetime) -> None:
    Seat.objects.create(
        table=row, side=side.letter, player_id=guest.player_id, name=guest.name, seen_at=now
    )


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
