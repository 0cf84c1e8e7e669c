"""Moves at a table, and the ends of a game that need nobody's consent.

Every order says which board it was given to (``Seen``): of two orders for one board, the database
carries out one, and the other is refused with the table as it has become.
"""

from __future__ import annotations

from datetime import datetime

from game.notation import find_move
from game.play.active_game import Seen
from game.play.replays import remember
from game.play.tables.checks import check, has_just_ended
from game.play.tables.game import TableGame, milliseconds
from game.play.tables.offers import draw_offer
from game.play.tables.refusals import NotAbsent, NotSeated, NotYourTurn, Unplayable
from game.play.tables.storage import (
    Changes,
    board_changed,
    clock_begins,
    closing,
    ending,
    look,
    order,
    over,
)
from game.rules import Game, Move, Outcome, Side, Termination

EACH_HAS_MOVED = 2
"""Plies after which a game counts; given up or abandoned before, it is closed without a result."""


def play_move(
    table_id: str,
    player: str,
    seen: Seen,
    text: str,
    now: datetime,
    *,
    offers_draw: bool = False,
) -> TableGame:
    """Play the move that ``text`` names, and offer a draw with it if told so."""

    def decide(at: TableGame, side: Side) -> Changes:
        check(at, seen, text)
        if at.to_move is not side:
            raise NotYourTurn(at)
        changes = _after_move(at, side, text, now)
        is_offer = offers_draw and "status" not in changes and not at.table.is_on_one_device
        return changes | draw_offer(at, side) if is_offer else changes

    return order(table_id, player, now, decide)


def examine(
    table_id: str, player: str, seen: Seen, text: str, now: datetime
) -> tuple[TableGame, Move]:
    """The player's move that ``text`` names, not yet played; a TableRefused if none fits."""
    at = look(table_id, now)
    side = at.side_moved_by(player)
    if side is None:
        raise NotSeated(at)
    check(at, seen, text)
    if at.to_move is not side:
        raise NotYourTurn(at)
    return at, _found(at, text)


def resign(table_id: str, player: str, seen: Seen, now: datetime) -> TableGame:
    """Give the game up, on either's move; who has done so with the last press has done so."""

    def decide(at: TableGame, side: Side) -> Changes:
        given_up = Outcome(side.other, Termination.RESIGNATION)
        if has_just_ended(at, seen, given_up):
            return {}
        check(at, seen)
        return ending(at, given_up, now)

    return order(table_id, player, now, decide)


def claim(table_id: str, player: str, seen: Seen, now: datetime) -> TableGame:
    """Win the game of a player who stays away though it is their move; NotAbsent if they do not.

    Before each has moved nobody wins: the table is closed.
    """

    def decide(at: TableGame, side: Side) -> Changes:
        won = Outcome(side, Termination.ABSENCE)
        if has_just_ended(at, seen, won):
            return {}
        check(at, seen)
        claimable_at = at.claimable_at(side)
        if claimable_at is None or now < claimable_at:
            raise NotAbsent(at, claimable_at)
        if at.plies_played < EACH_HAS_MOVED:
            return closing(now)
        return ending(at, won, now)

    return order(table_id, player, now, decide)


def _found(at: TableGame, text: str) -> Move:
    try:
        return find_move(text, at.game.position, at.variant)
    except ValueError as error:
        raise Unplayable(at, text, error) from error


def _after_move(at: TableGame, side: Side, text: str, now: datetime) -> Changes:
    game = at.game.play(_found(at, text))
    remember(game)
    return _moved(at, side, game, now)


def _moved(at: TableGame, side: Side, game: Game, now: datetime) -> Changes:
    clock = at.clock and at.clock.after_move(
        side, at.plies_played + 1, milliseconds(now), clock_begins(now)
    )
    times = at.table.times
    if clock is not None:
        times = f"{times} {clock.left[side]}".lstrip()
        clock = clock if game.outcome is None else clock.stopped(milliseconds(now))
    changes = board_changed(at, clock, now) | {
        "moves": f"{at.table.moves} {game.last_move}".lstrip(),
        "ply": game.ply,
        "times": times,
    }
    if at.draw_offered_by is not side:
        # Whoever was offered a draw has answered with a move.
        changes["draw_offered_by"] = ""
    return changes | (over(game.outcome) if game.outcome is not None else {})
