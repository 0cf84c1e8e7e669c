"""Rate limits: nobody uses so much of the server that others have to wait."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from pytest_django import Settings

from game.play.computer import opponent
from game.server import fair_use
from game.server.fair_use import (
    MAX_NETWORKS,
    NEW_SESSIONS,
    SEARCHES_PER_NETWORK,
    SEARCHES_PER_SESSION,
    SECONDS_PER_SESSION,
    NewSessions,
    TooManyRequests,
    requests_from,
    search,
)
from tests.player import Player


@pytest.fixture
def places() -> Iterator[ExitStack]:
    """Hold searches that stay under way until the test ends."""
    with ExitStack() as places:
        yield places


def take(places: ExitStack, number: int, asker: str = "", network: str = "") -> None:
    """Start this many searches, each of a different game unless one is named."""
    with requests_from(network):
        for at in range(number):
            places.enter_context(search(asker or f"game {at}"))


def test_a_session_with_too_many_searches_is_asked_to_retry_later(
    alice: Player, places: ExitStack
) -> None:
    alice.lay_out(opponent="computer", player="B")
    key = alice.client.session.session_key
    assert key
    take(places, SEARCHES_PER_SESSION, key)
    assert alice.move("11-15") == 429
    assert alice.response.headers["Retry-After"] == "6"
    assert "Your game is safe. Please try again in 6 seconds." in alice.text
    assert alice.stored["moves"] == "11-15"
    places.close()
    alice.open()
    assert alice.press("/reply") == 303
    assert len(alice.stored["moves"].split()) == 2


def test_a_rate_limited_hint_leaves_the_game_alone(alice: Player, places: ExitStack) -> None:
    alice.lay_out()
    key = alice.client.session.session_key
    assert key
    take(places, SEARCHES_PER_SESSION, key)
    assert alice.press("/hint") == 429
    assert alice.stored["moves"] == ""


def test_htmx_replaces_the_whole_page_with_the_rate_limit_page(
    alice: Player, places: ExitStack
) -> None:
    alice.lay_out()
    key = alice.client.session.session_key
    assert key
    take(places, SEARCHES_PER_SESSION, key)
    assert alice.send("/hint", alice.fields("/hint"), **{"HX-Request": "true"}) == 429
    assert alice.response.headers["HX-Retarget"] == "body"


def test_one_network_leaves_capacity_for_others(places: ExitStack) -> None:
    take(places, SEARCHES_PER_NETWORK, network="203.0.113.9")
    with pytest.raises(TooManyRequests), requests_from("203.0.113.9"), search("another game"):
        pass
    with requests_from("203.0.113.10"), search("another game"):
        pass


@pytest.mark.parametrize("address", ["127.0.0.1", "::1/128", ""])
def test_a_proxy_on_this_machine_is_not_counted_as_one_network(
    places: ExitStack, address: str
) -> None:
    take(places, SEARCHES_PER_NETWORK + 1, network=address)


def test_limits_how_many_searches_the_server_queues(places: ExitStack, settings: Settings) -> None:
    settings.SERVER_THREADS = 2
    take(places, 2)
    with pytest.raises(TooManyRequests), search("another game"):
        pass


def test_a_failed_search_frees_its_place(settings: Settings) -> None:
    settings.SERVER_THREADS = 1
    for _ in range(2):
        with pytest.raises(ZeroDivisionError), requests_from("203.0.113.9"), search("a game"):
            raise ZeroDivisionError
    assert not fair_use._searches


def test_concurrent_searches_are_counted_correctly() -> None:
    def come_and_go() -> None:
        for _ in range(200):
            with requests_from("203.0.113.9"), search(""):
                pass

    threads = [threading.Thread(target=come_and_go) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not fair_use._searches


def test_limits_new_sessions_per_network_and_their_rate() -> None:
    passed = [0.0]
    sessions = NewSessions(lambda: passed[0])
    with requests_from("203.0.113.9"):
        for _ in range(NEW_SESSIONS):
            sessions.begin()
        with pytest.raises(TooManyRequests) as refused:
            sessions.begin()
        assert refused.value.seconds == SECONDS_PER_SESSION
        passed[0] += SECONDS_PER_SESSION
        sessions.begin()
        with pytest.raises(TooManyRequests):
            sessions.begin()
    with requests_from("203.0.113.10"):
        sessions.begin()


def test_counts_sessions_for_a_limited_number_of_networks() -> None:
    sessions = NewSessions(lambda: 0.0)
    for number in range(MAX_NETWORKS + 10):
        with requests_from(f"10.0.{number // 256}.{number % 256}"):
            sessions.begin()
    assert len(sessions) == MAX_NETWORKS


def test_a_forced_move_needs_no_search_place(alice: Player, places: ExitStack) -> None:
    alice.lay_out(opponent="computer", player="W", start="B:W18:B15,12", moves="")
    key = alice.client.session.session_key
    assert key
    take(places, SEARCHES_PER_SESSION, key)
    assert alice.press("/reply") == 303
    assert opponent.ANSWERS_WITHIN


def test_a_network_starting_too_many_sessions_is_asked_to_retry_later(
    alice: Player, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BEHIND_PROXY = True
    monkeypatch.setattr(fair_use, "NEW_SESSIONS", 1)
    came_from = {"X-Forwarded-For": "203.0.113.9"}
    for status in (303, 429):
        visitor = Player()
        visitor.open("/")
        sent = visitor.fields("/move") | {"move": "11-15"}
        assert visitor.send("/move", sent, **came_from) == status
    assert "Please try again in 2 seconds." in visitor.text
    alice.open()
    assert alice.send("/move", alice.fields("/move") | {"move": "11-15"}) == 303
