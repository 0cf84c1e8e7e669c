"""Sessions that are not stored yet: all first requests of a visitor share one reserved key.

Races are run on whichever database the tests use, in two threads with a connection each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from game.models import Guest, Player
from game.play.players import player_of
from game.play.sessions import SEAL, SessionStore, is_reserved, reserved_key
from game.play.tables.guests import enter_lobby
from game.play.tables.names import InvalidName

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 30
T = TypeVar("T")


class Pair:
    """Two threads, each with its own connection, that start together."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(2)
        self.barrier = Barrier(2)

    def both(self, act: Callable[[], T]) -> list[T]:
        """Return what both threads get from the same action at the same time."""

        def run(_: int) -> T:
            self.barrier.wait()
            return act()

        return list(self.threads.map(run, range(2)))

    def stop(self) -> None:
        # The name leads each thread to its own connection.
        self.both(lambda: connection.close())
        self.threads.shutdown()


@pytest.fixture
def pair() -> Iterator[Pair]:
    two = Pair()
    yield two
    two.stop()


def player_behind(key: str) -> tuple[str | None, str]:
    session = SessionStore(key)
    # As a request does that looks at its session before it changes anything.
    session.get("anything")
    with session.exclusive():
        return session.session_key, player_of(session)


def test_two_first_requests_at_once_belong_to_one_player(pair: Pair):
    for _ in range(ROUNDS):
        key = reserved_key()
        (one, first), (other, second) = pair.both(lambda key=key: player_behind(key))
        assert one == other == key
        assert first == second
    assert Player.objects.count() == Session.objects.count() == ROUNDS


def test_two_first_requests_at_once_both_count(pair: Pair):
    """Neither overwrites what the other has stored."""
    key = reserved_key()

    def count() -> None:
        session = SessionStore(key)
        with session.exclusive():
            session["orders"] = session.get("orders", 0) + 1

    for _ in range(ROUNDS):
        pair.both(count)
    assert SessionStore(key)["orders"] == 2 * ROUNDS


def test_a_double_press_registers_one_name(pair: Pair):
    for number in range(ROUNDS):
        key, name = reserved_key(), f"Visitor {number}"
        both = pair.both(
            lambda key=key, name=name: enter_lobby(SessionStore(key), timezone.now(), name)
        )
        assert [guest.name for guest in both] == [name, name]
    assert Guest.objects.count() == ROUNDS


def test_a_session_only_read_is_not_stored():
    session = SessionStore(reserved_key())
    with session.exclusive():
        assert session.get("anything") is None
    assert not Session.objects.exists()
    assert session.session_key is None
    assert session.reserved


def test_a_rejected_request_leaves_no_session_behind():
    key = reserved_key()
    with pytest.raises(InvalidName):
        enter_lobby(SessionStore(key), timezone.now(), "!")
    assert not Session.objects.exists()
    assert not Player.objects.exists()
    assert enter_lobby(SessionStore(key), timezone.now(), "Ann").name == "Ann"
    assert Session.objects.get().session_key == key


@pytest.mark.parametrize(
    "made_up",
    [
        lambda ours: "x" * 32,
        lambda ours: "x" * len(ours),
        lambda ours: ours[:-SEAL],
        lambda ours: ours[:-SEAL] + "0" * SEAL,
        lambda ours: ours[:-1],
        lambda ours: ("y" if ours[0] == "x" else "x") + ours[1:],
        lambda ours: "é" + ours[1:],
        lambda ours: "x",
    ],
)
def test_made_up_session_keys_are_not_used(made_up: Callable[[str], str]):
    key = made_up(reserved_key())
    session = SessionStore(key)
    session.get("anything")
    with session.exclusive():
        session["anything"] = 1
    assert Session.objects.get().session_key == session.session_key != key


def test_rejects_a_key_signed_with_another_secret(settings):
    key = reserved_key()
    settings.SECRET_KEY = "another secret of this site"
    assert not is_reserved(key)
    settings.SECRET_KEY_FALLBACKS = ["", "an old one"]
    assert not is_reserved(key)


def test_accepts_a_key_signed_with_an_older_secret(settings):
    key, older = reserved_key(), settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another secret of this site", [older]
    assert is_reserved(key)


def test_an_expired_session_does_not_come_back():
    key = reserved_key()
    player_behind(key)
    Session.objects.update(expire_date=timezone.now())
    session = SessionStore(key)
    with session.exclusive():
        assert dict(session.items()) == {}
        session["anything"] = 1
    assert session.session_key != key
