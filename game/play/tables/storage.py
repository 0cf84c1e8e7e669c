"""Loading and storing tables: locked from loading to storing, overdue changes made first.

An action is a function from the current table to the columns it changes. A request that holds the
lock (on SQLite on the whole database, elsewhere on the row) sees what the one before it stored. So
the database decides every race, and the loser is refused with the table as it is then.
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
"""New values of a table's columns, by name."""
PRESENCE_INTERVAL = timedelta(seconds=10)
"""Precision of ``seen_at``: storing it with every request would be expensive."""


def load(table_id: str, now: datetime) -> TableGame:
    """Return the table as it is ``now``, after any overdue changes; raises NoSuchTable."""
    table = _read(Table.objects.read(table_id))
    return expire(table_id, now) if _overdue_changes(table, now) else table


def with_table_locked(
    table_id: str, now: datetime, decide: Callable[[TableGame], TableGame], counts: str = ""
) -> TableGame:
    """Lock the table, make overdue changes, and return the result of ``decide``.

    Raises NoSuchTable if there is none. A Refusal or RateLimitExceeded raised by ``decide`` is
    raised again after overdue changes are committed. If ``decide`` counts an action of a player,
    ``counts`` is that player, who is locked before the table in every case: no two requests
    deadlock.
    """
    refusal: Refusal | RateLimitExceeded | None = None
    with transaction.atomic():
        if counts:
            lock_player(counts)
        table = _expired(_load_locked(table_id), now)
        try:
            table = decide(table)
        except (Refusal, RateLimitExceeded) as error:
            refusal = error
    if refusal is not None:
        raise refusal
    return table


def perform(
    table_id: str,
    player: str,
    now: datetime,
    decide: Callable[[TableGame, Side], Changes],
    *,
    is_counted: bool = False,
) -> TableGame:
    """Carry out an action of a seated player in one short transaction, and return the table.

    ``decide`` gets the table, after overdue changes, and the side the player acts for; it returns
    the columns to change or raises a Refusal. Raises NotSeated for spectators.
    """

    def carry_out(table: TableGame) -> TableGame:
        side = table.side_moved_by(player)
        if side is None:
            raise NotSeated(table)
        after = store(table, decide(table, side), now)
        _update_seen_at(after.seats[side], now)
        return after

    return with_table_locked(table_id, now, carry_out, player if is_counted else "")


def expire(table_id: str, now: datetime) -> TableGame:
    """Make a table's overdue changes under its lock, and return it; raises NoSuchTable."""
    return with_table_locked(table_id, now, lambda table: table)


def record_presence(table_id: str, player: str, now: datetime) -> None:
    """Record that a player is present at a table, and in the lobby; cheap enough for each poll."""
    stale = now - PRESENCE_INTERVAL
    Seat.objects.filter(table=table_id, player=player, seen_at__lt=stale).update(seen_at=now)
    Guest.objects.filter(player=player, seen_at__lt=stale).update(seen_at=now)


def store(table: TableGame, changes: Changes, now: datetime) -> TableGame:
    """Change columns of the table, which must be locked, and return it; nothing if no changes.

    When the status becomes OVER, the game is archived for both players.
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
    """Return the changes made by every change of the board: version, takeback request, clock."""
    return {
        "version": table.version + 1,
        "moved_at": now,
        "take_back_by": "",
        "black_asked_ply": None,
        "white_asked_ply": None,
    } | clock_columns(clock)


def clock_start(now: datetime) -> int:
    """Return when the clock of the side to move starts after a request that arrived ``now``.

    The time the request waited in the server counts against neither player.
    """
    return milliseconds(now + request_executor().queue_delay())


def ending_columns(table: TableGame, outcome: Outcome, now: datetime) -> Changes:
    """Return the changes made by the end of a game, whatever the reason."""
    stopped = None if table.clock is None else table.clock.stopped(milliseconds(now))
    return board_columns(table, stopped, now) | outcome_columns(outcome)


def outcome_columns(outcome: Outcome) -> Changes:
    """Return the columns of a game's outcome."""
    return {
        "status": Status.OVER,
        "winner": "" if outcome.winner is None else outcome.winner.letter,
        "termination": outcome.termination.value,
        "article": outcome.article,
        "draw_offered_by": "",
        "draw_declined_by": "",
    }


def clock_columns(clock: Clock | None) -> Changes:
    """Return the columns of a clock."""
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
    """Return the changes made by closing a table without a result."""
    return {
        "status": Status.CLOSED,
        "changed_at": now,
        "clock_runs": "",
        "flag_at": None,
        "draw_offered_by": "",
        "draw_declined_by": "",
        "take_back_by": "",
    }


def _load_locked(table_id: str) -> TableGame:
    return _read(Table.objects.read(table_id, is_locked=True))


def _read(row: Table | None) -> TableGame:
    if row is None:
        raise NoSuchTable
    return read_table(row, Seat.objects.read_at(row.pk))


def _overdue_changes(table: TableGame, now: datetime) -> Changes:
    """Return the changes that time alone has brought and that are not stored yet."""
    if table.status is Status.WAITING and closes_at(table.row) <= now:
        return closing_columns(now)
    # A move that has arrived but is still queued was made before the flag fell.
    flags_until = milliseconds(request_executor().processed_until(now))
    fallen = None if table.clock is None else table.clock.flag(flags_until)
    if fallen is None:
        return {}
    winner = fallen.other if can_win_on_time(table.game.position, fallen.other) else None
    return ending_columns(table, Outcome(winner, Termination.FLAG), now)


def _expired(table: TableGame, now: datetime) -> TableGame:
    return store(table, _overdue_changes(table, now), now)


def _update_seen_at(seat: Seat, now: datetime) -> None:
    if seat.seen_at + PRESENCE_INTERVAL <= now:
        Seat.objects.filter(pk=seat.pk).update(seen_at=now)
