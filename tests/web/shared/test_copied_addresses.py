"""Every address a player reaches can be copied: a stranger who opens it gets a sensible answer."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from bs4 import BeautifulSoup
from django.contrib.sessions.models import Session

from game.models import Table
from tests.player import START, Player
from tests.web.library.test_my_games import finish
from tests.web.sharing.test_sharing import invited, join_by_link
from tests.web.solo.test_new_game import CHOICES
from tests.web.visits import CHOICES as TABLE
from tests.web.visits import join, open_table, the_link

pytestmark = pytest.mark.rotates(2)

FILES = (".svg", ".pdn")
SAID = {
    "",
    "The game has moved on. Here is the board now.",
    "The game has no such move. Here is the board now.",
}
"""What addresses of another person's board may bring."""


class Walker(Player):
    """A first-time visitor who keeps every address of a redirect or a link."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: set[str] = set()

    def open(self, path: str = "/", **headers: str) -> BeautifulSoup:
        super().open(path, **headers)
        self._keep(path)
        return self.page

    def send(self, path: str, sent: dict[str, Any], **headers: str) -> int:
        status = super().send(path, sent, **headers)
        # A page that answers an order has the order's address, which can be opened again.
        self._keep(path)
        self._keep(self.redirect)
        return status

    def _keep(self, came_to: str) -> None:
        links = (str(link["href"]) for link in self.page.select("a[href]"))
        for address in (came_to, *links):
            whole = urlsplit(address)
            if whole.netloc in ("", "testserver") and not whole.path.startswith("/static/"):
                path = whole.path or came_to.partition("?")[0]
                self.addresses.add(f"{path}?{whole.query}" if whole.query else path)


@pytest.fixture
def walker(transactional_db: None) -> Walker:
    return Walker()


def check_strangers(walker: Walker) -> None:
    """Check that a stranger who opens each address gets their own page or an explanation.

    No page shows what somebody else has done, and looking stores nothing.
    """
    assert walker.addresses
    sessions = Session.objects.count()
    for address in sorted(walker.addresses):
        assert "first" not in parse_qs(urlsplit(address).query, keep_blank_values=True), address
        stranger = Player()
        if address.endswith(FILES):
            assert stranger.client.get(address).status_code in (200, 404), address
            continue
        stranger.open(address)
        if stranger.response.status_code == 303:
            stranger.open(stranger.response.headers["Location"])
            assert stranger.response.status_code == 200, address
        assert stranger.response.status_code in (200, 404), address
        assert stranger.page.h1, address
        said = {notice.get_text() for notice in stranger.page.select(".notice, #notice")}
        assert said <= SAID, address
    assert Session.objects.count() == sessions


def test_a_first_request_redirects_to_the_same_address_as_later_ones(walker: Walker, alice: Player):
    walker.open()
    walker.press("/flip")
    alice.open("/settings")
    alice.press("/settings", board="wood")
    alice.open()
    alice.press("/flip")
    assert walker.redirect == alice.redirect
    walker.open("/tables/name")
    walker.press("/tables/name", name="Ann")
    check_strangers(walker)


@pytest.mark.parametrize(
    ("page", "action", "chosen"),
    [
        pytest.param("/", "/move", {"move": "11-15"}, id="a move"),
        pytest.param("/", "/hint", {}, id="a hint"),
        pytest.param("/new", "/new", CHOICES, id="a new game"),
        pytest.param("/", "/switch", {}, id="the other game"),
        pytest.param("/start", "/start", {"kind": "lot"}, id="a ballot by lot"),
        pytest.param(
            "/start",
            "/start",
            {"kind": "position", "variant": "english", "fen": START},
            id="a position typed in",
        ),
        pytest.param("/share", "/share", {}, id="a game to share"),
        pytest.param("/tables/new", "/tables/new", {"name": "Ann"} | TABLE, id="a table"),
        pytest.param(
            "/tables/new",
            "/tables/new",
            {"name": "Ann", "opposite": "here"} | TABLE,
            id="a table on one device",
        ),
        pytest.param("/tables/name", "/tables/name", {"name": "Ann"}, id="a name"),
        pytest.param("/settings", "/settings", {"board": "wood"}, id="settings"),
    ],
)
def test_anybody_may_open_where_a_first_request_redirects(
    walker: Walker, page: str, action: str, chosen: dict[str, str]
):
    walker.open(page)
    walker.press(action, **chosen)
    check_strangers(walker)


def test_anybody_may_open_the_addresses_of_a_game(walker: Walker):
    walker.open("/new")
    walker.press("/new", **CHOICES)
    walker.move("11-15")
    walker.press("/undo")
    walker.press("/flip")
    walker.move("11-15")
    walker.open(str(walker.page.select_one("table a[href*=pick]")["href"]))
    for address in ("/replay", "/replay?ply=1", "/record", "/ballots", "/draw", "/settings"):
        walker.open(address)
    walker.press("/settings", board="wood")
    walker.open("/resign")
    walker.press("/resign")
    walker.press("/again")
    check_strangers(walker)


def test_only_its_player_may_open_a_finished_game(walker: Walker):
    address = finish(walker, moves="11-15 23-19")
    for page in (address, f"{address}?ply=1", "/results", "/results/reset", f"{address}/delete"):
        walker.open(page)
    walker.press(f"{address}/delete")
    assert "Deleted." in walker.text
    finish(walker, moves="11-15")
    walker.open("/games/delete")
    walker.press("/games/delete")
    assert "Deleted." in walker.text
    walker.open("/results/reset")
    walker.press("/results/reset")
    check_strangers(walker)


def test_anybody_may_open_the_addresses_of_a_shared_game(walker: Walker, bob: Player):
    walker.lay_out()
    join_by_link(bob, invited(walker)[0])
    walker.open("/share")
    walker.press("/share/drop", device=str(walker.page.select_one("button[name=device]")["value"]))
    assert walker.page.select_one(".notice")
    walker.addresses.add("/share/qr.svg")
    guest = Walker()
    bob.lay_out()
    link, _ = invited(bob)
    guest.open(link)
    guest.addresses.discard(link)  # It is good once, and says so.
    guest.press(link)
    guest.addresses.discard(link)
    guest.open("/share")
    guest.press("/share/leave")
    check_strangers(walker)
    check_strangers(guest)


def test_anybody_may_open_the_addresses_of_a_table(walker: Walker, bob: Player):
    open_table(bob, "Bob")
    join(walker)
    table = f"/tables/{Table.objects.get().pk}"
    for page in ("/replay", "/record", "/resign", "/draw", "/news", "/move", "/offer-draw", "/say"):
        walker.open(f"{table}{page}")
    walker.open(f"{table}/resign")
    walker.press(f"{table}/resign")
    walker.press(f"{table}/rematch")
    bob.open(table)
    bob.press(f"{table}/rematch")
    walker.open(table)
    check_strangers(walker)


def test_a_private_tables_addresses_explain_themselves_without_the_link(
    walker: Walker, bob: Player
):
    open_table(walker, "Ann", listed="link")
    first = Table.objects.get().pk
    walker.open("/tables/")
    walker.press(f"/tables/{first}/close")
    assert walker.notice == "Your table is closed."
    open_table(walker, "Ann", listed="link")
    link, second = the_link(walker), Table.objects.exclude(pk=first).get().pk
    walker.addresses.update((f"/tables/{second}/qr.svg", link))
    walker.open(f"/tables/{second}")
    check_strangers(walker)
    bob.open(link)
    bob.press(link, name="Bob")
    walker.addresses.discard(link)  # It is good once, and says so.
    walker.open("/tables/")
    walker.open(f"/tables/{second}/record")
    check_strangers(walker)
    stranger = Player()
    stranger.open(f"/tables/{second}")
    assert "a private table only with its link" in stranger.text
