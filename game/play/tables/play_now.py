"""Play now: one press finds an opponent, or creates a table and waits there.

Whoever has waited longest on the same terms (rules and clock) is joined. The database decides who
gets a seat, as for any other join; a player who loses one race tries the next table.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q

from game.models import Guest, Seat, Table
from game.models.tables import Status, TableQuerySet
from game.play.refusals import NoSuchTable, RateLimitExceeded, Refusal
from game.play.tables.game import TableGame, can_be_joined
from game.play.tables.guests import PRESENT_FOR
from game.play.tables.lobby import close, create, join_listed, open_tables
from game.play.tables.options import Options
from game.play.tables.storage import load, with_table_locked

MAX_ATTEMPTS = 5
"""How many waiting tables are tried, if other players are faster."""


def play_now(
    guest: Guest, address: str, options: Options, now: datetime, form: str = ""
) -> TableGame:
    """Return a game with someone who waits on these terms, or a table where ``guest`` waits.

    A second press leads to the same game or table. Raises RateLimitExceeded as joining and creating
    do. Of two players who press at once and both create a table, the later joins the earlier.
    """
    player = guest.player_id
    if (ready := _new_game(player, options, now)) is not None:
        return load(ready, now)
    table = _join_first(guest, address, options, _waiting(player, options, now), now)
    if table is None:
        table = _own_table(guest, address, options, now, form)
        if table.status is not Status.WAITING:
            return table
        earlier = _waiting(player, options, now).filter(
            Q(created_at__lt=table.row.created_at)
            | Q(created_at=table.row.created_at, id__lt=table.id)
        )
        try:
            table = _join_first(guest, address, options, earlier, now) or table
        except RateLimitExceeded:
            return table
    if table.status is Status.PLAYING:
        _close_others(player, options, now)
    return table


def _own_table(guest: Guest, address: str, options: Options, now: datetime, form: str) -> TableGame:
    """Return the table where the player already waits on these terms, or a new one."""
    waiting = _on_terms(Table.objects.of(guest.player_id), options).filter(
        can_be_joined(now), is_listed=True
    )
    table_id = waiting.values_list("id", flat=True).first()
    return create(guest, address, options, now, form) if table_id is None else load(table_id, now)


def _join_first(
    guest: Guest, address: str, options: Options, tables: TableQuerySet, now: datetime
) -> TableGame | None:
    """Join the first of the tables that still has a seat; None if none has."""

    def decide(table: TableGame) -> TableGame:
        # The player is locked: another press of theirs may have found a game meanwhile.
        ready = _new_game(guest.player_id, options, now)
        return load(ready, now) if ready else join_listed(table, guest, address, now)

    for table_id in list(tables.values_list("id", flat=True)[:MAX_ATTEMPTS]):
        try:
            return with_table_locked(table_id, now, decide, guest.player_id)
        except (Refusal, NoSuchTable):
            continue
    return None


def _close_others(player: str, options: Options, now: datetime) -> None:
    """Close the player's other tables on these terms; one that was just joined stays."""
    waiting = _on_terms(Table.objects.of(player), options).filter(
        status=Status.WAITING, is_listed=True
    )
    for table_id in list(waiting.values_list("id", flat=True)):
        try:
            close(table_id, player, now)
        except (Refusal, NoSuchTable):
            continue


def _waiting(player: str, options: Options, now: datetime) -> TableQuerySet:
    """Return others' listed tables on these terms whose creator is here, the oldest first."""
    here = Seat.objects.filter(table=OuterRef("pk")).filter(_is_here(now))
    own = Seat.objects.filter(table=OuterRef("pk"), player=player)
    tables = _on_terms(open_tables(now).prefetch_related(None), options)
    return tables.filter(Exists(here), ~Exists(own)).order_by("created_at", "id")


def _new_game(player: str, options: Options, now: datetime) -> str | None:
    """Return the id of the player's game on these terms that nobody has moved in, if both are here.

    Someone who presses twice is led to it instead of into a second game.
    """
    here = Seat.objects.filter(_is_here(now), table=OuterRef("pk")).exclude(player=player)
    games = _on_terms(Table.objects.of(player), options).filter(
        Exists(here),
        status=Status.PLAYING,
        ply=F("opening_plies"),
        rematch_of=None,
        is_listed=True,
        is_on_one_device=False,
    )
    return games.values_list("id", flat=True).first()


def _on_terms(tables: TableQuerySet, options: Options) -> TableQuerySet:
    control = options.control
    return tables.filter(
        rules=options.variant.key,
        base_ms=None if control is None else control.base,
        increment_ms=0 if control is None else control.increment,
        is_per_move=control is not None and control.is_per_move,
    )


def _is_here(now: datetime) -> Q:
    since = now - PRESENT_FOR
    return Q(seen_at__gt=since) | Q(player__guest__seen_at__gt=since)
