"""Clocks and flags go by when a request arrived, so waiting in the server is charged to nobody."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest

from game.models.tables import Status
from game.play.tables import moves, offers
from game.play.tables import storage as table_storage
from game.play.tables.expiry import expire_tables
from game.play.tables.game import milliseconds
from game.play.tables.options import game_clock
from game.rules import Side
from game.server.arrival import Arrival, SteadyClock
from game.server.executor import Desk
from tests.play.seating import at_second, play, seated, seen

pytestmark = pytest.mark.django_db(transaction=True)
QUEUED = 3.0
"""Seconds that a request has waited."""


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    desk = Desk(patience=60)
    monkeypatch.setattr(table_storage, "desk", lambda: desk)
    return desk


def test_charges_neither_side_for_waiting_in_the_server(desk: Desk) -> None:
    at, black, _ = seated(control=game_clock(1, 0))
    at = play(at, "11-15 23-19")
    arrived = Arrival(at_second(12), time.monotonic() - QUEUED)

    def move() -> object:
        return moves.play_move(at.id, black, seen(at), "8-11", arrived.moment)

    desk.submit(move, arrived).result(60)
    clock = table_storage.load(at.id, at_second(15)).clock
    assert clock is not None
    assert clock.left[Side.BLACK] == 50_000
    assert clock.runs is Side.WHITE
    assert clock.since >= milliseconds(at_second(12 + QUEUED))


def test_clock_restarts_when_a_takeback_is_carried_out(desk: Desk) -> None:
    at, black, white = seated(control=game_clock(1, 0), allows_take_backs=True)
    at = play(at, "11-15 23-19 8-11")
    at = offers.request_takeback(at.id, black, seen(at), at_second(10))
    arrived = Arrival(at_second(12), time.monotonic() - QUEUED)

    def agree() -> object:
        return offers.accept_takeback(at.id, white, seen(at), arrived.moment)

    desk.submit(agree, arrived).result(60)
    clock = table_storage.load(at.id, at_second(15)).clock
    assert clock is not None
    assert clock.since >= milliseconds(at_second(12 + QUEUED))


def test_no_flag_falls_while_a_move_that_arrived_in_time_is_queued(desk: Desk) -> None:
    at, black, _ = seated(control=game_clock(1, 0))
    at = play(at, "11-15 23-19")
    in_time, late = at_second(61), at_second(64)
    desk._unserved[0] = in_time
    assert table_storage.load(at.id, late).status is Status.PLAYING
    assert expire_tables(late).flags == 0
    assert moves.play_move(at.id, black, seen(at), "8-11", in_time).ply == 3


def test_flag_falls_once_no_earlier_request_is_pending(desk: Desk) -> None:
    at, _, _ = seated(control=game_clock(1, 0))
    at = play(at, "11-15 23-19")
    done = desk.submit(lambda: None, Arrival(at_second(61), time.monotonic()))
    done.result(60)
    desk.serve(lambda: None)
    assert table_storage.load(at.id, at_second(64)).status is Status.OVER


def test_a_request_that_only_reads_delays_no_flag(desk: Desk) -> None:
    def looks() -> object:
        return desk.settled_until(at_second(64))

    arrived = Arrival(at_second(61), time.monotonic())
    assert desk.submit(looks, arrived, may_move=False).result(60) == at_second(64)
    assert desk.submit(looks, arrived).result(60) == at_second(61)


def test_a_request_waiting_for_the_computer_delays_no_flag(desk: Desk) -> None:
    def away() -> object:
        with desk.away():
            return desk.settled_until(at_second(64))

    arrived = Arrival(at_second(61), time.monotonic())
    assert desk.submit(away, arrived).result(60) == at_second(64)


def test_ignores_an_hour_skipped_by_the_system_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    at, black, _ = seated(control=game_clock(1, 0))
    at = play(at, "11-15 23-19")
    passed = [100.0]
    clock = SteadyClock(at_second(10), lambda: passed[0])
    monkeypatch.setattr("django.utils.timezone.now", lambda: at_second(3610))
    passed[0] += 5
    assert clock.now() == at_second(15)
    assert expire_tables(clock.now()).flags == 0
    at = moves.play_move(at.id, black, seen(at), "8-11", clock.arrival().moment)
    assert at.clock is not None
    assert at.clock.left[Side.BLACK] == 60_000 - milliseconds(at_second(15)) + milliseconds(
        at_second(2)
    )


def test_requests_outside_the_queue_have_waited_no_time() -> None:
    assert Desk().waited() == timedelta()
