"""Two actions at the same instant, from two threads: one is carried out, the other is rejected.

Each race is run 40 times, by `make test-slow` 200 times, at a new table each time, on whichever
database the tests use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from game.models import FinishedGame, RateLimitedAction, Seat, Table
from game.models.tables import Status
from game.play.refusals import (
    AlreadyPlayed,
    GameOver,
    MovedOn,
    Refusal,
    SeatTaken,
    TableClosed,
)
from game.play.tables import lobby, moves, offers
from game.play.tables import storage as table_storage
from game.play.tables.expiry import expire_tables
from game.play.tables.game import TableGame
from game.play.tables.options import game_clock
from game.rules import Side, Termination
from tests.play.tables.seating import at_second, guest, options, play, seated, seen

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(900)]
ROUNDS = [40, pytest.param(200, marks=pytest.mark.slow)]
Order = Callable[[], object]


class Racers:
    """Two threads, each with a connection of its own, that set off together."""

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds
        self.threads = ThreadPoolExecutor(2)
        self.barrier = Barrier(2)

    def race(self, *orders: Order) -> list[Refusal | None]:
        """Why each order was refused; None if it was carried out."""
        return list(self.threads.map(self._run, orders))

    def _run(self, order: Order) -> Refusal | None:
        self.barrier.wait()
        try:
            order()
        except Refusal as refused:
            return refused
        return None

    def stop(self) -> None:
        # The name leads each thread to its own connection.
        self.race(lambda: connection.close(), lambda: connection.close())
        self.threads.shutdown()


@pytest.fixture(params=ROUNDS, ids="{} rounds".format)
def racers(request: pytest.FixtureRequest) -> Iterator[Racers]:
    pair = Racers(request.param)
    yield pair
    pair.stop()


def copies(of: TableGame, rounds: int) -> list[TableGame]:
    """As many tables like this one as there are rounds, with the same players."""
    row = {field.attname: getattr(of.row, field.attname) for field in Table._meta.fields}
    tables = [Table(**(row | {"id": f"{of.id[:10]}-{at}"})) for at in range(rounds)]
    Table.objects.bulk_create(tables)
    Seat.objects.bulk_create(
        Seat(
            table=table,
            side=seat.side,
            player_id=seat.player_id,
            name=seat.name,
            seen_at=seat.seen_at,
        )
        for table in tables
        for seat in of.seats.values()
    )
    return [table_storage.load(table.id, at_second(0)) for table in tables]


def player(at: TableGame, side: Side) -> str:
    return at.seats[side].player_id or ""


def move(at: TableGame, text: str, second: float = 5) -> Order:
    return lambda: moves.play_move(at.id, player(at, at.to_move), seen(at), text, at_second(second))


def run(
    racers: Racers,
    of: TableGame,
    orders: Callable[[TableGame], tuple[Order, Order]],
    refusals: tuple[type[Refusal], type[Refusal]],
) -> None:
    """Race two orders at copies of a table.

    Exactly one wins each time, the other is refused as expected of it and told the table as it is
    now, and both players keep the game once if it is over.
    """
    for before in copies(of, racers.rounds):
        refused = racers.race(*orders(before))
        after = table_storage.load(before.id, at_second(6))
        assert refused.count(None) == 1, refused
        loser = 1 - refused.index(None)
        assert type(refused[loser]) is refusals[loser]
        assert refused[loser].game.revision == after.revision == before.revision + 1
        assert refused[loser].game.outcome == after.outcome
        kept = FinishedGame.objects.filter(game_id=before.id).count()
        assert kept == (2 if after.status is Status.OVER else 0)


def test_of_two_moves_one_is_played(racers: Racers):
    at, _, _ = seated()
    run(racers, at, lambda at: (move(at, "11-15"), move(at, "9-13")), (MovedOn, MovedOn))


def test_a_move_sent_from_two_windows_is_played_once(racers: Racers):
    at, _, _ = seated()
    run(racers, at, lambda at: (move(at, "11-15"),) * 2, (AlreadyPlayed, AlreadyPlayed))


def test_either_the_move_is_played_or_the_flag_falls(racers: Racers):
    """The move came in a moment before time was over, and somebody looks a moment after."""
    at, _, _ = seated(control=game_clock(1, 0))
    at = play(at, "11-15 23-19")
    for before in copies(at, racers.rounds):
        played, _ = racers.race(
            move(before, "8-11", 61.999),
            lambda table=before.id: table_storage.load(table, at_second(62.001)),
        )
        after = table_storage.load(before.id, at_second(62.001))
        assert after.revision == before.revision + 1
        if played is None:
            assert (after.ply, after.status) == (3, Status.PLAYING)
        else:
            assert type(played) is GameOver
            assert played.game.outcome is not None
            assert played.game.outcome.termination is Termination.FLAG
            assert (after.ply, after.status) == (2, Status.OVER)
        kept = FinishedGame.objects.filter(game_id=before.id).count()
        assert kept == (2 if played is not None else 0)


def test_either_the_resignation_or_the_other_players_move_counts(racers: Racers):
    at, _, white = seated()
    run(
        racers,
        at,
        lambda at: (
            lambda: moves.resign(at.id, white, seen(at), at_second(5)),
            move(at, "11-15"),
        ),
        (MovedOn, GameOver),
    )


def test_either_the_accepted_draw_or_the_move_counts(racers: Racers):
    at, black, white = seated()
    at = offers.offer_draw(at.id, black, seen(at), at_second(1))
    run(
        racers,
        at,
        lambda at: (
            lambda: offers.accept_draw(at.id, white, seen(at), at_second(5)),
            move(at, "11-15"),
        ),
        (MovedOn, GameOver),
    )


def test_either_the_accepted_takeback_or_the_move_counts(racers: Racers):
    at, black, white = seated(allows_take_backs=True)
    at = play(at, "11-15")
    at = offers.request_takeback(at.id, black, seen(at), at_second(2))
    run(
        racers,
        at,
        lambda at: (
            lambda: offers.accept_takeback(at.id, white, seen(at), at_second(5)),
            move(at, "23-19"),
        ),
        (MovedOn, MovedOn),
    )


def test_either_the_claim_or_the_absent_players_move_counts(racers: Racers):
    at, _, white = seated()
    at = play(at, "11-15 23-19")
    run(
        racers,
        at,
        lambda at: (
            lambda: moves.claim(at.id, white, seen(at), at_second(1000)),
            move(at, "8-11", 1000),
        ),
        (MovedOn, GameOver),
    )


def test_of_two_players_joining_one_gets_the_seat(racers: Racers):
    made = lobby.create(guest(), "192.0.2.1", options(side=None), at_second(0))
    one, other = guest(), guest()

    def joining(at: TableGame) -> tuple[Order, Order]:
        RateLimitedAction.objects.all().delete()
        return (
            lambda: lobby.join(at.id, one, "192.0.2.2", at_second(5)),
            lambda: lobby.join(at.id, other, "192.0.2.3", at_second(5)),
        )

    run(racers, made, joining, (SeatTaken, SeatTaken))
    assert Seat.objects.count() == 1 + 2 * racers.rounds


def test_either_the_join_or_the_close_counts(racers: Racers):
    maker, other = guest(), guest()
    made = lobby.create(maker, "192.0.2.1", options(), at_second(0))

    def orders(at: TableGame) -> tuple[Order, Order]:
        RateLimitedAction.objects.all().delete()
        return (
            lambda: lobby.join(at.id, other, "192.0.2.2", at_second(5)),
            lambda: lobby.close(at.id, maker.player_id, at_second(5)),
        )

    run(racers, made, orders, (TableClosed, SeatTaken))


def test_a_flag_falls_once_for_all_loads_and_sweeps(racers: Racers):
    at, _, _ = seated(control=game_clock(1, 0))
    at = play(at, "11-15 23-19")
    for before in copies(at, racers.rounds):
        racers.race(
            lambda table=before.id: table_storage.load(table, at_second(99)),
            lambda: expire_tables(at_second(99)),
        )
        assert table_storage.load(before.id, at_second(99)).revision == before.revision + 1
        assert FinishedGame.objects.filter(game_id=before.id).count() == 2


def test_a_rematch_both_ask_for_at_once_begins_once(racers: Racers):
    at, black, white = seated()
    at = moves.resign(at.id, white, seen(at), at_second(1))
    for before in copies(at, racers.rounds):
        refused = racers.race(
            lambda table=before.id: offers.offer_rematch(table, black, at_second(5)),
            lambda table=before.id: offers.offer_rematch(table, white, at_second(5)),
        )
        assert refused == [None, None]
        assert Table.objects.filter(rematch_of=before.id).count() == 1
