"""Moves at a table, and the ways to end a game that do not need the opponent's consent.

Every action has a ``BoardReference``: of two actions for one board only one is carried out, and the
other is refused with the table as it is then.
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
"""A game abandoned after fewer plies than this is closed without a result."""


def play_move(
    table_id: str,
    player: str,
    board: BoardReference,
    text: str,
    now: datetime,
    *,
    offers_draw: bool = False,
) -> TableGame:
    """Play the move named by ``text``, with a draw offer if ``offers_draw``; or raise a Refusal."""

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
    """Return the player's move named by ``text`` without playing it; raises a Refusal if none."""
    table = load(table_id, now)
    side = table.side_moved_by(player)
    if side is None:
        raise NotSeated(table)
    check(table, board, text)
    if table.to_move is not side:
        raise NotYourTurn(table)
    return table, _find_legal_move(table, text)


def resign(table_id: str, player: str, board: BoardReference, now: datetime) -> TableGame:
    """Resign, on either side's turn; a double press resigns once."""

    def decide(table: TableGame, side: Side) -> Changes:
        lost = Outcome(side.other, Termination.RESIGNATION)
        if has_just_ended(table, board, lost):
            return {}
        check(table, board)
        return ending_columns(table, lost, now)

    return perform(table_id, player, now, decide)


def claim(table_id: str, player: str, board: BoardReference, now: datetime) -> TableGame:
    """Win the game because the opponent, who is to move, is absent; raises NotAbsent if not.

    If either side has not moved yet, the table is closed without a result.
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


def _find_legal_move(table: TableGame, text: str) -> Move:
    try:
        return find_move(text, table.game.position, table.variant)
    except ValueError as error:
        raise Unplayable(table, text, error) from error


def _after_move(table: TableGame, side: Side, text: str, now: datetime) -> Changes:
    game = table.game.play(_find_legal_move(table, text))
    remember(game)
    return _move_columns(table, side, game, now)


def _move_columns(table: TableGame, side: Side, game: Game, now: datetime) -> Changes:
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
    if table.offers.draw_by is side.other:
        # A move declines the opponent's draw offer.
        changes |= {"draw_offered_by": "", "draw_declined_by": side.letter}
    elif table.offers.draw_declined_by is side.other:
        # Who offered the draw has seen by now that it was declined.
        changes["draw_declined_by"] = ""
    return changes | (outcome_columns(game.outcome) if game.outcome is not None else {})
