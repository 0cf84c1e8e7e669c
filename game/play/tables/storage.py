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
from game.play.refusals import NoSuchTable, NotSeated, RateLimitExceeded, Refusal
from game.play.tables.finished import archive_for_players
from game.play.tables.game import TableGame, closes_at, milliseconds, read_table
from game.play.tables.rate_limits import lock_player
from game.rules import Outcome, Side, Termination
from game.rules.clock import Clock, can_win_on_time
from game.server.executor import request_executor

Changes = dict[str, Any]
"""Columns of a table by name, with what they become."""
PRESENCE_INTERVAL = timedelta(seconds=10)
"""How exactly it is known when somebody was last seen; to write it each time would cost more."""


def load(table_id: str, now: datetime) -> TableGame:
    """The table as it is ``now``, its flag fallen if its time is over; or NoSuchTable."""
    table = _read(Table.objects.read(table_id))
    return expire(table_id, now) if _overdue_changes(table, now) else table


def with_table_locked(
    table_id: str, now: datetime, decide: Callable[[TableGame], TableGame], counts: str = ""
) -> TableGame:
    """What ``decide`` makes of a table, settled, which is held meanwhile; or NoSuchTable.

    A Refusal or RateLimitExceeded of ``decide`` comes out of here once whatever was due has been
    written. Where deeds of a player are counted, ``counts`` is that player: held before any table,
    whatever the order, so that two orders never wait for each other.
    """
    refused: Refusal | RateLimitExceeded | None = None
    with transaction.atomic():
        if counts:
            lock_player(counts)
        table = _expired(_held(table_id), now)
        try:
            table = decide(table)
        except (Refusal, RateLimitExceeded) as why:
            refused = why
    if refused is not None:
        raise refused
    return table


def perform(
    table_id: str,
    player: str,
    now: datetime,
    decide: Callable[[TableGame, Side], Changes],
    *,
    is_counted: bool = False,
) -> TableGame:
    """Carry out one order of a seated player in one short transaction; the table afterwards.

    ``decide`` gets the table, settled, and the side that the player moves; it returns the columns
    to change or raises a Refusal.
    """

    def carried_out(table: TableGame) -> TableGame:
        side = table.side_moved_by(player)
        if side is None:
            raise NotSeated(table)
        after = store(table, decide(table, side), now)
        _seen(after.seats[side], now)
        return after

    return with_table_locked(table_id, now, carried_out, player if is_counted else "")


def expire(table_id: str, now: datetime) -> TableGame:
    """Let whatever is due at a table happen, held; or NoSuchTable."""
    return with_table_locked(table_id, now, lambda table: table)


def record_presence(table_id: str, player: str, now: datetime) -> None:
    """Note that a player looks at a table and so is in the room; cheap enough for every look."""
    stale = now - PRESENCE_INTERVAL
    Seat.objects.filter(table=table_id, player=player, seen_at__lt=stale).update(seen_at=now)
    Guest.objects.filter(player=player, seen_at__lt=stale).update(seen_at=now)


def store(table: TableGame, changes: Changes, now: datetime) -> TableGame:
    """The table, which must be held, with columns changed; nothing is written without a change.

    A change of status to OVER also keeps the game for both players.
    """
    if not changes:
        return table
    changes = {"changed_at": now, "revision": table.revision + 1} | changes
    Table.objects.filter(pk=table.id).update(**changes)
    row = copy(table.row)
    for name, value in changes.items():
        setattr(row, name, value)
    after = read_table(row, list(table.seats.values()))
    if after.outcome is not None and table.outcome is None:
        archive_for_players(after, after.outcome, now)
    return after


def board_columns(table: TableGame, clock: Clock | None, now: datetime) -> Changes:
    """What every change of the board brings with it: a new version, no open request, the clock."""
    return {
        "version": table.version + 1,
        "moved_at": now,
        "take_back_by": "",
        "black_asked_ply": None,
        "white_asked_ply": None,
    } | clock_columns(clock)


def clock_start(now: datetime) -> int:
    """When the clock of whoever is to move after a request that arrived ``now`` begins to run.

    What the request waited in the server is no more theirs than it was the mover's.
    """
    return milliseconds(now + request_executor().queue_delay())


def ending_columns(table: TableGame, outcome: Outcome, now: datetime) -> Changes:
    """What the end of a game brings with it, whatever the reason."""
    stopped = None if table.clock is None else table.clock.stopped(milliseconds(now))
    return board_columns(table, stopped, now) | outcome_columns(outcome)


def outcome_columns(outcome: Outcome) -> Changes:
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
        "flag_at": clock.flag_falls_at(),
    }


def closing_columns(now: datetime) -> Changes:
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


def _read(row: Table | None) -> TableGame:
    if row is None:
        raise NoSuchTable
    return read_table(row, Seat.objects.read_at(row.pk))


def _overdue_changes(table: TableGame, now: datetime) -> Changes:
    """What has happened by the time alone and is not written yet."""
    if table.status is Status.WAITING and closes_at(table.row) <= now:
        return closing_columns(now)
    # A move that has arrived but not been looked at yet was made before the flag fell.
    flags_until = milliseconds(request_executor().processed_until(now))
    fallen = None if table.clock is None else table.clock.flag(flags_until)
    if fallen is None:
        return {}
    winner = fallen.other if can_win_on_time(table.game.position, fallen.other) else None
    return ending_columns(table, Outcome(winner, Termination.FLAG), now)


def _expired(table: TableGame, now: datetime) -> TableGame:
    return store(table, _overdue_changes(table, now), now)


def _seen(seat: Seat, now: datetime) -> None:
    if seat.seen_at + PRESENCE_INTERVAL <= now:
        Seat.objects.filter(pk=seat.pk).update(seen_at=now)
