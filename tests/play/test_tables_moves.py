"""Moves at tables, the clock, and ends that need nobody's consent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game.models.tables import Status
from game.play.tables import moves
from game.play.tables import storage as table_storage
from game.play.tables.options import days_a_move, game_clock
from game.play.tables.refusals import (
    AlreadyPlayed,
    GameOver,
    MovedOn,
    NotAbsent,
    NotSeated,
    NotYourTurn,
    Unplayable,
)
from game.rules import Outcome, Side, Termination
from tests.play.seating import at_second, guest, play, seated, seen

pytestmark = pytest.mark.django_db


def test_two_people_play_by_turns():
    at, _, _ = seated()
    at = play(at, "11-15 23-19 8-11")
    assert (at.ply, at.version, at.to_move) == (3, 3, Side.WHITE)
    assert [str(move) for move in at.game.moves] == ["11-15", "23-19", "8-11"]


def test_a_move_out_of_turn_is_refused():
    at, _, white = seated()
    with pytest.raises(NotYourTurn):
        moves.play_move(at.id, white, seen(at), "22-18", at_second(1))


def test_who_only_watches_cannot_move():
    at, _, _ = seated()
    with pytest.raises(NotSeated):
        moves.play_move(at.id, guest().player_id, seen(at), "11-15", at_second(1))


def test_a_move_that_is_none_is_refused_with_the_reason():
    at, black, _ = seated()
    with pytest.raises(Unplayable) as refused:
        moves.play_move(at.id, black, seen(at), "11-20", at_second(1))
    assert refused.value.text == "11-20"
    assert table_storage.look(at.id, at_second(1)).ply == 0


def test_a_move_sent_twice_is_told_from_one_for_another_board():
    at, black, _ = seated()
    play(at, "11-15")
    with pytest.raises(AlreadyPlayed):
        moves.play_move(at.id, black, seen(at), "11-15", at_second(2))
    with pytest.raises(MovedOn) as refused:
        moves.play_move(at.id, black, seen(at), "11-16", at_second(2))
    assert refused.value.at.ply == 1


def test_the_clock_runs_once_each_has_moved_and_adds_the_increment():
    at, _, _ = seated(control=game_clock(1, 5))
    at = play(at, "11-15 23-19", each=20)
    assert at.clock is not None
    assert (at.clock.left, at.clock.runs) == ((60_000, 60_000), Side.BLACK)
    at = play(at, "8-11", start=40, each=20)
    assert at.clock is not None
    assert (at.clock.left, at.clock.runs) == ((45_000, 60_000), Side.WHITE)
    assert at.times == [60_000, 60_000, 45_000]


def test_a_flag_falls_at_whoever_looks_first():
    at, _, _ = seated(control=game_clock(1, 0))
    at = play(at, "11-15 23-19")
    assert table_storage.look(at.id, at_second(61.999)).is_being_played
    after = table_storage.look(at.id, at_second(62))
    assert after.outcome == Outcome(Side.WHITE, Termination.FLAG)
    assert after.clock is not None
    assert (after.clock.left, after.clock.runs) == ((0, 60_000), None)
    assert table_storage.look(at.id, at_second(99)).revision == after.revision


def test_a_move_after_time_is_refused_and_the_flag_stays_fallen():
    at, black, _ = seated(control=game_clock(1, 0))
    at = play(at, "11-15 23-19")
    with pytest.raises(GameOver) as refused:
        moves.play_move(at.id, black, seen(at), "8-11", at_second(62))
    assert refused.value.at.outcome == Outcome(Side.WHITE, Termination.FLAG)
    assert table_storage.look(at.id, at_second(62)).revision == refused.value.at.revision


def test_days_a_move_are_given_anew_for_each():
    at, _, _ = seated(control=days_a_move(1))
    at = play(at, "11-15 23-19 8-11", each=80_000)
    assert at.clock is not None
    assert at.clock.left == (86_400_000, 86_400_000)


def test_either_may_resign_on_either_move():
    at, black, white = seated()
    after = moves.resign(at.id, white, seen(at), at_second(1))
    assert after.outcome == Outcome(Side.BLACK, Termination.RESIGNATION)
    with pytest.raises(GameOver):
        moves.resign(at.id, black, seen(at), at_second(1))


def test_an_absent_player_loses_to_a_claim_but_not_at_once():
    at, _, white = seated(control=game_clock(15, 0))
    at = play(at, "11-15 23-19")
    with pytest.raises(NotAbsent) as refused:
        moves.claim(at.id, white, seen(at), at_second(300))
    assert refused.value.claimable_at == at_second(302)
    after = moves.claim(at.id, white, seen(at), at_second(302))
    assert after.outcome == Outcome(Side.WHITE, Termination.ABSENCE)


def test_who_looks_at_the_table_is_not_absent():
    at, black, white = seated()
    at = play(at, "11-15 23-19")
    table_storage.note_seen(at.id, black, at_second(800))
    with pytest.raises(NotAbsent) as refused:
        moves.claim(at.id, white, seen(at), at_second(1000))
    assert refused.value.claimable_at == at_second(1700)


def test_before_each_has_moved_a_claim_closes_the_table():
    at, _, white = seated()
    after = moves.claim(at.id, white, seen(at), at_second(900))
    assert (after.status, after.outcome) == (Status.CLOSED, None)


def test_a_reading_is_two_questions_and_a_move_at_most_five(
    django_assert_max_num_queries: Callable[..., Any],
):
    at, black, _ = seated(control=game_clock(1, 0))
    with django_assert_max_num_queries(2):
        table_storage.look(at.id, at_second(1))
    # Read the row and the seats, write the row, note who was there, and the savepoint of tests.
    with django_assert_max_num_queries(6):
        moves.play_move(at.id, black, seen(at), "11-15", at_second(20))
