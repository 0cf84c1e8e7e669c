"""What a first visit and a move cost, and whether the page holds still, as the browser measures."""

from collections.abc import Callable

import pytest

from tests.chromium.player import Player
from tests.chromium.tables import sit_down
from tests.outside.lighthouse import PAGES

pytestmark = pytest.mark.browser

MOST_BYTES = 30_000
MOST_REQUESTS = 5
MOST_BYTES_A_MOVE = 6_000
WATCH_WHAT_SHIFTS = """
window.shifts = []
new PerformanceObserver(list => shifts.push(...list.getEntries().map(it => it.value)))
    .observe({type: "layout-shift", buffered: true})
"""
PUSH_EVERYTHING_DOWN = """
() => {
    const block = document.createElement("div")
    block.style.height = "200px"
    document.body.prepend(block)
}
"""


class Meter:
    """Counts what the open tab asks for and what arrives, headers included."""

    def __init__(self, player: Player) -> None:
        self.asked: list[str] = []
        self.bytes = 0
        network = player.context.new_cdp_session(player.page)
        network.on("Network.requestWillBeSent", lambda it: self.asked.append(it["request"]["url"]))
        network.on("Network.loadingFinished", self._weigh)
        network.send("Network.enable")

    def _weigh(self, finished: dict[str, int]) -> None:
        self.bytes += finished["encodedDataLength"]


def test_first_visit_is_light(new_player: Callable[..., Player]) -> None:
    player = new_player()
    meter = Meter(player)
    player.page.goto("/", wait_until="networkidle")
    icon = player.page.locator("link[rel=icon]").get_attribute("href")
    assert meter.bytes <= MOST_BYTES, meter.asked
    assert len([it for it in meter.asked if not it.endswith(str(icon))]) <= MOST_REQUESTS
    assert all(address.startswith(player.address) for address in meter.asked)


@pytest.mark.parametrize(
    "path",
    [
        *("/rules/brazilian/", "/faq/", "/accessibility/", "/new", "/start", "/replay", "/record"),
        *("/tables/", "/tables/new", "/games", "/settings", "/share", "/resign", "/no-such-page"),
    ],
)
def test_every_other_page_is_light(new_player: Callable[..., Player], path: str) -> None:
    player = new_player()
    meter = Meter(player)
    player.page.goto(path, wait_until="networkidle")
    assert meter.bytes <= MOST_BYTES, meter.asked
    assert len(meter.asked) <= MOST_REQUESTS + 1, meter.asked  # the icon


@pytest.mark.parametrize("path", PAGES)
def test_layout_does_not_shift_while_loading(new_player: Callable[..., Player], path: str) -> None:
    player = new_player()
    player.page.set_viewport_size({"width": 412, "height": 823})
    player.page.add_init_script(WATCH_WHAT_SHIFTS)
    player.page.goto(f"/{path}", wait_until="networkidle")
    assert player.page.evaluate("shifts") == []
    player.page.evaluate(PUSH_EVERYTHING_DOWN)
    player.page.wait_for_function("() => shifts.length > 0")  # or nothing would have been seen


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_move_is_lighter_than_a_page(new_player: Callable[..., Player], scripts: bool) -> None:
    player = new_player(scripts=scripts)
    player.page.goto("/", wait_until="networkidle")
    meter = Meter(player)
    player.press_move("11-15")
    player.page.wait_for_load_state("networkidle")
    assert 0 < meter.bytes <= MOST_BYTES_A_MOVE, meter.asked


def test_move_at_a_table_is_as_light(new_player: Callable[..., Player]) -> None:
    black, white = new_player(), new_player()
    sit_down(black, white, clock="game")
    meter = Meter(black)
    black.press_move("11-15")
    assert 0 < meter.bytes <= MOST_BYTES_A_MOVE, meter.asked
