"""What needs the other player's consent: draws, take-backs, another game. And courtesies.

A draw offer stands until it is declined or the other player moves; whoever offered may move. A
request to take back stands until the board changes or it is declined. Whoever asked may withdraw.
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
"""What can be said at a table; the words are in ``game.web.labels``."""
_DRAW, _TAKE_BACK = "draw_offered_by", "take_back_by"
"""Columns that hold who asks."""
_AGREED = Outcome(None, Termination.AGREEMENT)


def offer_draw(table_id: str, player: str, board: BoardReference, now: datetime) -> TableGame:
    """Offer a draw, on either's move; if the other's offer stands, that is agreement.

    On one device both agree before they press the button.
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
    """End the game as the draw that the other player has offered."""

    def decide(table: TableGame, side: Side) -> Changes:
        if has_just_ended(table, board, _AGREED):
            return {}
        _check_asked(table, board, table.offers.draw_by, side.other)
        return ending_columns(table, _AGREED, now)

    return perform(table_id, player, now, decide)


def decline_draw(table_id: str, player: str, board: BoardReference, now: datetime) -> TableGame:
    """Play on though the other player has offered a draw."""
    return _dropped(table_id, player, board, now, _DRAW, is_own=False)


def withdraw_draw(table_id: str, player: str, board: BoardReference, now: datetime) -> TableGame:
    """Take one's own draw offer back; it is repeated no sooner than one that was declined."""
    return _dropped(table_id, player, board, now, _DRAW, is_own=True)


def draw_offer(table: TableGame, side: Side) -> Changes:
    """What an offer of ``side`` changes; refused while one stands and for a while after one."""
    if table.offers.draw_by is side:
        raise AlreadyOffered(table)
    last = table.offers.draw_offered_at[side]
    if last is not None and table.ply < last + OFFER_PAUSE:
        raise OfferedTooOften(table, last + OFFER_PAUSE - table.ply)
    return {"draw_offered_by": side.letter, _column(side, "offered_ply"): table.ply}


def request_takeback(table_id: str, player: str, board: BoardReference, now: datetime) -> TableGame:
    """Ask to take one's own last move back, with the answer to it if there was one.

    On one device the last move is taken back, whoever made it.
    """

    def decide(table: TableGame, side: Side) -> Changes:
        check(table, board)
        if not table.allows_takebacks:
            raise TakebacksNotAllowed(table)
        if table.is_on_one_device and table.plies_played:
            return _taken_back(table, side.other, now)
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
    """Let the other player take the last move back; time that was spent stays spent."""

    def decide(table: TableGame, side: Side) -> Changes:
        _check_asked(table, board, table.offers.takeback_by, side.other)
        return _taken_back(table, side.other, now)

    return perform(table_id, player, now, decide)


def decline_takeback(table_id: str, player: str, board: BoardReference, now: datetime) -> TableGame:
    """Leave the moves as they are though the other player asked to take one back."""
    return _dropped(table_id, player, board, now, _TAKE_BACK, is_own=False)


def withdraw_takeback(
    table_id: str, player: str, board: BoardReference, now: datetime
) -> TableGame:
    """Ask no more to take one's own last move back; on this board it is not asked again."""
    return _dropped(table_id, player, board, now, _TAKE_BACK, is_own=True)


def offer_rematch(table_id: str, player: str, now: datetime) -> TableGame:
    """Ask for another game with sides swapped; begin it if the other has asked, or on one device.

    The table where it is played then, or the one that is over while the other has not answered.
    """
    return with_table_locked(table_id, now, lambda table: _rematch(table, player, now))


def decline_rematch(table_id: str, player: str, now: datetime) -> TableGame:
    """Say no to another game."""
    return _rematch_dropped(table_id, player, now, is_own=False)


def withdraw_rematch(table_id: str, player: str, now: datetime) -> TableGame:
    """Ask no more for another game."""
    return _rematch_dropped(table_id, player, now, is_own=True)


def rematch_of(table: TableGame) -> str | None:
    """The id of the table where the two play again, if they do."""
    return Table.objects.filter(rematch_of=table.id).values_list("id", flat=True).first()


def say(table_id: str, player: str, courtesy: str, address: str, now: datetime) -> TableGame:
    """Say one of COURTESIES to the other player; RateLimitExceeded if too much was said of late."""

    def decide(table: TableGame, side: Side) -> Changes:
        if courtesy not in COURTESIES:
            raise NoSuchCourtesy(table)
        if table.status is Status.CLOSED:
            raise ClosedWithoutResult(table)
        count_action(ActionKind.SAY, player, address, now)
        Seat.objects.filter(pk=table.seats[side].pk).update(courtesy=courtesy, courtesy_at=now)
        table.seats[side].courtesy, table.seats[side].courtesy_at = courtesy, now
        # The row is touched so that its revision grows, not the end of a game moved.
        return {"changed_at": table.row.changed_at}

    return perform(table_id, player, now, decide, is_counted=True)


def _check_asked(
    table: TableGame, board: BoardReference, asker: Side | None, expected: Side
) -> None:
    """Refuse an answer to what nobody asks, or the wrong one, or an answer to another board."""
    check(table, board)
    if asker is not expected:
        raise NoOffer(table)


def _dropped(
    table_id: str, player: str, board: BoardReference, now: datetime, column: str, *, is_own: bool
) -> TableGame:
    """Have no more asked what this player (``is_own``) or the other asks by that column."""

    def decide(table: TableGame, side: Side) -> Changes:
        asker = BY_LETTER.get(getattr(table.row, column))
        _check_asked(table, board, asker, side if is_own else side.other)
        return {column: ""}

    return perform(table_id, player, now, decide)


def _rematch_dropped(table_id: str, player: str, now: datetime, *, is_own: bool) -> TableGame:
    def decide(table: TableGame, side: Side) -> Changes:
        if table.offers.rematch_by is not (side if is_own else side.other):
            raise NoOffer(table)
        # The row is touched so that its revision grows, not the end of the game moved.
        return {"rematch_by": "", "changed_at": table.row.changed_at}

    return perform(table_id, player, now, decide)


def _taken_back(table: TableGame, asker: Side, now: datetime) -> Changes:
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
    begun = rematch_of(table)
    if begun is not None:
        return load(begun, now)
    if table.offers.rematch_by is side:
        raise AlreadyOffered(table)
    if table.is_on_one_device:
        return _begun_again(table, now)
    if any(seat.player_id is None for seat in table.seats.values()):
        raise PlayerGone(table)
    if table.offers.rematch_by is None:
        return store(table, {"rematch_by": side.letter, "changed_at": table.row.changed_at}, now)
    store(table, {"rematch_by": "", "changed_at": table.row.changed_at}, now)
    return _begun_again(table, now)


def _begun_again(table: TableGame, now: datetime) -> TableGame:
    """A table with the same choices and opening, the seats swapped, and its game begun."""
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
