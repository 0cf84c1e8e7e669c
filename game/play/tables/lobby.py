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
from game.play.secret_key import digests
from game.play.tables.game import BY_LETTER, TableGame, can_be_joined, milliseconds
from game.play.tables.options import LOTS, Options, unsaved_table
from game.play.tables.rate_limits import Kind, count, hold_player
from game.play.tables.refusals import (
    NoLongerOpen,
    NoSuchTable,
    NotInvited,
    OwnTable,
    Taken,
    TooMany,
)
from game.play.tables.storage import Changes, closing, look, order, while_held, write
from game.rules import Side

MOST_WAITING = 3
"""Tables of one player that wait for somebody at a time."""


def create(
    guest: Guest, address: str, options: Options, now: datetime, form: str = ""
) -> TableGame:
    """Make a table at which ``guest`` waits, or on one device plays; TooMany if they made too many.

    Too many wait, that is, or too many were made of late. A ``form`` that has made one before, and
    the table is still there to be played at, makes no other.
    """
    with transaction.atomic():
        hold_player(guest.player_id)
        table_id = id_made_by(form, guest.player_id)
        if (made := Table.objects.filter(pk=table_id).first()) is not None:
            if made.status in (Status.WAITING, Status.PLAYING):
                return look(table_id, now)
            table_id = new_id()
        if not options.is_on_one_device:
            _check_waiting(guest.player_id, now)
        count(Kind.MAKE, guest.player_id, address, now)
        table = unsaved_table(options)
        table.id = table_id
        table.invitation_hash = "" if options.is_listed else _hash(invitation_secret(table.id))
        table.created_at = table.changed_at = now
        if options.is_on_one_device:
            table.status, table.started_at = Status.PLAYING, now
        table.save(force_insert=True)
        side = Side.BLACK if options.side is None else options.side
        _sit(table, side, guest, now)
        if options.is_on_one_device:
            Seat.objects.create(table=table, side=side.other.letter, name="", seen_at=now)
        return look(table.id, now)


def _check_waiting(player: str, now: datetime) -> None:
    if Table.objects.of(player).filter(can_be_joined(now)).count() >= MOST_WAITING:
        raise TooMany("waiting")


def join(table_id: str, guest: Guest, address: str, now: datetime, secret: str = "") -> TableGame:
    """Sit down opposite whoever waits, and the game begins; ``secret`` is the link's, if it is one.

    Raises a TableRefused (Taken if somebody was quicker), or TooMany. Who sits there already, after
    a double press say, just gets the table.
    """
    return while_held(
        table_id, now, lambda at: _joined(at, guest, address, now, secret), guest.player_id
    )


def invited_to(secret: str, now: datetime) -> TableGame:
    """The table that a link leads to; or NoSuchTable."""
    ids = Table.objects.filter(invitation_hash=_hash(secret)).values_list("id", flat=True)
    for table_id in ids:
        return look(table_id, now)
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
    """Close a table at which nobody has joined its maker; Taken if somebody just has."""

    def decide(at: TableGame, side: Side) -> Changes:
        if at.status is Status.CLOSED:
            return {}
        if at.status is not Status.WAITING:
            raise Taken(at)
        return closing(now)

    return order(table_id, player, now, decide)


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


def _joined(at: TableGame, guest: Guest, address: str, now: datetime, secret: str) -> TableGame:
    if at.side_of(guest.player_id) is not None:
        if at.status is Status.WAITING:
            raise OwnTable(at)
        return at
    if at.status is Status.CLOSED:
        raise NoLongerOpen(at)
    if at.status is not Status.WAITING:
        raise Taken(at)
    if not at.table.is_listed and at.table.invitation_hash != _hash(secret):
        raise NotInvited(at)
    count(Kind.JOIN, guest.player_id, address, now)
    (seat,) = at.seats.values()
    side = BY_LETTER[seat.side]
    if not at.table.wished_side and LOTS.random() < 0.5:
        side = side.other
        Seat.objects.filter(pk=seat.pk).update(side=side.letter)
    _sit(at.table, side.other, guest, now)
    write(at, {"status": Status.PLAYING, "started_at": now}, now)
    return look(at.id, now)


def _sit(table: Table, side: Side, guest: Guest, now: datetime) -> None:
    Seat.objects.create(
        table=table, side=side.letter, player_id=guest.player_id, name=guest.name, seen_at=now
    )


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
