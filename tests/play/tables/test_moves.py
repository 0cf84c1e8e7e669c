"""Moves at tables, the clock, and endings that do not need the opponent's consent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game.models.tables import Status
from game.play.refusals import (
    AlreadyPlayed,
    GameOver,
    MovedOn,
    NotAbsent,
    NotSeated,
    NotYourTurn,
    Unplayable,
)
from game.play.tables import moves
from game.play.tables import storage as table_storage
from game.play.tables.options import days_a_move, game_clock
from game.rules import Outcome, Side, Termination
from tests.play.tables.seating import at_second, guest, play, seated, seen

pytestmark = pytest.mark.django_db


def test_two_people_play_in_turn():
    at, _, _ = seated()
    at = play(at, "11-15 23-19 8-11")
    assert (at.ply, at.version, at.to_move) == (3, 3, Side.WHITE)
    assert [str(move) for move in at.game.moves] == ["11-15", "23-19", "8-11"]


def test_rejects_a_move_out_of_turn():
    at, _, white = seated()
    with pytest.raises(NotYourTurn):
        moves.play_move(at.id, white, seen(at), "22-18", at_second(1))


def test_rejects_a_move_by_a_spectator():
    at, _, _ = seated()
    with pytest.raises(NotSeated):
        moves.play_move(at.id, guest().player_id, seen(at), "11-15", at_second(1))


def test_rejects_an_illegal_move_with_the_reason():
    at, black, _ = seated()
    with pytest.raises(Unplayable) as refused:
        moves.play_move(at.id, black, seen(at), "11-20", at_second(1))
    assert refused.value.text == "11-20"
    assert table_storage.load(at.id, at_second(1)).ply == 0


def test_distinguishes_a_repeated_move_from_a_stale_one():
    at, black, _ = seated()
    play(at, "11-15")
    with pytest.raises(AlreadyPlayed):
        moves.play_move(at.id, black, seen(at), "11-15", at_second(2))
    with pytest.raises(MovedOn) as refused:
        moves.play_move(at.id, black, seen(at), "11-16", at_second(2))
    assert refused.value.game.ply == 1


def test_the_clock_starts_after_both_move_and_adds_the_increment():
    at, _, _ = seated(control=game_clock(1, 5))
    at = play(at, "11-15 23-19", each=20)
    assert at.clock is not None
    assert (at.clock.left, at.clock.runs) == ((60_000, 60_000), Side.BLACK)
    at = play(at, "8-11", start=40, each=20)
    assert at.clock is not None
    assert (at.clock.left, at.clock.runs) == ((45_000, 60_000), Side.WHITE)
    assert at.times == [60_000, 60_000, 45_000]


def test_a_flag_falls_for_the_first_to_load_the_table():
    at, _, _ = seated(control=game_clock(1, 0))
    at = play(at, "11-15 23-19")
    assert table_storage.load(at.id, at_second(61.999)).is_being_played
    after = table_storage.load(at.id, at_second(62))
    assert after.outcome == Outcome(Side.WHITE, Termination.FLAG)
    assert after.clock is not None
    assert (after.clock.left, after.clock.runs) == ((0, 60_000), None)
    assert table_storage.load(at.id, at_second(99)).revision == after.revision


def test_rejects_a_move_after_the_flag_has_fallen():
    at, black, _ = seated(control=game_clock(1, 0))
    at = play(at, "11-15 23-19")
    with pytest.raises(GameOver) as refused:
        moves.play_move(at.id, black, seen(at), "8-11", at_second(62))
    assert refused.value.game.outcome == Outcome(Side.WHITE, Termination.FLAG)
    assert table_storage.load(at.id, at_second(62)).revision == refused.value.game.revision


def test_each_move_gets_its_full_days():
    at, _, _ = seated(control=days_a_move(1))
    at = play(at, "11-15 23-19 8-11", each=80_000)
    assert at.clock is not None
    assert at.clock.left == (86_400_000, 86_400_000)


def test_either_player_may_resign_on_either_turn():
    at, black, white = seated()
    after = moves.resign(at.id, white, seen(at), at_second(1))
    assert after.outcome == Outcome(Side.BLACK, Termination.RESIGNATION)
    with pytest.raises(GameOver):
        moves.resign(at.id, black, seen(at), at_second(1))


def test_an_absent_player_loses_to_a_claim_after_a_while():
    at, _, white = seated(control=game_clock(15, 0))
    at = play(at, "11-15 23-19")
    with pytest.raises(NotAbsent) as refused:
        moves.claim(at.id, white, seen(at), at_second(300))
    assert refused.value.claimable_at == at_second(302)
    after = moves.claim(at.id, white, seen(at), at_second(302))
    assert after.outcome == Outcome(Side.WHITE, Termination.ABSENCE)


def test_a_player_who_looks_at_the_table_is_not_absent():
    at, black, white = seated()
    at = play(at, "11-15 23-19")
    table_storage.record_presence(at.id, black, at_second(800))
    with pytest.raises(NotAbsent) as refused:
        moves.claim(at.id, white, seen(at), at_second(1000))
    assert refused.value.claimable_at == at_second(1700)


def test_a_claim_before_both_have_moved_closes_the_table():
    at, _, white = seated()
    after = moves.claim(at.id, white, seen(at), at_second(900))
    assert (after.status, after.outcome) == (Status.CLOSED, None)


def test_loading_costs_two_queries_and_a_move_at_most_five(
    django_assert_max_num_queries: Callable[..., Any],
):
    at, black, _ = seated(control=game_clock(1, 0))
    with django_assert_max_num_queries(2):
        table_storage.load(at.id, at_second(1))
    # Read the row and the seats, write the row, note who was there, and the savepoint of tests.
    with django_assert_max_num_queries(6):
        moves.play_move(at.id, black, seen(at), "11-15", at_second(20))
