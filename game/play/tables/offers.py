"""What needs the opponent's consent: draws, takebacks, rematches. And courtesies.

A draw offer is open until the opponent moves or declines; the player who made it may still move. A
takeback request is open until the board changes or the opponent declines. Both can be withdrawn.
"""

from __future__ import annotations

from datetime import datetime

from game.models import Seat, Table
from game.models.tables import Status
from game.play.active_game import BoardReference
from game.play.players import new_id
from game.play.refusals import (
    AlreadyOffered,
    AnswerFirst,
    ClosedWithoutResult,
    NoOffer,
    NoSuchCourtesy,
    NothingToTakeBack,
    NotSeated,
    OfferedTooOften,
    PlayerGone,
    StillPlaying,
    TakebacksNotAllowed,
)
from game.play.tables.checks import check, has_just_ended
from game.play.tables.game import BY_LETTER, TableGame, milliseconds
from game.play.tables.rate_limits import ActionKind, count_action
from game.play.tables.storage import (
    Changes,
    board_columns,
    clock_start,
    ending_columns,
    load,
    perform,
    store,
    with_table_locked,
)
from game.play.tables.view import OFFER_PAUSE
from game.rules import Outcome, Side, Termination

COURTESIES = ("hello", "good luck", "good move", "take your time", "thanks", "good game", "sorry")
"""Keys of the messages that players can send each other; the wording is in ``game.web``."""
_DRAW, _TAKEBACK = "draw_offered_by", "take_back_by"
"""Columns with the side whose offer or request is open."""
_AGREED = Outcome(None, Termination.AGREEMENT)


def offer_draw(table_id: str, player: str, board: BoardReference, now: datetime) -> TableGame:
    """Offer a draw, on either side's turn; if the opponent's offer is open, accept it.

    On one device this ends the game: both players have agreed before the button is pressed.
    """

    def decide(table: TableGame, side: Side) -> Changes:
        if has_just_ended(table, board, _AGREED):
            return {}
        check(table, board)
        if table.is_on_one_device or table.offers.draw_by is side.other:
            return ending_columns(table, _AGREED, now)
        return draw_offer(table, side)

    return perform(table_id, player, now, decide)


def accept_draw(table_id: str, player: str, board: BoardReference, now: datetime) -> TableGame:
    """Accept the opponent's draw offer, which ends the game; raises NoOffer if there is none."""

    def decide(table: TableGame, side: Side) -> Changes:
        if has_just_ended(table, board, _AGREED):
            return {}
        _check_asked(table, board, table.offers.draw_by, side.other)
        return ending_columns(table, _AGREED, now)

    return perform(table_id, player, now, decide)


def decline_draw(table_id: str, player: str, board: BoardReference, now: datetime) -> TableGame:
    """Decline the opponent's draw offer; raises NoOffer if there is none."""
    return _close_request(table_id, player, board, now, _DRAW, is_own=False)


def withdraw_draw(table_id: str, player: str, board: BoardReference, now: datetime) -> TableGame:
    """Withdraw the player's own draw offer; it can be repeated no sooner than a declined one."""
    return _close_request(table_id, player, board, now, _DRAW, is_own=True)


def draw_offer(table: TableGame, side: Side) -> Changes:
    """Return the changes of a draw offer by ``side``.

    Raises AlreadyOffered while one is open, OfferedTooOften within OFFER_PAUSE plies of the last.
    """
    if table.offers.draw_by is side:
        raise AlreadyOffered(table)
    last = table.offers.draw_offered_at[side]
    if last is not None and table.ply < last + OFFER_PAUSE:
        raise OfferedTooOften(table, last + OFFER_PAUSE - table.ply)
    return {
        "draw_offered_by": side.letter,
        "draw_declined_by": "",
        _column(side, "offered_ply"): table.ply,
    }


def request_takeback(table_id: str, player: str, board: BoardReference, now: datetime) -> TableGame:
    """Request a takeback of the player's last move, including the opponent's reply to it.

    On one device the last move, of either side, is taken back at once.
    """

    def decide(table: TableGame, side: Side) -> Changes:
        check(table, board)
        if not table.allows_takebacks:
            raise TakebacksNotAllowed(table)
        if table.is_on_one_device and table.plies_played:
            return _takeback_columns(table, side.other, now)
        if not table.plies_to_take_back(side):
            raise NothingToTakeBack(table)
        if table.offers.takeback_by is side:
            raise AlreadyOffered(table)
        if table.offers.takeback_asked_at[side] is not None:
            raise OfferedTooOften(table, 1)
        if table.offers.takeback_by is not None:
            raise AnswerFirst(table)
        return {"take_back_by": side.letter, _column(side, "asked_ply"): table.ply}

    return perform(table_id, player, now, decide)


def accept_takeback(table_id: str, player: str, board: BoardReference, now: datetime) -> TableGame:
    """Let the opponent take back their last move; time used is not given back."""

    def decide(table: TableGame, side: Side) -> Changes:
        _check_asked(table, board, table.offers.takeback_by, side.other)
        return _takeback_columns(table, side.other, now)

    return perform(table_id, player, now, decide)


def decline_takeback(table_id: str, player: str, board: BoardReference, now: datetime) -> TableGame:
    """Decline the opponent's takeback request; raises NoOffer if there is none."""
    return _close_request(table_id, player, board, now, _TAKEBACK, is_own=False)


def withdraw_takeback(
    table_id: str, player: str, board: BoardReference, now: datetime
) -> TableGame:
    """Withdraw the player's own takeback request; it cannot be repeated on the same board."""
    return _close_request(table_id, player, board, now, _TAKEBACK, is_own=True)


def offer_rematch(table_id: str, player: str, now: datetime) -> TableGame:
    """Offer a rematch with sides swapped; start it if the opponent has offered, or on one device.

    Return the table of the rematch if it has started, otherwise the one that is over.
    """
    return with_table_locked(table_id, now, lambda table: _rematch(table, player, now))


def decline_rematch(table_id: str, player: str, now: datetime) -> TableGame:
    """Decline the opponent's rematch offer; raises NoOffer if there is none."""
    return _close_rematch_offer(table_id, player, now, is_own=False)


def withdraw_rematch(table_id: str, player: str, now: datetime) -> TableGame:
    """Withdraw the player's own rematch offer; raises NoOffer if there is none."""
    return _close_rematch_offer(table_id, player, now, is_own=True)


def rematch_of(table: TableGame) -> str | None:
    """Return the id of the rematch's table; None if there is no rematch."""
    return Table.objects.filter(rematch_of=table.id).values_list("id", flat=True).first()


def say(table_id: str, player: str, courtesy: str, address: str, now: datetime) -> TableGame:
    """Send the opponent one of COURTESIES; RateLimitExceeded if too many were sent recently."""

    def decide(table: TableGame, side: Side) -> Changes:
        if courtesy not in COURTESIES:
            raise NoSuchCourtesy(table)
        if table.status is Status.CLOSED:
            raise ClosedWithoutResult(table)
        count_action(ActionKind.SAY, player, address, now)
        Seat.objects.filter(pk=table.seats[side].pk).update(courtesy=courtesy, courtesy_at=now)
        table.seats[side].courtesy, table.seats[side].courtesy_at = courtesy, now
        # The row is updated for its revision to grow, without changing when the game ended.
        return {"changed_at": table.row.changed_at}

    return perform(table_id, player, now, decide, is_counted=True)


def _check_asked(
    table: TableGame, board: BoardReference, asker: Side | None, expected: Side
) -> None:
    """Raise NoOffer unless ``asker`` is ``expected``, and a Refusal for another board."""
    check(table, board)
    if asker is not expected:
        raise NoOffer(table)


def _close_request(
    table_id: str, player: str, board: BoardReference, now: datetime, column: str, *, is_own: bool
) -> TableGame:
    """Close the request in ``column``, by this player (``is_own``) or by the opponent."""

    def decide(table: TableGame, side: Side) -> Changes:
        asker = BY_LETTER.get(getattr(table.row, column))
        _check_asked(table, board, asker, side if is_own else side.other)
        declines_draw = column == _DRAW and not is_own
        return {column: ""} | ({"draw_declined_by": side.letter} if declines_draw else {})

    return perform(table_id, player, now, decide)


def _close_rematch_offer(table_id: str, player: str, now: datetime, *, is_own: bool) -> TableGame:
    def decide(table: TableGame, side: Side) -> Changes:
        if table.offers.rematch_by is not (side if is_own else side.other):
            raise NoOffer(table)
        # The row is updated for its revision to grow, without changing when the game ended.
        return {"rematch_by": "", "changed_at": table.row.changed_at}

    return perform(table_id, player, now, decide)


def _takeback_columns(table: TableGame, asker: Side, now: datetime) -> Changes:
    plies = table.plies_to_take_back(asker)
    game = table.game
    for _ in range(plies):
        game = game.undo()
    clock = table.clock and table.clock.taken_back(
        asker, table.plies_played - plies, milliseconds(now), clock_start(now)
    )
    return board_columns(table, clock, now) | {
        "moves": " ".join(table.row.moves.split()[:-plies]),
        "times": " ".join(table.row.times.split()[:-plies]),
        "ply": game.ply,
        "draw_offered_by": "",
    }


def _rematch(table: TableGame, player: str, now: datetime) -> TableGame:
    side = table.side_of(player)
    if side is None:
        raise NotSeated(table)
    if table.status is not Status.OVER:
        raise ClosedWithoutResult(table) if table.status is Status.CLOSED else StillPlaying(table)
    rematch_id = rematch_of(table)
    if rematch_id is not None:
        return load(rematch_id, now)
    if table.offers.rematch_by is side:
        raise AlreadyOffered(table)
    if table.is_on_one_device:
        return _start_rematch(table, now)
    if any(seat.player_id is None for seat in table.seats.values()):
        raise PlayerGone(table)
    if table.offers.rematch_by is None:
        return store(table, {"rematch_by": side.letter, "changed_at": table.row.changed_at}, now)
    store(table, {"rematch_by": "", "changed_at": table.row.changed_at}, now)
    return _start_rematch(table, now)


def _start_rematch(table: TableGame, now: datetime) -> TableGame:
    """Create a table with the same options and opening, the sides swapped, and its game started."""
    old = table.row
    row = Table.objects.create(
        id=new_id(),
        status=Status.PLAYING,
        is_listed=old.is_listed,
        allows_take_backs=old.allows_take_backs,
        is_on_one_device=old.is_on_one_device,
        rules=old.rules,
        wished_side=old.wished_side,
        opening=old.opening,
        start=old.start,
        moves=" ".join(old.moves.split()[: old.opening_plies]),
        opening_plies=old.opening_plies,
        ply=old.opening_plies,
        base_ms=old.base_ms,
        increment_ms=old.increment_ms,
        is_per_move=old.is_per_move,
        black_left_ms=old.base_ms,
        white_left_ms=old.base_ms,
        rematch_of=old,
        created_at=now,
        started_at=now,
        changed_at=now,
    )
    Seat.objects.bulk_create(
        Seat(
            table=row,
            side=side.other.letter,
            player_id=seat.player_id,
            name=seat.name,
            seen_at=seat.seen_at,
        )
        for side, seat in table.seats.items()
    )
    return load(row.pk, now)


def _column(side: Side, name: str) -> str:
    return f"{'black' if side is Side.BLACK else 'white'}_{name}"
