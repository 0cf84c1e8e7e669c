"""A database accepts only the secret key it belongs to; fallback keys still open old data."""

from __future__ import annotations

from threading import Barrier, Thread

import pytest
from django.contrib.sessions.models import Session
from django.db import connections
from django.test import override_settings

from game.models import KeyFingerprint
from game.play.secret_key import accept, claim_database
from tests.player import Player
from tests.table_player import TablePlayer
from tests.web.visits import open_table, the_link

pytestmark = pytest.mark.django_db(transaction=True)
ONE, OTHER, THIRD = "1" * 40, "2" * 40, "3" * 40


def claims(key: str, *older: str) -> bool:
    with override_settings(SECRET_KEY=key, SECRET_KEY_FALLBACKS=older):
        return claim_database()


def test_a_new_database_accepts_only_the_first_key():
    assert claims(ONE)
    assert claims(ONE)
    # Where every version finds it: one that looked elsewhere would accept any key.
    assert KeyFingerprint.objects.get().pk == 1
    assert not claims(OTHER)
    assert not claims(OTHER, THIRD)
    assert claims(ONE)


def test_a_database_moves_to_a_new_key_with_the_old_one_as_fallback():
    assert claims(ONE)
    assert claims(OTHER, THIRD, ONE)
    assert claims(OTHER)
    assert not claims(ONE)
    assert claims(ONE, OTHER)


def test_stores_nothing_of_the_key_itself():
    assert claims(ONE)
    stored = str(KeyFingerprint.objects.values().get())
    assert "1111" not in stored
    KeyFingerprint.objects.all().delete()
    assert claims(ONE)
    assert str(KeyFingerprint.objects.values().get()) != stored


def test_a_database_without_a_fingerprint_keeps_its_sessions_key():
    with override_settings(SECRET_KEY=ONE):
        Player().lay_out(moves="11-15")
    assert not claims(OTHER)
    assert not KeyFingerprint.objects.exists()
    assert claims(OTHER, ONE)
    assert not claims(ONE)


def test_one_damaged_session_does_not_disown_the_database():
    with override_settings(SECRET_KEY=ONE):
        Player().lay_out(moves="11-15")
        Player().lay_out(moves="11-15")
    Session.objects.filter(pk=Session.objects.values_list("pk", flat=True)[0]).update(
        session_data="damaged"
    )
    assert claims(ONE)


def test_a_host_who_lost_the_key_can_accept_the_loss():
    with override_settings(SECRET_KEY=ONE):
        Player().lay_out(moves="11-15")
        assert claim_database()
    with override_settings(SECRET_KEY=OTHER):
        assert accept() == (1, 1)
        assert claim_database()


def test_servers_starting_together_on_a_new_database_all_start():
    together, answers = Barrier(4), list[bool]()

    def start() -> None:
        together.wait()
        answers.append(claim_database())
        connections.close_all()

    servers = [Thread(target=start) for _ in range(4)]
    for server in servers:
        server.start()
    for server in servers:
        server.join()
    assert answers == [True] * 4
    assert KeyFingerprint.objects.count() == 1


def test_links_and_codes_survive_a_key_change():
    alice, bob = Player(), Player()
    with override_settings(SECRET_KEY=ONE):
        alice.lay_out(moves="11-15")
        alice.open("/share")
        assert alice.press("/share") == 303
        shown = [alice.page.select_one(kind) for kind in ("pre.wraps", ".code")]
    with override_settings(SECRET_KEY=OTHER, SECRET_KEY_FALLBACKS=[ONE]):
        alice.open("/share")
        assert [alice.page.select_one(kind) for kind in ("pre.wraps", ".code")] == shown
        assert shown[0]
        link = shown[0].get_text().removeprefix("http://testserver")
        bob.open(link)
        assert bob.press(link) == 303
        assert bob.heading == "White to move: Black moved 11 to 15"


def test_a_private_tables_link_survives_a_key_change():
    ann, bob, eve = TablePlayer(), TablePlayer(), TablePlayer()
    with override_settings(SECRET_KEY=ONE):
        assert open_table(ann, listed="link") == 303
        link = the_link(ann)
    with override_settings(SECRET_KEY=OTHER, SECRET_KEY_FALLBACKS=[ONE]):
        assert the_link(ann) == link
        bob.open(link)
        assert bob.press(link, name="Bob") == 303
        secret = link.rstrip("/").rpartition("/")[2]
        table = bob.redirect.removeprefix("http://testserver").partition("?")[0].partition("#")[0]
        eve.open(f"{table}?link={secret}")
        assert eve.response.status_code == 200
        eve.open(f"{table}?link={'0' * len(secret)}")
        assert eve.response.status_code == 404
