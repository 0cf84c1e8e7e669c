"""How tables are read and written: held from reading to writing, settled before anything else.

An order is a function of the table as it is to the columns it changes. Whoever holds the row (on
SQLite the whole database, elsewhere the row) sees what the one before wrote, so the database
decides every race, and whoever comes second is refused with the table as it has become.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from game.models import Guest, Seat, Table
from game.models.tables import Status
from game.play.tables.finished import keep_for_players
from game.play.tables.game import TableGame, closes_at, milliseconds, read_table
from game.play.tables.rate_limits import hold_player
from game.play.tables.refusals import NoSuchTable, NotSeated, TableRefused, TooMany
from game.rules import Outcome, Side, Termination
from game.rules.clock import Clock, can_still_win
from game.server.executor import desk

Changes = dict[str, Any]
"""Columns of a table by name, with what they become."""
SEEN_EVERY = timedelta(seconds=10)
"""How exactly it is known when somebody was last seen; to write it each time would cost more."""


def look(table_id: str, now: datetime) -> TableGame:
    """The table as it is ``now``, its flag fallen if its time is over; or NoSuchTable."""
    at = _read(Table.objects.read(table_id))
    return settle(table_id, now) if _due(at, now) else at


def while_held(
    table_id: str, now: datetime, decide: Callable[[TableGame], TableGame], counts: str = ""
) -> TableGame:
    """What ``decide`` makes of a table, settled, which is held meanwhile; or NoSuchTable.

    A TableRefused or TooMany of ``decide`` comes out of here once whatever was due has been
    written. Where deeds of a player are counted, ``counts`` is that player: held before any table,
    whatever the order, so that two orders never wait for each other.
    """
    refused: TableRefused | TooMany | None = None
    with transaction.atomic():
        if counts:
            hold_player(counts)
        at = _settled(_held(table_id), now)
        try:
            at = decide(at)
        except (TableRefused, TooMany) as why:
            refused = why
    if refused is not None:
        raise refused
    return at


def order(
    table_id: str,
    player: str,
    now: datetime,
    decide: Callable[[TableGame, Side], Changes],
    *,
    is_counted: bool = False,
) -> TableGame:
    """Carry out one order of a seated player in one short transaction; the table afterwards.

    ``decide`` gets the table, settled, and the side that the player moves; it returns the columns
    to change or raises a TableRefused.
    """

    def carried_out(at: TableGame) -> TableGame:
        side = at.side_moved_by(player)
        if side is None:
            raise NotSeated(at)
        after = write(at, decide(at, side), now)
        _seen(after.seats[side], now)
        return after

    return while_held(table_id, now, carried_out, player if is_counted else "")


def settle(table_id: str, now: datetime) -> TableGame:
    """Let whatever is due at a table happen, held; or NoSuchTable."""
    return while_held(table_id, now, lambda at: at)


def note_seen(table_id: str, player: str, now: datetime) -> None:
    """Note that a player looks at a table and so is in the room; cheap enough for every look."""
    stale = now - SEEN_EVERY
    Seat.objects.filter(table=table_id, player=player, seen_at__lt=stale).update(seen_at=now)
    Guest.objects.filter(player=player, seen_at__lt=stale).update(seen_at=now)


def write(at: TableGame, changes: Changes, now: datetime) -> TableGame:
    """The table, which must be held, with columns changed; nothing is written without a change.

    A change of status to OVER also keeps the game for both players.
    """
    if not changes:
        return at
    changes = {"changed_at": now, "revision": at.revision + 1} | changes
    Table.objects.filter(pk=at.id).update(**changes)
    table = copy(at.table)
    for name, value in changes.items():
        setattr(table, name, value)
    after = read_table(table, list(at.seats.values()))
    if after.outcome is not None and at.outcome is None:
        keep_for_players(after, after.outcome, now)
    return after


def board_changed(at: TableGame, clock: Clock | None, now: datetime) -> Changes:
    """What every change of the board brings with it: a new version, no open request, the clock."""
    return {
        "version": at.version + 1,
        "moved_at": now,
        "take_back_by": "",
        "black_asked_ply": None,
        "white_asked_ply": None,
    } | clock_columns(clock)


def clock_begins(now: datetime) -> int:
    """When the clock of whoever is to move after a request that arrived ``now`` begins to run.

    What the request waited in the server is no more theirs than it was the mover's.
    """
    return milliseconds(now + desk().waited())


def ending(at: TableGame, outcome: Outcome, now: datetime) -> Changes:
    """What the end of a game brings with it, whatever the reason."""
    stopped = None if at.clock is None else at.clock.stopped(milliseconds(now))
    return board_changed(at, stopped, now) | over(outcome)


def over(outcome: Outcome) -> Changes:
    """The columns that say how a game ended."""
    return {
        "status": Status.OVER,
        "winner": "" if outcome.winner is None else outcome.winner.letter,
        "termination": outcome.termination.value,
        "article": outcome.article,
        "draw_offered_by": "",
    }


def clock_columns(clock: Clock | None) -> Changes:
    """The columns that hold a clock."""
    if clock is None:
        return {}
    return {
        "black_left_ms": clock.left[Side.BLACK],
        "white_left_ms": clock.left[Side.WHITE],
        "clock_runs": "" if clock.runs is None else clock.runs.letter,
        "clock_since": clock.since,
        "flag_at": clock.falls_at(),
    }


def closing(now: datetime) -> Changes:
    """What closing brings with it."""
    return {
        "status": Status.CLOSED,
        "changed_at": now,
        "clock_runs": "",
        "flag_at": None,
        "draw_offered_by": "",
        "take_back_by": "",
    }


def _held(table_id: str) -> TableGame:
    return _read(Table.objects.read(table_id, is_held=True))


def _read(table: Table | None) -> TableGame:
    if table is None:
        raise NoSuchTable
    return read_table(table, Seat.objects.read_at(table.pk))


def _due(at: TableGame, now: datetime) -> Changes:
    """What has happened by the time alone and is not written yet."""
    if at.status is Status.WAITING and closes_at(at.table) <= now:
        return closing(now)
    # A move that has arrived but not been looked at yet was made before the flag fell.
    flags_until = milliseconds(desk().settled_until(now))
    fallen = None if at.clock is None else at.clock.flag(flags_until)
    if fallen is None:
        return {}
    winner = fallen.other if can_still_win(at.game.position, fallen.other) else None
    return ending(at, Outcome(winner, Termination.FLAG), now)


def _settled(at: TableGame, now: datetime) -> TableGame:
    return write(at, _due(at, now), now)


def _seen(seat: Seat, now: datetime) -> None:
    if seat.seen_at + SEEN_EVERY <= now:
        Seat.objects.filter(pk=seat.pk).update(seen_at=now)
