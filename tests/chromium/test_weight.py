"""Bytes and requests of pages and moves, and layout shifts, as the browser measures them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.chromium.lobby_states import other_creates_table
from tests.chromium.player import Player
from tests.chromium.tables import start_table
from tests.outside.lighthouse import PAGES
from tests.running_site import RunningSite

pytestmark = [pytest.mark.browser, pytest.mark.rotates(2)]

MAX_BYTES = 30 * 1024
"""Pages vary by a hundred bytes, of random length against BREACH."""
MAX_REQUESTS = 5
MAX_BYTES_PER_MOVE = 6_000
RECORD_SHIFTS = """
window.shifts = []
new PerformanceObserver(list => shifts.push(...list.getEntries().map(it => it.value)))
    .observe({type: "layout-shift", buffered: true})
"""
HAS_MOTION = (
    "() => performance.getEntriesByType('resource').some((it) => it.name.includes('/motion'))"
)
PUSH_EVERYTHING_DOWN = """
() => {
    const block = document.createElement("div")
    block.style.height = "200px"
    document.body.prepend(block)
}
"""


class Meter:
    """Counts the requests of the open tab and the bytes received, headers included."""

    def __init__(self, player: Player) -> None:
        self.urls: list[str] = []
        self.bytes = 0
        network = player.context.new_cdp_session(player.page)
        network.on("Network.requestWillBeSent", lambda it: self.urls.append(it["request"]["url"]))
        network.on("Network.loadingFinished", self._weigh)
        network.send("Network.enable")

    def _weigh(self, finished: dict[str, int]) -> None:
        self.bytes += finished["encodedDataLength"]


def test_first_visit_is_light(new_player: Callable[..., Player]) -> None:
    player = new_player()
    meter = Meter(player)
    player.page.goto("/", wait_until="networkidle")
    icon = player.page.locator("link[rel=icon]").get_attribute("href")
    assert meter.bytes <= MAX_BYTES, meter.urls
    assert len([it for it in meter.urls if not it.endswith(str(icon))]) <= MAX_REQUESTS
    assert all(url.startswith(player.address) for url in meter.urls)


@pytest.mark.rotates(2)
@pytest.mark.parametrize(
    "path",
    [
        *("/rules/brazilian/", "/faq/", "/accessibility/", "/new", "/start", "/replay", "/record"),
        *("/learn/", "/about/", "/results"),
        *("/tables/new", "/games", "/settings", "/share", "/resign", "/no-such-page"),
    ],
)
def test_every_other_page_is_light(new_player: Callable[..., Player], path: str) -> None:
    assert_light(new_player(), path)


def test_lobby_is_light(browser: Browser, own_site: RunningSite) -> None:
    """On a site of its own: other tests leave tables open by the dozen."""
    player = Player(browser, own_site.url, scripts=True)
    for _ in range(3):
        other_creates_table(player)
    assert_light(player, "/tables/")
    player.context.close()


def assert_light(player: Player, path: str) -> None:
    meter = Meter(player)
    player.page.goto(path, wait_until="networkidle")
    assert meter.bytes <= MAX_BYTES, meter.urls
    assert len(meter.urls) <= MAX_REQUESTS + 1, meter.urls  # the icon


@pytest.mark.rotates(2)
@pytest.mark.parametrize("path", PAGES)
def test_layout_does_not_shift_while_loading(new_player: Callable[..., Player], path: str) -> None:
    player = new_player()
    player.page.set_viewport_size({"width": 412, "height": 823})
    player.page.add_init_script(RECORD_SHIFTS)
    player.page.goto(f"/{path}", wait_until="networkidle")
    assert player.page.evaluate("shifts") == []
    player.page.evaluate(PUSH_EVERYTHING_DOWN)
    player.page.wait_for_function("() => shifts.length > 0")  # shifts are indeed recorded


def come_to_the_game(player: Player) -> None:
    """Move the mouse there, which fetches once what makes pieces slide."""
    player.page.locator("#moves").hover()
    player.page.wait_for_function(HAS_MOTION)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_move_is_lighter_than_a_page(new_player: Callable[..., Player], scripts: bool) -> None:
    player = new_player(scripts=scripts)
    player.page.goto("/", wait_until="networkidle")
    if scripts:
        come_to_the_game(player)
    meter = Meter(player)
    player.press_move("11-15")
    player.page.wait_for_load_state("networkidle")
    assert 0 < meter.bytes <= MAX_BYTES_PER_MOVE, meter.urls


def test_move_at_a_table_is_as_light(new_player: Callable[..., Player]) -> None:
    black, white = new_player(), new_player()
    start_table(black, white, clock="game")
    come_to_the_game(black)
    meter = Meter(black)
    black.press_move("11-15")
    assert 0 < meter.bytes <= MAX_BYTES_PER_MOVE, meter.urls
