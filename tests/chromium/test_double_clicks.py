"""A double click on a first visit over a slow line makes one player and shows the right page."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count

import pytest
from playwright.sync_api import Locator, Page, Request, Response, expect

from tests.chromium.player import PATIENCE, Player
from tests.running_site import RunningSite

pytestmark = [pytest.mark.browser, pytest.mark.rotates(3)]
_numbers = count(1)
Visitor = Callable[[], Player]
slow_line = pytest.mark.parametrize(
    ("latency", "scripts"),
    [(150, True), (400, True), (400, False)],
    ids=["150 ms", "400 ms", "400 ms, no scripts"],
)


@pytest.fixture
def visitor(new_player: Callable[..., Player], latency: int, scripts: bool) -> Visitor:
    """A function that makes a first-time visitor on a slow line."""

    def visit() -> Player:
        player = new_player(scripts=scripts)
        player.tabs[0].send("Network.enable")
        line = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
        player.tabs[0].send("Network.emulateNetworkConditions", line | {"latency": latency})
        return player

    return visit


@pytest.fixture
def new_rows(live_site: RunningSite) -> Iterator[Callable[[str], int]]:
    """A function that counts the new rows of a database table."""
    with closing(sqlite3.connect(live_site.folder / "var" / "crownhead.sqlite3")) as database:

        def found(rows: str) -> int:
            return int(database.execute(f"SELECT count(*) FROM {rows}").fetchone()[0])

        before = {rows: found(rows) for rows in ("game_player", "game_table", "django_session")}
        yield lambda rows: found(rows) - before[rows]


def wait_until(page: Page, condition: Callable[[], bool]) -> None:
    """Let the browser run until the condition holds."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not condition():
        assert time.monotonic() < deadline
        page.wait_for_timeout(5)


def double_click(player: Player, target: Locator, *, may_ask: bool = False) -> None:
    """Click twice on ``target``; the second request is sent before the first is answered.

    With scripts, a form that may be answered by a question (``may_ask``) is sent once.
    """
    page, requests, shown = player.page, list[Request](), list[Response]()

    def note(got: Response) -> None:
        if (got.request.resource_type, got.request.method) == ("document", "GET"):
            shown.append(got)

    page.on("request", lambda sent: requests.append(sent) if sent.method == "POST" else None)
    page.on("response", note)
    player.click_twice(target, lambda: wait_until(page, lambda: bool(requests)))
    wait_until(page, lambda: bool(shown) and page.url.partition("#")[0] == shown[0].url)
    page.wait_for_load_state()
    assert len(requests) == (1 if may_ask and player.scripts else 2)
    assert shown[0].status == 200


def button(player: Player, name: str) -> Locator:
    return player.page.get_by_role("button", name=name)


def unused_name() -> str:
    """Return a name not yet taken on the site, which all tests share."""
    return f"Visitor {next(_numbers)}"


def create_table(host: Player, **choices: str) -> str:
    """Create a table as an existing visitor; return its id."""
    host.page.goto("/tables/new")
    host.page.locator("[name=name]").fill(unused_name())
    host.page.locator("details.more summary").click()
    for field, value in {"player": "W", **choices}.items():
        host.page.locator(f"[name={field}][value='{value}']").check()
    host.press("Create table")
    return host.page.url.partition("/tables/")[2].partition("?")[0].partition("#")[0]


@pytest.mark.rotates(3)
@slow_line
def test_double_click_joins_a_table_once(
    visitor: Visitor, new_player: Callable[..., Player], new_rows: Callable[[str], int]
) -> None:
    table = create_table(new_player(scripts=False))
    guest = visitor()
    guest.page.goto("/tables/")
    double_click(guest, guest.page.locator(f"form[action$='{table}/join'] button"))
    expect(guest.page.locator("#turn")).to_contain_text("Your turn")
    assert "11-15" in guest.listed_moves()
    assert new_rows("game_player") == 2


@pytest.mark.rotates(3)
@slow_line
def test_double_click_joins_a_private_table_once(
    visitor: Visitor, new_player: Callable[..., Player], new_rows: Callable[[str], int]
) -> None:
    host = new_player(scripts=False)
    create_table(host, listed="link")
    link = host.page.locator("pre.wraps").last.inner_text()
    guest = visitor()
    guest.page.goto(link)
    guest.page.locator("[name=name]").fill(unused_name())
    double_click(guest, guest.page.locator("main form button"))
    expect(guest.page.locator("#turn")).to_contain_text("Your turn")
    assert new_rows("game_player") == 2


@pytest.mark.rotates(3)
@slow_line
@pytest.mark.parametrize("way", ["link", "code"])
def test_double_click_adds_one_device(
    visitor: Visitor, new_player: Callable[..., Player], new_rows: Callable[[str], int], way: str
) -> None:
    owner = new_player(scripts=False)
    owner.set_up("11-15 23-19")
    owner.press("Share game")
    owner.press("Make a link")
    link = owner.page.locator("pre.wraps").inner_text()
    code = owner.page.locator(".code").inner_text()
    device = visitor()
    device.page.goto(link if way == "link" else "/join")
    if way == "code":
        device.page.locator("#code").fill(code)
    double_click(device, button(device, "Join"))
    assert device.record() == ["11-15", "23-19"]
    assert "8-11" in device.listed_moves()
    assert new_rows("django_session") == 2
    owner.page.goto("/share")
    expect(owner.page.locator("button[name=device]")).to_have_count(1)


@pytest.mark.rotates(3)
@slow_line
def test_double_click_creates_one_table(visitor: Visitor, new_rows: Callable[[str], int]) -> None:
    host = visitor()
    host.page.goto("/tables/new")
    host.page.locator("[name=name]").fill(unused_name())
    double_click(host, button(host, "Create table"))
    expect(host.page.locator("#turn")).to_contain_text("Waiting for an opponent")
    expect(button(host, "Close this table")).to_have_count(1)
    assert (new_rows("game_player"), new_rows("game_table")) == (1, 1)


@pytest.mark.rotates(3)
@slow_line
def test_double_click_takes_one_name(visitor: Visitor, new_rows: Callable[[str], int]) -> None:
    guest = visitor()
    guest.page.goto("/tables/name")
    name = unused_name()
    guest.page.locator("[name=name]").fill(name)
    double_click(guest, guest.page.locator("main form button"))
    expect(guest.page.locator("main")).to_contain_text(name)
    expect(guest.page.locator("#notice")).to_contain_text("This is your name")
    assert new_rows("game_player") == 1


@pytest.mark.rotates(3)
@slow_line
def test_double_click_starts_one_game(visitor: Visitor, new_rows: Callable[[str], int]) -> None:
    player = visitor()
    player.page.goto("/new?opponent=friend&variant=brazilian")
    double_click(player, button(player, "Start game"), may_ask=True)
    expect(player.page.locator("h1")).to_contain_text("Brazilian draughts")
    assert player.listed_moves()
    assert new_rows("django_session") == 1


@pytest.mark.rotates(3)
@slow_line
def test_double_click_starts_one_game_from_a_position(
    visitor: Visitor, new_rows: Callable[[str], int]
) -> None:
    player = visitor()
    player.page.goto("/start")
    double_click(player, player.page.locator("main form button").nth(1), may_ask=True)
    expect(player.page.locator("#game")).to_be_visible()
    assert new_rows("django_session") == 1
