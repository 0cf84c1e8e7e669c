"""Play now: one press finds whoever waits on the same terms, or a table to wait at."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections

from game.models import Guest, Seat, Table
from game.models.tables import Status
from game.play.refusals import RateLimitExceeded
from game.play.tables import lobby
from game.play.tables.game import TableGame
from game.play.tables.options import game_clock
from game.play.tables.play_now import play_now
from tests.play.tables.seating import at_second, guest, options

CLOCK = game_clock(5, 3)


def press(who: Guest, now: float = 1, form: str = "", **chosen: Any) -> TableGame:
    wanted = options(**({"control": CLOCK, "side": None} | chosen))
    return play_now(who, f"192.0.2.{who.player_id[-1]}", wanted, at_second(now), form)


def waiting(who: Guest, **chosen: Any) -> TableGame:
    wanted = options(**({"control": CLOCK, "side": None} | chosen))
    return lobby.create(who, "192.0.2.200", wanted, at_second(0))


@pytest.mark.django_db
def test_joins_whoever_has_waited_longest_on_the_same_terms() -> None:
    first = waiting(guest())
    Table.objects.filter(pk=first.id).update(created_at=at_second(-60))
    waiting(guest())
    joined = press(guest())
    assert joined.id == first.id
    assert joined.status is Status.PLAYING


@pytest.mark.django_db
@pytest.mark.parametrize(
    "other",
    [{"control": game_clock(5, 2)}, {"control": None}, {"is_listed": False}],
    ids=["another clock", "no clock", "a private table"],
)
def test_never_joins_a_table_on_other_terms(other: dict[str, Any]) -> None:
    made = waiting(guest(), **other)
    mine = press(guest())
    assert mine.id != made.id
    assert mine.status is Status.WAITING


@pytest.mark.django_db
def test_never_joins_someone_who_has_left() -> None:
    made = waiting(guest())
    mine = press(guest(), 121)
    assert mine.id != made.id
    assert mine.status is Status.WAITING


@pytest.mark.django_db
def test_a_second_press_keeps_waiting_at_the_same_table() -> None:
    me = guest()
    assert press(me).id == press(me, 2).id
    assert Table.objects.count() == 1


@pytest.mark.django_db
def test_a_second_press_leads_to_the_same_game() -> None:
    waiting(guest())
    waiting(guest())
    me = guest()
    assert press(me).id == press(me, 2).id
    assert Seat.objects.filter(player=me.player_id).count() == 1


@pytest.mark.django_db
def test_joining_closes_the_table_where_one_waited() -> None:
    me = guest()
    mine = press(me)
    other = waiting(guest())
    assert press(me, 2).id == other.id
    assert Table.objects.get(pk=mine.id).status == Status.CLOSED


@pytest.mark.django_db
def test_counts_as_creating_and_joining() -> None:
    me = guest()
    for _ in range(lobby.MAX_WAITING_TABLES):
        waiting(me, control=None)
    with pytest.raises(RateLimitExceeded):
        press(me)


@pytest.mark.django_db(transaction=True)
def test_two_who_press_at_once_play_each_other_or_both_have_a_table() -> None:
    def pressed(who: Guest) -> TableGame:
        try:
            return press(who)
        finally:
            connections.close_all()

    for _ in range(5):
        pair = guest(), guest()
        with ThreadPoolExecutor(2) as threads:
            list(threads.map(pressed, pair))
        for who in pair:
            table = Table.objects.of(who.player_id).exclude(status=Status.CLOSED).get()
            assert table.status in (Status.WAITING, Status.PLAYING)
            assert table.seats.count() == (1 if table.status == Status.WAITING else 2)
        Table.objects.all().delete()


@pytest.mark.django_db(transaction=True)
def test_a_double_press_takes_one_seat() -> None:
    waiting(guest())
    waiting(guest())
    me = guest()

    def pressed(_: int) -> str:
        try:
            return press(me, form="the same form").id
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as threads:
        assert len(set(threads.map(pressed, range(2)))) == 1
    assert Seat.objects.filter(player=me.player_id).count() == 1
