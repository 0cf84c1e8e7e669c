"""Moves at a table, and the ends of a game that need nobody's consent.

Every order says which board it was given to (``BoardReference``): of two orders for one board, the database
carries out one, and the other is refused with the table as it has become.
"""

from __future__ import annotations

from datetime import datetime

from game.notation import find_move
from game.play.active_game import BoardReference
from game.play.refusals import NotAbsent, NotSeated, NotYourTurn, Unplayable
from game.play.replays import remember
from game.play.tables.checks import check, has_just_ended
from game.play.tables.game import TableGame, milliseconds
from game.play.tables.offers import draw_offer
from game.play.tables.storage import (
    Changes,
    board_columns,
    clock_start,
    closing_columns,
    ending_columns,
    load,
    outcome_columns,
    perform,
)
from game.rules import Game, Move, Outcome, Side, Termination

PLIES_TO_COUNT = 2
"""Plies after which a game counts; given up or abandoned before, it is closed without a result."""


def play_move(
    table_id: str,
    player: str,
    board: BoardReference,
    text: str,
    now: datetime,
    *,
    offers_draw: bool = False,
) -> TableGame:
    """Play the move that ``text`` names, and offer a draw with it if told so."""

    def decide(table: TableGame, side: Side) -> Changes:
        check(table, board, text)
        if table.to_move is not side:
            raise NotYourTurn(table)
        changes = _after_move(table, side, text, now)
        is_offer = offers_draw and "status" not in changes and not table.is_on_one_device
        return changes | draw_offer(table, side) if is_offer else changes

    return perform(table_id, player, now, decide)


def examine(
    table_id: str, player: str, board: BoardReference, text: str, now: datetime
) -> tuple[TableGame, Move]:
    """The player's move that ``text`` names, not yet played; a Refusal if none fits."""
    table = load(table_id, now)
    side = table.side_moved_by(player)
    if side is None:
        raise NotSeated(table)
    check(table, board, text)
    if table.to_move is not side:
        raise NotYourTurn(table)
    return table, _found(table, text)


def resign(table_id: str, player: str, board: BoardReference, now: datetime) -> TableGame:
    """Give the game up, on either's move; who has done so with the last press has done so."""

    def decide(table: TableGame, side: Side) -> Changes:
        given_up = Outcome(side.other, Termination.RESIGNATION)
        if has_just_ended(table, board, given_up):
            return {}
        check(table, board)
        return ending_columns(table, given_up, now)

    return perform(table_id, player, now, decide)


def claim(table_id: str, player: str, board: BoardReference, now: datetime) -> TableGame:
    """Win the game of a player who stays away though it is their move; NotAbsent if they do not.

    Before each has moved nobody wins: the table is closed.
    """

    def decide(table: TableGame, side: Side) -> Changes:
        won = Outcome(side, Termination.ABSENCE)
        if has_just_ended(table, board, won):
            return {}
        check(table, board)
        claimable_at = table.claimable_at(side)
        if claimable_at is None or now < claimable_at:
            raise NotAbsent(table, claimable_at)
        if table.plies_played < PLIES_TO_COUNT:
            return closing_columns(now)
        return ending_columns(table, won, now)

    return perform(table_id, player, now, decide)


def _found(table: TableGame, text: str) -> Move:
    try:
        return find_move(text, table.game.position, table.variant)
    except ValueError as error:
        raise Unplayable(table, text, error) from error


def _after_move(table: TableGame, side: Side, text: str, now: datetime) -> Changes:
    game = table.game.play(_found(table, text))
    remember(game)
    return _moved(table, side, game, now)


def _moved(table: TableGame, side: Side, game: Game, now: datetime) -> Changes:
    clock = table.clock and table.clock.after_move(
        side, table.plies_played + 1, milliseconds(now), clock_start(now)
    )
    times = table.row.times
    if clock is not None:
        times = f"{times} {clock.left[side]}".lstrip()
        clock = clock if game.outcome is None else clock.stopped(milliseconds(now))
    changes = board_columns(table, clock, now) | {
        "moves": f"{table.row.moves} {game.last_move}".lstrip(),
        "ply": game.ply,
        "times": times,
    }
    if table.offers.draw_by is not side:
        # Whoever was offered a draw has answered with a move.
        changes["draw_offered_by"] = ""
    return changes | (outcome_columns(game.outcome) if game.outcome is not None else {})
