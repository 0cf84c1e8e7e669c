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
from game.server.executor import RequestExecutor
from tests.play.tables.seating import at_second, play, seated, seen

pytestmark = pytest.mark.django_db(transaction=True)
QUEUED = 3.0
"""Seconds that a request has waited."""


@pytest.fixture
def executor(monkeypatch: pytest.MonkeyPatch) -> RequestExecutor:
    executor = RequestExecutor(stuck_after=60)
    monkeypatch.setattr(table_storage, "request_executor", lambda: executor)
    return executor


def test_charges_neither_side_for_waiting_in_the_server(executor: RequestExecutor) -> None:
    at, black, _ = seated(control=game_clock(1, 0))
    at = play(at, "11-15 23-19")
    arrived = Arrival(at_second(12), time.monotonic() - QUEUED)

    def move() -> object:
        return moves.play_move(at.id, black, seen(at), "8-11", arrived.moment)

    executor.submit(move, arrived).result(60)
    clock = table_storage.load(at.id, at_second(15)).clock
    assert clock is not None
    assert clock.left[Side.BLACK] == 50_000
    assert clock.runs is Side.WHITE
    assert clock.since >= milliseconds(at_second(12 + QUEUED))


def test_clock_restarts_when_a_takeback_is_carried_out(executor: RequestExecutor) -> None:
    at, black, white = seated(control=game_clock(1, 0), allows_take_backs=True)
    at = play(at, "11-15 23-19 8-11")
    at = offers.request_takeback(at.id, black, seen(at), at_second(10))
    arrived = Arrival(at_second(12), time.monotonic() - QUEUED)

    def agree() -> object:
        return offers.accept_takeback(at.id, white, seen(at), arrived.moment)

    executor.submit(agree, arrived).result(60)
    clock = table_storage.load(at.id, at_second(15)).clock
    assert clock is not None
    assert clock.since >= milliseconds(at_second(12 + QUEUED))


def test_no_flag_falls_while_a_move_that_arrived_in_time_is_queued(
    executor: RequestExecutor,
) -> None:
    at, black, _ = seated(control=game_clock(1, 0))
    at = play(at, "11-15 23-19")
    in_time, late = at_second(61), at_second(64)
    executor._unprocessed[0] = in_time
    assert table_storage.load(at.id, late).status is Status.PLAYING
    assert expire_tables(late).flags == 0
    assert moves.play_move(at.id, black, seen(at), "8-11", in_time).ply == 3


def test_flag_falls_once_no_earlier_request_is_pending(executor: RequestExecutor) -> None:
    at, _, _ = seated(control=game_clock(1, 0))
    at = play(at, "11-15 23-19")
    done = executor.submit(lambda: None, Arrival(at_second(61), time.monotonic()))
    done.result(60)
    executor.run(lambda: None)
    assert table_storage.load(at.id, at_second(64)).status is Status.OVER


def test_a_request_that_only_reads_delays_no_flag(executor: RequestExecutor) -> None:
    def looks() -> object:
        return executor.processed_until(at_second(64))

    arrived = Arrival(at_second(61), time.monotonic())
    assert executor.submit(looks, arrived, may_move=False).result(60) == at_second(64)
    assert executor.submit(looks, arrived).result(60) == at_second(61)


def test_a_request_waiting_for_the_computer_delays_no_flag(executor: RequestExecutor) -> None:
    def away() -> object:
        with executor.slot_released():
            return executor.processed_until(at_second(64))

    arrived = Arrival(at_second(61), time.monotonic())
    assert executor.submit(away, arrived).result(60) == at_second(64)


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
    assert RequestExecutor().queue_delay() == timedelta()
