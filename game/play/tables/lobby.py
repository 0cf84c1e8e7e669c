"""The lobby: creating, finding, joining and closing tables.

Of two players who join at once one gets the seat and the other SeatTaken: the table's row is locked
from loading to storing, and no two seats of a table have the same side or player.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import sha256

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Prefetch, Q
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

LEFT_AFTER = timedelta(minutes=5)
"""A player not seen at the table for so long has left a game that has not begun."""
MAX_WAITING_TABLES = 3
"""How many of one player's tables can wait for an opponent at the same time."""


def create(
    guest: Guest, address: str, options: Options, now: datetime, form: str = ""
) -> TableGame:
    """Create a table where ``guest`` waits for an opponent, or plays at once if on one device.

    Raises RateLimitExceeded if too many of their tables are waiting, or if they or the ``address``
    have created too many recently. If ``form`` has already created a table that is waiting or being
    played, return that one.
    """
    with transaction.atomic():
        lock_player(guest.player_id)
        table_id = id_made_by(form, guest.player_id)
        if (existing := Table.objects.filter(pk=table_id).first()) is not None:
            if existing.status in (Status.WAITING, Status.PLAYING):
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
    """Take the free seat and start the game; ``secret`` is the invitation link's, if there is one.

    Raises a Refusal (SeatTaken if another player was faster) or RateLimitExceeded. A player who has
    already joined, such as after a double press, just gets the table.
    """
    return with_table_locked(
        table_id, now, lambda table: _joined(table, guest, address, now, secret), guest.player_id
    )


def invited_to(secret: str, now: datetime) -> TableGame:
    """Return the table of an invitation link; raises NoSuchTable if there is none."""
    ids = Table.objects.filter(invitation_hash=_hash(secret)).values_list("id", flat=True)
    for table_id in ids:
        return load(table_id, now)
    raise NoSuchTable


def invitation_secret(table_id: str, known_hash: str = "") -> str:
    """Return the secret at the end of a private table's link, from its id and the secret key.

    With ``known_hash``, the hash stored in the table, it stays the same after the key has changed.
    """
    latest, *older = _invitation_secrets(table_id)
    return next((secret for secret in older if _hash(secret) == known_hash), latest)


def is_invitation(secret: str, table_id: str) -> bool:
    """Return whether this is the secret of the table's link, by the secret key or an older one."""
    return any(constant_time_compare(secret, valid) for valid in _invitation_secrets(table_id))


def _invitation_secrets(table_id: str) -> list[str]:
    return [digest.hex()[:24] for digest in digests("crownhead.table", table_id)]


def close(table_id: str, player: str, now: datetime) -> TableGame:
    """Close a table that nobody has joined; raises SeatTaken if another player just has."""

    def decide(table: TableGame, side: Side) -> Changes:
        if table.status is Status.CLOSED:
            return {}
        if table.status is not Status.WAITING:
            raise SeatTaken(table)
        return closing_columns(now)

    return perform(table_id, player, now, decide)


def open_tables(now: datetime) -> TableQuerySet:
    """Return the tables that anyone may join, the latest first.

    With ``seats`` prefetched, and the guest who sits there, who may be elsewhere on the site.
    """
    tables = Table.objects.open().filter(can_be_joined(now))
    seats = Seat.objects.select_related("player__guest").order_by("id")
    return tables.prefetch_related(Prefetch("seats", seats))


def tables_played(now: datetime) -> TableQuerySet:
    """Return the lobby's games in progress, the latest changed first, with ``seats`` prefetched.

    A game that nobody has moved in and whose players are both gone is left out.
    """
    here = Seat.objects.filter(table=OuterRef("pk"), seen_at__gt=now - LEFT_AFTER)
    tables = (
        Table.objects.being_played()
        .exclude(flag_at__lte=milliseconds(now))
        .filter(Q(ply__gt=F("opening_plies")) | Exists(here))
    )
    return tables.prefetch_related(Prefetch("seats", Seat.objects.order_by("id")))


def tables_of(player: str | None) -> TableQuerySet:
    """Return all tables of a player, the latest changed first, with ``seats`` prefetched."""
    tables = Table.objects.of(player) if player else Table.objects.none()
    return tables.prefetch_related(Prefetch("seats", Seat.objects.order_by("id")))


def has_sat_at(table_id: str, player: str | None) -> bool:
    """Return whether a player has a seat at a table, also if it is over or closed."""
    return player is not None and Seat.objects.filter(table=table_id, player=player).exists()


def join_listed(table: TableGame, guest: Guest, address: str, now: datetime) -> TableGame:
    """Take the free seat of a listed table, which must be locked as ``with_table_locked`` does."""
    return _joined(table, guest, address, now, "")


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
