"""Clocks of games stand still while no server is running."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from game.models.tables import Status
from game.play.tables import downtime, moves
from game.play.tables import storage as table_storage
from game.play.tables.game import instant, milliseconds
from game.play.tables.options import game_clock
from game.rules import Side
from tests.play.tables.seating import at_second, play, seated, seen

pytestmark = pytest.mark.django_db
HOUR = 3600


@pytest.fixture
def watched() -> None:
    """Have a server running from the beginning."""
    assert downtime.resume(at_second(0)) == timedelta()


@pytest.mark.usefixtures("watched")
def test_an_hour_without_a_server_charges_nobody() -> None:
    at, black, _ = seated(control=game_clock(1, 0))
    at = play(at, "11-15 23-19")
    downtime.beat(at_second(10))
    assert downtime.resume(at_second(10 + HOUR)) == timedelta(hours=1)
    # Pages that are open fetch the clocks again.
    assert table_storage.load(at.id, at_second(11 + HOUR)).revision == at.revision + 1
    at = moves.play_move(at.id, black, seen(at), "8-11", at_second(12 + HOUR))
    assert at.status is Status.PLAYING
    assert at.clock is not None
    assert at.clock.left[Side.BLACK] == 50_000


@pytest.mark.usefixtures("watched")
def test_a_system_clock_set_back_gives_nobody_an_hour() -> None:
    at, black, _ = seated(control=game_clock(1, 0))
    at = play(at, "11-15 23-19")
    downtime.beat(at_second(10))
    downtime.resume(at_second(10 - HOUR))
    at = moves.play_move(at.id, black, seen(at), "8-11", at_second(12 - HOUR))
    assert at.clock is not None
    assert at.clock.left[Side.BLACK] == 50_000


@pytest.mark.usefixtures("watched")
def test_the_flag_falls_later_by_the_downtime() -> None:
    at, _, _ = seated(control=game_clock(1, 0))
    at = play(at, "11-15 23-19")
    downtime.beat(at_second(10))
    downtime.resume(at_second(10 + HOUR))
    assert table_storage.load(at.id, at_second(61 + HOUR)).status is Status.PLAYING
    assert table_storage.load(at.id, at_second(63 + HOUR)).status is Status.OVER


@pytest.mark.usefixtures("watched")
def test_a_short_restart_counts_against_the_side_to_move() -> None:
    at, _, _ = seated(control=game_clock(1, 0))
    play(at, "11-15 23-19")
    downtime.beat(at_second(10))
    assert downtime.resume(at_second(40)) == timedelta()
    assert table_storage.load(at.id, at_second(63)).status is Status.OVER


@pytest.mark.usefixtures("watched")
def test_of_servers_starting_together_one_shifts_the_clocks() -> None:
    at, _, _ = seated(control=game_clock(1, 0))
    play(at, "11-15 23-19")
    downtime.resume(at_second(HOUR))
    assert downtime.resume(at_second(HOUR + 1)) == timedelta()


def test_the_first_server_ever_has_missed_nothing() -> None:
    at, _, _ = seated(control=game_clock(1, 0))
    play(at, "11-15 23-19")
    assert downtime.resume(at_second(HOUR)) == timedelta()


def test_stored_clocks_count_from_1970_in_every_version() -> None:
    assert milliseconds(datetime(1970, 1, 1, 0, 0, 2, tzinfo=UTC)) == 2000
    assert instant(2000) == datetime(1970, 1, 1, 0, 0, 2, tzinfo=UTC)
