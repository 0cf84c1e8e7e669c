"""Making, finding, joining and closing tables, and what time alone does to them."""

from __future__ import annotations

import secrets
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.utils import timezone

from game.models import FinishedGame, Player, RateLimitedAction, Seat, Table
from game.models.tables import Status
from game.play.refusals import (
    NoSuchTable,
    NotInvited,
    NotOffered,
    NotStarted,
    OwnTable,
    RateLimitExceeded,
    SeatTaken,
    TableClosed,
)
from game.play.tables import expiry, lobby, moves
from game.play.tables import storage as table_storage
from game.play.tables.expiry import ExpiryCounts, expire_tables
from game.play.tables.options import Options, days_a_move, game_clock
from game.play.tables.view import poll_state
from game.rules import VARIANTS, HouseRules, Side, with_house_rules
from tests.play.tables.seating import at_second, guest, options, play, seated, seen

pytestmark = pytest.mark.django_db
HERE = "192.0.2.1"


def test_a_table_is_listed_until_somebody_joins():
    made = lobby.create(guest(), HERE, options(), at_second(0))
    assert [table.id for table in lobby.open_tables(at_second(1))] == [made.id]
    lobby.join(made.id, guest(), HERE, at_second(2))
    assert not lobby.open_tables(at_second(3))
    assert [table.id for table in lobby.tables_played(at_second(3))] == [made.id]


def test_rejects_a_second_player_joining():
    at, _, _ = seated()
    with pytest.raises(SeatTaken):
        lobby.join(at.id, guest(), HERE, at_second(1))


def test_rejects_joining_your_own_table_and_ignores_joining_twice():
    maker, other = guest(), guest()
    made = lobby.create(maker, HERE, options(), at_second(0))
    with pytest.raises(OwnTable):
        lobby.join(made.id, maker, HERE, at_second(1))
    joined = lobby.join(made.id, other, HERE, at_second(1))
    assert lobby.join(made.id, other, HERE, at_second(2)).revision == joined.revision
    assert lobby.join(made.id, maker, HERE, at_second(2)).revision == joined.revision


def test_rejects_a_move_before_somebody_has_joined():
    maker = guest()
    made = lobby.create(maker, HERE, options(), at_second(0))
    with pytest.raises(NotStarted):
        moves.play_move(made.id, maker.player_id, seen(made), "11-15", at_second(1))


def test_a_private_table_is_joined_only_by_its_link():
    made = lobby.create(guest(), HERE, options(is_listed=False), at_second(0))
    secret = lobby.invitation_secret(made.id)
    assert not lobby.open_tables(at_second(1))
    assert secret not in str(Table.objects.values().get())
    with pytest.raises(NotInvited):
        lobby.join(made.id, guest(), HERE, at_second(1))
    assert lobby.invited_to(secret, at_second(1)).id == made.id
    with pytest.raises(NoSuchTable):
        lobby.invited_to("", at_second(1))
    assert lobby.join(made.id, guest(), HERE, at_second(1), secret).is_being_played
    assert not lobby.tables_played(at_second(2))


def test_random_sides_are_settled_only_when_somebody_joins():
    sides = set()
    for number in range(40):
        maker = guest()
        made = lobby.create(maker, f"198.51.100.{number}", options(side=None), at_second(0))
        assert made.is_side_undecided
        at = lobby.join(made.id, guest(), f"198.51.100.{number}", at_second(1))
        sides.add(at.side_of(maker.player_id))
    assert sides == set(Side)


@pytest.mark.parametrize(
    ("variant", "opening", "plies"),
    [("english", "ballot", 3), ("english", "random", 4), ("brazilian", "random", 4)],
)
def test_an_opening_is_chosen_when_the_table_is_made(variant: str, opening: str, plies: int):
    chosen = options(variant=VARIANTS[variant], opening=opening, control=game_clock(1, 0))
    made = lobby.create(guest(), HERE, chosen, at_second(0))
    assert (made.ply, made.plies_played) == (plies, 0)
    assert made.row.opening.startswith(f"{opening}:")
    at = lobby.join(made.id, guest(), HERE, at_second(0))
    at = play(at, str(at.game.legal_moves[0]))
    assert at.clock is not None
    assert at.clock.runs is None


@pytest.mark.parametrize(("place", "seed"), [(0, 1), (-1, 999_999)])
def test_a_random_opening_has_one_of_all_seeds_that_can_be_typed(
    monkeypatch: pytest.MonkeyPatch, place: int, seed: int
):
    monkeypatch.setattr(secrets, "choice", lambda seeds: seeds[place])
    made = lobby.create(guest(), HERE, options(opening="random"), at_second(0))
    assert made.row.opening == f"random:{seed}"


def test_a_table_keeps_its_house_rules():
    rules = with_house_rules("english", HouseRules(takes_most=True, quiet_plies=40))
    made = lobby.create(guest(), HERE, options(variant=rules, opening="ballot"), at_second(0))
    assert table_storage.load(made.id, at_second(1)).variant.house_rules == rules.house_rules


def test_rejects_options_that_are_not_offered():
    for minutes, seconds in ((0, 0), (16, 0), (5, 11), (5, -1)):
        with pytest.raises(NotOffered):
            game_clock(minutes, seconds)
    with pytest.raises(NotOffered):
        days_a_move(2)
    with pytest.raises(NotOffered):
        Options(VARIANTS["russian"])
    with pytest.raises(NotOffered):
        Options(VARIANTS["brazilian"], opening="ballot")


def test_limits_how_many_tables_a_player_makes():
    maker = guest()
    for _ in range(3):
        lobby.create(maker, HERE, options(), at_second(0))
    with pytest.raises(RateLimitExceeded) as refused:
        lobby.create(maker, HERE, options(), at_second(0))
    assert refused.value.kind == "waiting"
    for _ in range(7):
        (waiting, *_) = lobby.tables_of(maker.player_id).filter(status=Status.WAITING)
        lobby.close(waiting.id, maker.player_id, at_second(1))
        lobby.create(maker, HERE, options(), at_second(1))
    lobby.close(lobby.open_tables(at_second(1))[0].id, maker.player_id, at_second(1))
    with pytest.raises(RateLimitExceeded) as refused:
        lobby.create(maker, HERE, options(), at_second(2))
    assert refused.value.kind == "make"
    lobby.create(maker, HERE, options(), at_second(700))


def test_limits_how_many_tables_one_address_makes():
    for _ in range(60):
        lobby.create(guest(), HERE, options(), at_second(0))
    with pytest.raises(RateLimitExceeded):
        lobby.create(guest(), HERE, options(), at_second(1))
    lobby.create(guest(), "192.0.2.9", options(), at_second(1))
    assert HERE not in str(list(RateLimitedAction.objects.values()))


def test_a_closed_table_cannot_be_joined_and_a_game_cannot_be_closed():
    maker = guest()
    made = lobby.create(maker, HERE, options(), at_second(0))
    assert lobby.close(made.id, maker.player_id, at_second(1)).status is Status.CLOSED
    assert lobby.close(made.id, maker.player_id, at_second(1)).status is Status.CLOSED
    with pytest.raises(TableClosed):
        lobby.join(made.id, guest(), HERE, at_second(2))
    at, black, _ = seated()
    with pytest.raises(SeatTaken):
        lobby.close(at.id, black, at_second(1))


WAITS = [(game_clock(5, 0), 3600), (days_a_move(3), 14 * 86_400), (None, 14 * 86_400)]
"""Clocks, and for how many seconds a table with each waits for somebody."""


@pytest.mark.parametrize(("control", "seconds"), WAITS)
def test_an_unjoined_table_closes_after_an_hour_or_two_weeks(control, seconds):
    made = lobby.create(guest(), HERE, options(control=control), at_second(0))
    last, over = at_second(seconds - 1), at_second(seconds)
    assert expire_tables(last) == ExpiryCounts(0, 0, 0)
    assert table_storage.load(made.id, last).status is Status.WAITING
    assert [table.pk for table in lobby.open_tables(last)] == [made.id]
    before, after = poll_state(made.id, last), poll_state(made.id, over)
    assert before
    assert after
    assert (before.is_due, after.is_due) == (False, True)
    assert not lobby.open_tables(over)
    with pytest.raises(TableClosed):
        lobby.join(made.id, guest(), HERE, over)
    assert Table.objects.get().status == Status.CLOSED


@pytest.mark.parametrize(("control", "seconds"), WAITS)
def test_sweeping_closes_a_table_nobody_joined(control, seconds):
    lobby.create(guest(), HERE, options(control=control), at_second(0))
    assert expire_tables(at_second(seconds - 1)) == ExpiryCounts(0, 0, 0)
    assert expire_tables(at_second(seconds)) == ExpiryCounts(0, 1, 0)


@pytest.mark.parametrize(("control", "seconds"), WAITS)
def test_a_table_counts_against_its_maker_while_it_waits(control, seconds):
    maker = guest()
    for _ in range(lobby.MAX_WAITING_TABLES):
        lobby.create(maker, HERE, options(control=control), at_second(0))
    with pytest.raises(RateLimitExceeded):
        lobby.create(maker, HERE, options(control=control), at_second(seconds - 1))
    lobby.create(maker, HERE, options(control=control), at_second(seconds))


@pytest.mark.parametrize(("control", "seconds"), WAITS)
def test_a_table_can_be_joined_at_the_last_moment(control, seconds):
    made = lobby.create(guest(), HERE, options(control=control), at_second(0))
    at = lobby.join(made.id, guest(), HERE, at_second(seconds - 1))
    assert at.status is Status.PLAYING


def test_polling_a_waiting_table_costs_one_query(django_assert_num_queries):
    made = lobby.create(guest(), HERE, options(control=days_a_move(1)), at_second(0))
    with django_assert_num_queries(1):
        assert poll_state(made.id, at_second(5))


def test_sweeping_ends_what_nobody_looked_at():
    flagged, _, _ = seated(control=game_clock(1, 0))
    play(flagged, "11-15 23-19")
    never_begun, _, _ = seated(control=game_clock(1, 0))
    slow, _, _ = seated(control=days_a_move(1))
    play(slow, "11-15 23-19")
    lobby.create(guest(), HERE, options(control=game_clock(1, 0)), at_second(0))
    assert expire_tables(at_second(30)) == ExpiryCounts(0, 0, 0)
    assert expire_tables(at_second(3600)) == ExpiryCounts(1, 2, 0)
    assert expire_tables(at_second(3600)) == ExpiryCounts(0, 0, 0)
    assert table_storage.load(flagged.id, at_second(3600)).outcome is not None
    assert table_storage.load(never_begun.id, at_second(3600)).status is Status.CLOSED
    assert expire_tables(at_second(100_000)) == ExpiryCounts(1, 0, 0)
    assert expire_tables(at_second(31 * 86_400)) == ExpiryCounts(0, 0, 3)
    assert expire_tables(at_second(33 * 86_400)) == ExpiryCounts(0, 0, 1)
    assert (Table.objects.count(), Seat.objects.count(), RateLimitedAction.objects.count()) == (
        0,
        0,
        0,
    )
    assert FinishedGame.objects.count() == 4


def test_sweeping_passes_over_a_table_deleted_meanwhile(monkeypatch: pytest.MonkeyPatch):
    first, _, _ = seated(control=game_clock(1, 0))
    play(first, "11-15 23-19")
    second, _, _ = seated(control=game_clock(1, 0))
    play(second, "11-15 23-19", start=1)

    def expire_late(table_id, now):
        Table.objects.filter(pk=first.id).delete()
        return table_storage.expire(table_id, now)

    monkeypatch.setattr(expiry, "expire", expire_late)
    assert expire_tables(at_second(120)) == ExpiryCounts(1, 0, 0)


def test_the_lobby_and_a_sweep_cope_with_ten_thousand_stale_tables(
    django_assert_max_num_queries: object,
):
    clock = game_clock(5, 0)
    made = lobby.create(guest(), HERE, options(control=clock), at_second(0))
    stale = {field.attname: getattr(made.row, field.attname) for field in Table._meta.fields}
    Table.objects.bulk_create(
        (Table(**(stale | {"id": f"stale{number}"})) for number in range(10_000)), batch_size=500
    )
    fresh = lobby.create(guest(), HERE, options(control=clock), at_second(3000))
    with django_assert_max_num_queries(3):  # type: ignore[operator]
        assert [table.id for table in lobby.open_tables(at_second(3600))[:50]] == [fresh.id]
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        assert expire_tables(at_second(3600)) == ExpiryCounts(0, 10_001, 0)


def test_the_sweep_command_reports_what_it_did():
    clock = game_clock(5, 0)
    lobby.create(guest(), HERE, options(control=clock), timezone.now() - timedelta(hours=2))
    told = StringIO()
    call_command("sweep", stdout=told)
    assert told.getvalue() == "Flags that fell: 0. Tables closed: 1, forgotten: 0.\n"


def test_a_table_outlives_a_players_session():
    at, black, _ = seated()
    Player.objects.filter(pk=black).delete()
    after = table_storage.load(at.id, at_second(1))
    assert after.seats[Side.BLACK].player_id is None
    assert after.side_of(None) is None


@pytest.mark.parametrize(
    "impossible",
    [
        {"status": "odd"},
        {"winner": "B"},
        {"status": "over"},
        {"clock_runs": "B"},
        {"flag_at": 1},
        {"black_left_ms": None, "base_ms": 1},
        {"draw_offered_by": "X"},
        {"take_back_by": "B"},
        {"rematch_by": "W"},
        {"started_at": None},
        {"ply": 0, "opening_plies": 1},
        {"invitation_hash": "x"},
    ],
)
def test_the_database_rejects_inconsistent_tables(impossible: dict[str, object]):
    at, _, _ = seated()
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.filter(pk=at.id).update(**impossible)


def test_the_database_rejects_inconsistent_seats():
    at, black, _ = seated()
    for changes in ({"side": "B"}, {"player": black}, {"side": "X"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Seat.objects.filter(pk=at.seats[Side.WHITE].pk).update(**changes)
