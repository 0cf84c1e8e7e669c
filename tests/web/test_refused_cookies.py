"""Whoever refuses cookies is told so at every order, and what to do; nothing is lost in silence."""

import pytest
from django.conf import settings

from tests.player import START, Player
from tests.web.test_new_game_choices import CHOICES
from tests.web.visits import CHOICES as TABLE

ORDERS = [
    pytest.param("/", "/move", {"move": "11-15"}, id="a move"),
    pytest.param("/", "/flip", {}, id="a board turned"),
    pytest.param("/new", "/new", CHOICES, id="a new game"),
    pytest.param("/", "/switch", {}, id="the other game"),
    pytest.param("/start", "/start", {"kind": "practice", "practice": "paths"}, id="a position"),
    pytest.param(
        "/start", "/start", {"kind": "seed", "variant": "english", "seed": "7"}, id="an opening"
    ),
    pytest.param("/start", "/start", {"kind": "lot"}, id="a ballot by lot"),
    pytest.param("/ballots", "/start", {"kind": "ballot", "ballot": "12"}, id="a ballot"),
    pytest.param(
        "/start",
        "/start",
        {"kind": "position", "variant": "english", "fen": START},
        id="a position typed in",
    ),
    pytest.param("/rules/english/", "/start", {}, id="a board of the rules"),
    pytest.param("/share", "/share", {}, id="a game to share"),
    pytest.param("/tables/new", "/tables/new", {"name": "Ann"} | TABLE, id="a table"),
    pytest.param("/settings", "/settings", {"board": "wood"}, id="settings"),
]
ANSWERED_AT_ONCE = [pytest.param("/", "/hint", {}, id="a hint")]
TOLD = "This site needs its cookies"


@pytest.mark.parametrize(("page", "action", "chosen"), ORDERS + ANSWERED_AT_ONCE)
def test_without_any_cookie_an_order_is_answered_with_what_to_do(
    alice: Player, page: str, action: str, chosen: dict[str, str]
):
    alice.open(page)
    order = alice.fields(action) | chosen
    alice.client.cookies.clear()
    assert alice.send(action, order) == 403
    assert alice.page.h1.get_text() == TOLD
    assert "allow cookies" in alice.text
    assert alice.page.find("a", string="Go to your game")["href"] == "/"


@pytest.mark.parametrize(("page", "action", "chosen"), ORDERS)
def test_who_keeps_the_one_cookie_and_refuses_the_other_is_told_too(
    alice: Player, page: str, action: str, chosen: dict[str, str]
):
    alice.open(page)
    answer = alice.client.post(action, alice.fields(action) | chosen)
    assert answer.status_code == 303
    del alice.client.cookies[settings.SESSION_COOKIE_NAME]
    alice.open(answer.headers["Location"])
    assert alice.response.status_code == 403
    assert alice.page.h1.get_text() == TOLD


def test_who_keeps_both_cookies_hears_nothing_of_them(alice: Player):
    alice.open()
    assert alice.move("11-15") == 303
    assert alice.response.status_code == 200
    assert alice.heading.startswith("Your turn")
    address = alice.redirect
    assert alice.move(next(iter(alice.moves))) == 303
    assert "first" not in alice.redirect
    # Whoever is given the first address has neither cookie.
    friend = Player()
    friend.open(address)
    assert friend.response.status_code == 200
