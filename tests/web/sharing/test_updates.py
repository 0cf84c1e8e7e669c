"""How a page of a shared game learns of other devices: by polling, or by refreshing on request."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from pytest_django import DjangoAssertNumQueries

from game.models import SharedDevice
from tests.player import Player
from tests.web.sharing.test_sharing import invited, join_by_link, shared

ASKED = "Your opponent offers a draw. Accept it, or play a move to decline."
JOINED = "Another device joined this game. Either device can move for either side."


def news_of(player: Player) -> str:
    """Return the address that the open page polls."""
    return str(player.page.find(id="offers")["data-hx-get"])


def hear(player: Player, address: str) -> int:
    """Poll as a page with scripts does; return the status of the answer."""
    player.open(address, **{"HX-Request": "true"})
    return int(player.response.status_code)


def said(player: Player) -> str:
    """Return what the live region announces."""
    found = player.page.select_one("#said[data-hx-swap-oob]")
    return found.get_text() if found else ""


def test_an_unshared_game_polls_for_nothing(alice: Player):
    alice.lay_out(moves="11-15")
    assert alice.page.find(id="offers") is None
    assert not alice.page.select("[data-hx-trigger^=every]")


def test_a_poll_without_changes_is_empty_and_writes_nothing(
    alice: Player, bob: Player, django_assert_num_queries: DjangoAssertNumQueries
):
    shared(alice, bob, moves="11-15")
    before = list(Session.objects.order_by("session_key").values())
    for player, queries in ((alice, 1), (bob, 3)):
        address = news_of(player)
        with django_assert_num_queries(queries):
            answer = player.client.get(address, headers={"HX-Request": "true"})
        assert (answer.status_code, answer.content) == (204, b"")
        assert "Set-Cookie" not in answer.headers
        assert not answer.cookies
    assert list(Session.objects.order_by("session_key").values()) == before


def test_a_move_on_one_device_is_announced_once_on_the_other(alice: Player, bob: Player):
    shared(alice, bob)
    bob.move("11-15")
    assert hear(alice, news_of(alice)) == 200
    assert alice.response.headers["HX-Retarget"] == "#game"
    assert said(alice) == "Black moved 11 to 15. White to move."
    assert alice.heading == "White to move: Black moved 11 to 15"
    assert alice.page.find("input", id="typed").has_attr("data-hx-preserve")
    assert alice.page.find(autofocus=True) is None
    assert hear(alice, news_of(alice)) == 204


def test_the_computers_reply_is_announced_on_the_other_device(alice: Player, bob: Player):
    shared(alice, bob, opponent="computer")
    bob.move("11-15")
    hear(alice, news_of(alice))
    assert said(alice).startswith("You moved 11 to 15. The computer ")
    assert alice.heading.startswith("Your turn: The computer ")


def test_the_other_device_requests_no_second_reply(alice: Player, bob: Player):
    shared(alice, bob, opponent="computer")
    form = bob.fields("/move") | {"move": "11-15"}
    bob.client.post("/move", form, headers={"HX-Request": "true"})
    hear(alice, news_of(alice))
    assert said(alice) == "You moved 11 to 15. The computer’s turn."
    assert alice.page.find("form", action="/reply")["data-hx-trigger"] == "submit"
    waiting = news_of(alice)
    bob.client.post("/reply", form, headers={"HX-Request": "true"})
    hear(alice, waiting)
    assert said(alice).startswith("The computer ")


def test_a_takeback_is_announced(alice: Player, bob: Player):
    shared(alice, bob, moves="11-15 23-19")
    bob.press("/undo")
    hear(alice, news_of(alice))
    assert said(alice) == "Undone: back at move 1. White to move."


def test_a_takeback_and_a_new_move_are_announced_as_the_board_stands(alice: Player, bob: Player):
    shared(alice, bob, moves="11-15 23-19")
    bob.press("/undo")
    bob.move("22-18")
    hear(alice, news_of(alice))
    assert said(alice) == "Black to move: White moved 22 to 18."


def test_a_draw_offer_is_announced_without_replacing_the_board(alice: Player, bob: Player):
    shared(alice, bob, moves="11-15")
    bob.press("/draw", page=bob.open("/draw"))
    hear(alice, news_of(alice))
    assert said(alice) == ASKED
    assert alice.page.find(id="game") is None
    assert "HX-Retarget" not in alice.response.headers
    assert alice.page.find(id="agree")
    assert hear(alice, news_of(alice)) == 204
    bob.open("/")
    assert hear(bob, news_of(bob)) == 204


def test_an_accepted_draw_offer_is_announced(alice: Player, bob: Player):
    shared(alice, bob, moves="11-15")
    bob.press("/draw", page=bob.open("/draw"))
    offered = news_of(bob)
    alice.open("/")
    assert alice.press("/draw") == 303
    hear(bob, offered)
    assert said(bob) == "Draw: both players agreed."


def test_a_resignation_and_its_undo_are_announced(alice: Player, bob: Player):
    shared(alice, bob, moves="11-15")
    bob.press("/resign", page=bob.open("/resign"))
    hear(alice, news_of(alice))
    assert said(alice) == "Black won: White resigned."
    over = news_of(alice)
    bob.open("/")
    bob.press("/undo")
    hear(alice, over)
    assert said(alice) == "Undone: back at move 1. White to move."


def test_a_new_game_is_announced_with_its_heading(alice: Player, bob: Player):
    shared(alice, bob)
    bob.move("11-15")
    alice.open("/")
    address = news_of(alice)
    bob.press("/switch", page=bob.open("/switch"))
    hear(alice, address)
    assert said(alice) == "A new game has started. White to move."
    heading = alice.page.select_one("h1[data-hx-swap-oob]")
    assert heading.get_text() == "Brazilian draughts: two players"


def test_a_removed_device_sees_a_notice_and_stops_polling(alice: Player, bob: Player):
    bob.lay_out(moves="12-16 21-17")
    shared(alice, bob, moves="11-15")
    address = news_of(bob)
    SharedDevice.objects.all().delete()
    assert hear(bob, address) == 200
    assert bob.notice.startswith("The game you joined is no longer shared with you.")
    assert said(bob) == ""
    assert bob.heading == "Black to move: White moved 21 to 17"
    assert bob.page.find(id="offers") is None


def test_a_device_joining_or_leaving_is_announced_to_the_owner(alice: Player, bob: Player):
    alice.lay_out(moves="11-15")
    link, _ = invited(alice)
    alice.open("/")
    address = news_of(alice)
    assert hear(alice, address) == 204
    join_by_link(bob, link)
    hear(alice, address)
    assert said(alice) == JOINED
    with_bob = news_of(alice)
    bob.press("/share/leave")
    hear(alice, with_bob)
    assert said(alice) == "The other device left this game."


def test_the_owners_page_stops_polling_once_the_link_expires(alice: Player, clock):
    alice.lay_out(moves="11-15")
    invited(alice)
    alice.open("/")
    address = news_of(alice)
    clock.now += timedelta(minutes=11)
    assert hear(alice, address) == 286
    alice.open("/")
    assert alice.page.find(id="offers") is None


@pytest.mark.parametrize(
    "query", ["", "?seen=", "?seen=x-y-z&ply=-1&game=%01", "?seen=" + "9" * 99]
)
def test_a_made_up_polling_address_returns_the_board(alice: Player, bob: Player, query: str):
    shared(alice, bob, moves="11-15")
    assert hear(alice, f"/news{query}") == 200
    assert alice.heading == "White to move: Black moved 11 to 15"
    answer = alice.client.get(f"/news{query}")
    assert answer.status_code == 303
    assert alice.client.post("/news").status_code in (403, 405)


def test_polling_without_a_game_returns_a_new_game(alice: Player):
    assert hear(alice, "/news?seen=7--host") == 200
    assert alice.heading == "Your turn"


def test_without_scripts_the_page_refreshes_only_on_request(alice: Player, bob: Player):
    shared(alice, bob)
    bob.open("/")
    assert "Refresh" not in bob.response.headers
    bob.open(bob.page.find("a", string="Refresh every 20 seconds while I wait")["href"])
    assert bob.response.headers["Refresh"].startswith("20; url=/?ply=0&version=")
    assert "refreshes every 20 seconds" in bob.text
    alice.open("/")
    alice.move("11-15")
    bob.open(bob.response.headers["Refresh"].partition("url=")[2])
    assert bob.heading == "White to move: Black moved 11 to 15"
    assert "Refresh" not in bob.response.headers
    assert bob.press("/move?refresh=20", move="23-19") == 303
    assert "Refresh" in bob.response.headers
    bob.open(bob.page.find("a", string="Stop refreshing")["href"])
    assert "Refresh" not in bob.response.headers


def test_an_unshared_game_never_refreshes(alice: Player):
    alice.lay_out(moves="11-15")
    alice.open("/?refresh=20")
    assert "Refresh" not in alice.response.headers
    assert "refresh" not in str(alice.page)
