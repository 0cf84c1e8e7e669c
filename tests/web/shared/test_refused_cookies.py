"""A visitor who refuses cookies gets an explanation at every action, and loses nothing silently."""

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session

from game.models import Player as PlayerRow
from game.play.sessions import is_reserved
from tests.player import START, Player
from tests.web.solo.test_new_game import CHOICES
from tests.web.visits import CHOICES as TABLE

BOARD_ACTIONS = [
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


@pytest.mark.parametrize(("page", "action", "chosen"), BOARD_ACTIONS + ANSWERED_AT_ONCE)
def test_without_any_cookie_an_action_explains_what_to_do(
    alice: Player, page: str, action: str, chosen: dict[str, str]
):
    alice.open(page)
    order = alice.fields(action) | chosen
    alice.client.cookies.clear()
    assert alice.send(action, order) == 403
    assert alice.page.h1.get_text() == TOLD
    assert "Allow cookies" in alice.text
    assert alice.page.find("a", string="Go to your game")["href"] == "/"


@pytest.mark.parametrize(("page", "action", "chosen"), BOARD_ACTIONS)
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["plain", "htmx"])
def test_with_only_one_cookie_an_action_explains_what_to_do(
    alice: Player, page: str, action: str, chosen: dict[str, str], headers: dict[str, str]
):
    alice.open(page)
    order = alice.fields(action) | chosen
    del alice.client.cookies[settings.SESSION_COOKIE_NAME]
    assert alice.send(action, order, **headers) == 403
    assert alice.page.h1.get_text() == TOLD
    assert not Session.objects.exists()
    assert not PlayerRow.objects.exists()


def test_with_both_cookies_nothing_is_said_about_cookies(alice: Player):
    alice.open()
    assert alice.move("11-15") == 303
    assert alice.response.status_code == 200
    assert alice.heading.startswith("Your turn")
    assert alice.move(next(iter(alice.moves))) == 303


def test_a_player_who_then_allows_cookies_continues_from_a_new_page(alice: Player):
    alice.open()
    old = alice.fields("/move") | {"move": "11-15"}
    alice.client.cookies.clear()
    assert alice.send("/move", old) == 403
    alice.open(str(alice.page.find("a", string="Go to your game")["href"]))
    assert alice.move("11-15") == 303


def test_a_page_without_a_form_sets_no_cookie(alice: Player):
    for address in ("/faq/", "/keys", "/accessibility/", "/no-such-page", "/manifest.webmanifest"):
        alice.open(address)
        assert dict(alice.client.cookies) == {}, address


def test_the_first_form_sets_a_lasting_cookie_hidden_from_scripts(alice: Player):
    alice.open()
    cookie = alice.client.cookies[settings.SESSION_COOKIE_NAME]
    assert cookie["max-age"] == settings.SESSION_COOKIE_AGE
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    alice.open("/new")
    assert settings.SESSION_COOKIE_NAME not in alice.response.cookies


def test_the_next_form_replaces_a_stale_cookie(alice: Player):
    """This happens when the site has deleted a session, or has a new secret key."""
    alice.client.cookies[settings.SESSION_COOKIE_NAME] = "x" * 32
    alice.open()
    fresh = alice.client.cookies[settings.SESSION_COOKIE_NAME]
    assert is_reserved(fresh.value)
    assert fresh["max-age"] == settings.SESSION_COOKIE_AGE
    assert alice.move("11-15") == 303
    assert Session.objects.get().session_key == fresh.value
