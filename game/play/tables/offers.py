"""What needs the other player's consent: draws, take-backs, another game. And courtesies.

A draw offer stands until it is declined or the other player moves; whoever offered may move. A
request to take back stands until the board changes or it is declined. Whoever asked may withdraw.
"""

from __future__ import annotations

from datetime import datetime

from game.models import Seat, Table
from game.models.tables import Status
from game.play.active_game import Seen
from game.play.players import new_id
from game.play.tables.checks import check, has_just_ended
from game.play.tables.game import BY_LETTER, TableGame, milliseconds
from game.play.tables.rate_limits import Kind, count
from game.play.tables.refusals import (
    AlreadyOffered,
    AnswerFirst,
    NoOffer,
    NoSuchCourtesy,
    NoTakeBacks,
    NothingToTakeBack,
    NotSeated,
    OfferedTooOften,
    PlayerGone,
    StillPlaying,
    WasClosed,
)
from game.play.tables.storage import (
    Changes,
    board_changed,
    clock_begins,
    ending,
    look,
    order,
    while_held,
    write,
)
from game.rules import Outcome, Side, Termination

OFFER_PAUSE = 10
"""Plies after a draw offer before the same player may offer again."""
COURTESIES = ("hello", "good luck", "good move", "take your time", "thanks", "good game", "sorry")
"""What can be said at a table; the words are in ``game.web.labels``."""
_DRAW, _TAKE_BACK = "draw_offered_by", "take_back_by"
"""Columns that hold who asks."""
_AGREED = Outcome(None, Termination.AGREEMENT)


def offer_draw(table_id: str, player: str, seen: Seen, now: datetime) -> TableGame:
    """Offer a draw, on either's move; if the other's offer stands, that is agreement.

    On one device both agree before they press the button.
    """

    def decide(at: TableGame, side: Side) -> Changes:
        if has_just_ended(at, seen, _AGREED):
            return {}
        check(at, seen)
        if at.table.is_on_one_device or at.draw_offered_by is side.other:
            return ending(at, _AGREED, now)
        return draw_offer(at, side)

    return order(table_id, player, now, decide)


def accept_draw(table_id: str, player: str, seen: Seen, now: datetime) -> TableGame:
    """End the game as the draw that the other player has offered."""

    def decide(at: TableGame, side: Side) -> Changes:
        if has_just_ended(at, seen, _AGREED):
            return {}
        _check_asked(at, seen, at.draw_offered_by, side.other)
        return ending(at, _AGREED, now)

    return order(table_id, player, now, decide)


def decline_draw(table_id: str, player: str, seen: Seen, now: datetime) -> TableGame:
    """Play on though the other player has offered a draw."""
    return _dropped(table_id, player, seen, now, _DRAW, is_own=False)


def withdraw_draw(table_id: str, player: str, seen: Seen, now: datetime) -> TableGame:
    """Take one's own draw offer back; it is repeated no sooner than one that was declined."""
    return _dropped(table_id, player, seen, now, _DRAW, is_own=True)


def draw_offer(at: TableGame, side: Side) -> Changes:
    """What an offer of ``side`` changes; refused while one stands and for a while after one."""
    if at.draw_offered_by is side:
        raise AlreadyOffered(at)
    name = _column(side, "offered_ply")
    last: int | None = getattr(at.table, name)
    if last is not None and at.ply < last + OFFER_PAUSE:
        raise OfferedTooOften(at, last + OFFER_PAUSE - at.ply)
    return {"draw_offered_by": side.letter, name: at.ply}


def request_take_back(table_id: str, player: str, seen: Seen, now: datetime) -> TableGame:
    """Ask to take one's own last move back, with the answer to it if there was one.

    On one device the last move is taken back, whoever made it.
    """

    def decide(at: TableGame, side: Side) -> Changes:
        check(at, seen)
        if not at.table.allows_take_backs:
            raise NoTakeBacks(at)
        if at.table.is_on_one_device and at.plies_played:
            return _taken_back(at, side.other, now)
        if not at.plies_to_take_back(side):
            raise NothingToTakeBack(at)
        if at.take_back_by is side:
            raise AlreadyOffered(at)
        name = _column(side, "asked_ply")
        if getattr(at.table, name) is not None:
            raise OfferedTooOften(at, 1)
        if at.take_back_by is not None:
            raise AnswerFirst(at)
        return {"take_back_by": side.letter, name: at.ply}

    return order(table_id, player, now, decide)


def accept_take_back(table_id: str, player: str, seen: Seen, now: datetime) -> TableGame:
    """Let the other player take the last move back; time that was spent stays spent."""

    def decide(at: TableGame, side: Side) -> Changes:
        _check_asked(at, seen, at.take_back_by, side.other)
        return _taken_back(at, side.other, now)

    return order(table_id, player, now, decide)


def decline_take_back(table_id: str, player: str, seen: Seen, now: datetime) -> TableGame:
    """Leave the moves as they are though the other player asked to take one back."""
    return _dropped(table_id, player, seen, now, _TAKE_BACK, is_own=False)


def withdraw_take_back(table_id: str, player: str, seen: Seen, now: datetime) -> TableGame:
    """Ask no more to take one's own last move back; on this board it is not asked again."""
    return _dropped(table_id, player, seen, now, _TAKE_BACK, is_own=True)


def offer_rematch(table_id: str, player: str, now: datetime) -> TableGame:
    """Ask for another game with sides swapped; begin it if the other has asked, or on one device.

    The table where it is played then, or the one that is over while the other has not answered.
    """
    return while_held(table_id, now, lambda at: _rematch(at, player, now))


def decline_rematch(table_id: str, player: str, now: datetime) -> TableGame:
    """Say no to another game."""
    return _rematch_dropped(table_id, player, now, is_own=False)


def withdraw_rematch(table_id: str, player: str, now: datetime) -> TableGame:
    """Ask no more for another game."""
    return _rematch_dropped(table_id, player, now, is_own=True)


def rematch_of(at: TableGame) -> str | None:
    """The id of the table where the two play again, if they do."""
    return Table.objects.filter(rematch_of=at.id).values_list("id", flat=True).first()


def say(table_id: str, player: str, courtesy: str, address: str, now: datetime) -> TableGame:
    """Say one of COURTESIES to the other player; TooMany if too much was said of late."""

    def decide(at: TableGame, side: Side) -> Changes:
        if courtesy not in COURTESIES:
            raise NoSuchCourtesy(at)
        if at.status is Status.CLOSED:
            raise WasClosed(at)
        count(Kind.SAY, player, address, now)
        Seat.objects.filter(pk=at.seats[side].pk).update(courtesy=courtesy, courtesy_at=now)
        at.seats[side].courtesy, at.seats[side].courtesy_at = courtesy, now
        # The row is touched so that its revision grows, not the end of a game moved.
        return {"changed_at": at.table.changed_at}

    return order(table_id, player, now, decide, is_counted=True)


def _check_asked(at: TableGame, seen: Seen, asker: Side | None, expected: Side) -> None:
    """Refuse an answer to what nobody asks, or the wrong one, or an answer to another board."""
    check(at, seen)
    if asker is not expected:
        raise NoOffer(at)


def _dropped(
    table_id: str, player: str, seen: Seen, now: datetime, column: str, *, is_own: bool
) -> TableGame:
    """Have no more asked what this player (``is_own``) or the other asks by that column."""

    def decide(at: TableGame, side: Side) -> Changes:
        asker = BY_LETTER.get(getattr(at.table, column))
        _check_asked(at, seen, asker, side if is_own else side.other)
        return {column: ""}

    return order(table_id, player, now, decide)


def _rematch_dropped(table_id: str, player: str, now: datetime, *, is_own: bool) -> TableGame:
    def decide(at: TableGame, side: Side) -> Changes:
        if at.rematch_by is not (side if is_own else side.other):
            raise NoOffer(at)
        # The row is touched so that its revision grows, not the end of the game moved.
        return {"rematch_by": "", "changed_at": at.table.changed_at}

    return order(table_id, player, now, decide)


def _taken_back(at: TableGame, asker: Side, now: datetime) -> Changes:
    plies = at.plies_to_take_back(asker)
    game = at.game
    for _ in range(plies):
        game = game.undo()
    clock = at.clock and at.clock.taken_back(
        asker, at.plies_played - plies, milliseconds(now), clock_begins(now)
    )
    return board_changed(at, clock, now) | {
        "moves": " ".join(at.table.moves.split()[:-plies]),
        "times": " ".join(at.table.times.split()[:-plies]),
        "ply": game.ply,
        "draw_offered_by": "",
    }


def _rematch(at: TableGame, player: str, now: datetime) -> TableGame:
    side = at.side_of(player)
    if side is None:
        raise NotSeated(at)
    if at.status is not Status.OVER:
        raise WasClosed(at) if at.status is Status.CLOSED else StillPlaying(at)
    begun = rematch_of(at)
    if begun is not None:
        return look(begun, now)
    if at.rematch_by is side:
        raise AlreadyOffered(at)
    if at.table.is_on_one_device:
        return _begun_again(at, now)
    if any(seat.player_id is None for seat in at.seats.values()):
        raise PlayerGone(at)
    if at.rematch_by is None:
        return write(at, {"rematch_by": side.letter, "changed_at": at.table.changed_at}, now)
    write(at, {"rematch_by": "", "changed_at": at.table.changed_at}, now)
    return _begun_again(at, now)


def _begun_again(at: TableGame, now: datetime) -> TableGame:
    """A table with the same choices and opening, the seats swapped, and its game begun."""
    old = at.table
    table = Table.objects.create(
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
            table=table,
            side=side.other.letter,
            player_id=seat.player_id,
            name=seat.name,
            seen_at=seat.seen_at,
        )
        for side, seat in at.seats.items()
    )
    return look(table.pk, now)


def _column(side: Side, name: str) -> str:
    return f"{'black' if side is Side.BLACK else 'white'}_{name}"
