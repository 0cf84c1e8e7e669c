"""An unreadable session is never overwritten, and comes back once it can be read."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import override_settings
from django.utils import timezone

from game.models import UnreadSession
from game.play.sessions import DAMAGED, SessionStore
from game.play.solo.actions import KEY, UNREAD
from tests.player import Player

ONE, OTHER, THIRD = "1" * 40, "2" * 40, "3" * 40


@pytest.fixture
def alice(transactional_db: None) -> Player:
    return Player()


def moves(player: Player) -> str:
    player.open()
    return str(player.stored["moves"])


@override_settings(SECRET_KEY=ONE)
def test_a_game_signed_with_a_lost_key_comes_back_with_the_key(alice: Player):
    alice.lay_out(moves="11-15")
    with override_settings(SECRET_KEY=OTHER):
        alice.open()
        assert "couldn’t be read" in alice.notice
        alice.move("12-16")
        assert moves(alice).startswith("12-16 ")
    assert moves(alice) == "11-15"
    assert alice.notice == ""


def test_servers_with_different_keys_keep_each_others_games(alice: Player):
    with override_settings(SECRET_KEY=ONE):
        alice.lay_out(moves="11-15")
    played = {ONE: "11-15", OTHER: ""}
    for key in (OTHER, ONE) * 3:
        with override_settings(SECRET_KEY=key):
            alice.open()
            assert alice.move(next(iter(alice.moves))) == 303
            assert moves(alice).startswith(played[key])
            assert len(moves(alice)) > len(played[key])
            played[key] = moves(alice)
    assert UnreadSession.objects.count() == 1


@override_settings(SECRET_KEY=ONE)
def test_reading_with_another_key_writes_nothing(alice: Player):
    alice.lay_out(moves="11-15")
    before = Session.objects.values_list("session_data", flat=True).get()
    with override_settings(SECRET_KEY=OTHER):
        alice.open()
        alice.open("/room")
    assert Session.objects.values_list("session_data", flat=True).get() == before
    assert not UnreadSession.objects.exists()


@override_settings(SECRET_KEY=ONE)
def test_games_under_a_fallback_key_continue(alice: Player):
    alice.lay_out(moves="11-15")
    with override_settings(SECRET_KEY=OTHER, SECRET_KEY_FALLBACKS=[THIRD, ONE]):
        alice.open()
        assert alice.notice == ""
        assert alice.move("23-19") == 303
    with override_settings(SECRET_KEY=OTHER):
        assert moves(alice) == "11-15 23-19"
    assert not UnreadSession.objects.exists()


@override_settings(SECRET_KEY=ONE)
def test_saving_preferences_under_another_key_keeps_the_game(alice: Player):
    alice.lay_out(moves="11-15")
    with override_settings(SECRET_KEY=OTHER):
        alice.open("/settings")
        assert alice.press("/settings", numbering="algebraic") == 303
    assert moves(alice) == "11-15"


def test_unreadable_sessions_and_games_are_not_written_to_the_log(
    alice: Player, caplog: pytest.LogCaptureFixture
):
    alice.lay_out(moves="11-15", schema=99)
    Session.objects.update(session_data="garbage:not:signed")
    with caplog.at_level(logging.DEBUG):
        alice.open()
    assert "A stored session could not be read" in caplog.text
    alice.lay_out_again(moves="11-15", variant="my own secret rules")
    with caplog.at_level(logging.DEBUG):
        alice.open()
    assert "A stored game could not be read" in caplog.text
    key = alice.client.session.session_key
    assert key
    for content in ("garbage", key, "11-15", "secret rules"):
        assert content not in caplog.text


def test_an_unreadable_game_is_kept_beside_its_replacement(alice: Player):
    alice.lay_out(moves="11-15", schema=99)
    lost = alice.stored
    alice.move("12-16")
    alice.move(next(iter(alice.moves)))
    assert str(alice.client.session[KEY]["moves"]).startswith("12-16 ")
    assert alice.client.session[UNREAD] == lost


def test_flipping_the_board_keeps_an_unreadable_game_too(alice: Player):
    alice.lay_out(moves="11-15", schema=99)
    lost = alice.stored
    assert alice.press("/flip") == 303
    assert alice.stored != lost
    assert alice.client.session[UNREAD] == lost


def test_the_contents_of_a_text_are_what_was_stored_or_marked_as_damaged():
    store = SessionStore()
    assert store.decode(store.encode({"level": "easy"})) == {"level": "easy"}
    assert store.decode("garbage:not:signed") == {DAMAGED: True}


@override_settings(SECRET_KEY=ONE)
def test_unread_sessions_are_deleted_with_their_session(alice: Player):
    alice.lay_out(moves="11-15")
    with override_settings(SECRET_KEY=OTHER):
        alice.open()
        alice.move("12-16")
    call_command("tidy")
    assert UnreadSession.objects.count() == 1
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    call_command("tidy")
    assert not UnreadSession.objects.exists()
