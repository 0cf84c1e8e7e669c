"""Tables where both sides are played on one device, while others may watch."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from game.models import FinishedGame, Table
from game.models.tables import Status
from game.play.library.my_games import comments, game_of
from game.play.preferences import Preferences
from game.play.refusals import (
    NotAbsent,
    NothingToTakeBack,
    NotSeated,
    SeatTaken,
    TakebacksNotAllowed,
)
from game.play.solo.game import FRIEND
from game.play.tables import lobby, moves, offers
from game.play.tables import storage as table_storage
from game.play.tables.expiry import expire_tables
from game.play.tables.game import TableGame
from game.play.tables.options import game_clock
from game.play.tables.view import table_view
from game.rules import Outcome, Side, Termination
from tests.play.tables.seating import at_second, guest, options, seen

pytestmark = pytest.mark.django_db


def made(**chosen: object) -> tuple[TableGame, str]:
    """Return a new table and the player who moves for both sides."""
    maker = guest("Ann")
    chosen = {"is_on_one_device": True} | chosen
    return lobby.create(maker, "Ann", options(**chosen), at_second(0)), maker.player_id


def moved(at: TableGame, player: str, texts: str, start: float = 0) -> TableGame:
    for number, text in enumerate(texts.split(), 1):
        at = moves.play_move(at.id, player, seen(at), text, at_second(start + number))
    return at


def test_the_game_begins_at_once_and_nobody_can_join():
    at, _ = made()
    assert at.status is Status.PLAYING
    with pytest.raises(SeatTaken):
        lobby.join(at.id, guest(), "elsewhere", at_second(1))


def test_only_the_maker_moves_for_both_sides():
    at, player = made(control=game_clock(5, 2))
    at = moved(at, player, "11-15 23-19 8-11")
    assert (at.ply, at.to_move) == (3, Side.WHITE)
    assert at.clock is not None
    assert at.clock.runs is Side.WHITE
    with pytest.raises(NotSeated):
        moves.play_move(at.id, guest().player_id, seen(at), "22-17", at_second(9))


def test_the_side_to_move_resigns():
    at, player = made()
    at = moved(at, player, "11-15")
    at = moves.resign(at.id, player, seen(at), at_second(5))
    assert at.outcome == Outcome(Side.BLACK, Termination.RESIGNATION)


def test_takeback_draw_and_rematch_happen_at_once():
    at, player = made(allows_take_backs=True)
    with pytest.raises(NothingToTakeBack):
        offers.request_takeback(at.id, player, seen(at), at_second(1))
    at = moved(at, player, "11-15 23-19")
    at = offers.request_takeback(at.id, player, seen(at), at_second(5))
    assert (at.ply, at.to_move, at.offers.takeback_by) == (1, Side.WHITE, None)
    at = offers.offer_draw(at.id, player, seen(at), at_second(6))
    assert at.outcome == Outcome(None, Termination.AGREEMENT)
    again = offers.offer_rematch(at.id, player, at_second(7))
    assert again.id != at.id
    assert moved(again, player, "11-15 23-19", start=8).ply == 2
    assert offers.offer_rematch(at.id, player, at_second(20)).id == again.id


def test_moves_are_taken_back_only_if_that_was_chosen():
    at, player = made()
    at = moved(at, player, "11-15")
    with pytest.raises(TakebacksNotAllowed):
        offers.request_takeback(at.id, player, seen(at), at_second(5))


def test_a_flag_falls_and_nobody_counts_as_absent():
    at, player = made(control=game_clock(1, 0))
    at = moved(at, player, "11-15 23-19")
    with pytest.raises(NotAbsent):
        moves.claim(at.id, player, seen(at), at_second(50))
    assert expire_tables(at_second(63)).flags == 1
    at = table_storage.load(at.id, at_second(63))
    assert at.outcome == Outcome(Side.WHITE, Termination.FLAG)


def test_the_game_is_recorded_once_as_between_two_players():
    at, player = made(control=game_clock(1, 0))
    at = moved(at, player, "11-15 23-19")
    moves.resign(at.id, player, seen(at), at_second(9))
    [kept] = FinishedGame.objects.all()
    assert (kept.owner_id, kept.opponent, kept.winner) == (player, FRIEND, "W")
    solo = game_of(kept)
    assert solo.outcome == Outcome(Side.WHITE, Termination.RESIGNATION)
    assert comments(solo)


@pytest.mark.parametrize(
    ("chosen", "before", "after"),
    [("player", "B", "B"), ("black", "B", "B"), ("white", "W", "W"), ("mover", "B", "W")],
)
def test_the_board_turns_only_if_its_reader_prefers_that(chosen: str, before: str, after: str):
    at, player = made()
    liked = Preferences(bottom=chosen)
    assert table_view(at, player, liked).bottom.letter == before
    assert table_view(moved(at, player, "11-15"), player, liked).bottom.letter == after


def test_the_database_rejects_a_one_device_table_that_waits():
    at, _ = made()
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.filter(pk=at.id).update(status=Status.WAITING)
