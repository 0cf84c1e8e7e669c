"""Where things are: the board fits the window and stays put, numbers keep clear of the pieces."""

from collections.abc import Callable

import pytest

from tests.chromium.player import Player
from tests.chromium.states import KINGS, STATES
from tests.chromium.test_themes import choose
from tools.draw_pieces import LEFT, RADIUS, TOP

pytestmark = [pytest.mark.browser, pytest.mark.rotates(2)]

WINDOWS = ((1280, 800), (1440, 900), (1920, 1080), (390, 844), (844, 390))
WIDE = WINDOWS[:3]
PLACES = """
() => {
    const boxes = [...document.querySelectorAll("#game .strip, #game .board tbody")]
        .map((it) => it.getBoundingClientRect())
    return {
        top: Math.min(...boxes.map((it) => it.top)),
        bottom: Math.max(...boxes.map((it) => it.bottom)),
        left: Math.min(...boxes.map((it) => it.left)),
        right: Math.max(...boxes.map((it) => it.right)),
        height: boxes[1].height,
        width: boxes[1].width,
        side: document.querySelector("#game td").getBoundingClientRect().width,
        scroll: scrollY,
    }
}
"""
# Ten and twelve squares a side come with the rules that have them.
WIDEN = """
(columns) => {
    const table = document.querySelector("#game .board table")
    const rows = [...table.rows]
    for (let at = rows.length; at < columns; at++) {
        rows[at % 2].parentElement.append(rows[at % 2].cloneNode(true))
    }
    for (const row of table.rows) {
        for (let at = 8; at < columns; at++) row.append(row.cells[1 + (at % 2)].cloneNode(true))
    }
}
"""
CLOSEST = """
([left, manTop, kingTop, radius, selector]) => {
    const pen = document.createElement("canvas").getContext("2d")
    const gaps = []
    for (const cell of document.querySelectorAll(selector)) {
        const square = cell.getBoundingClientRect()
        const name = cell.textContent.match(/^\\s*(\\w+)/)[1]
        const label = cell.querySelector("b") || cell.querySelector("button") || cell
        const style = getComputedStyle(label)
        pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
        const ink = pen.measureText(name)
        const own = label.getBoundingClientRect()
        const from = own.left - square.left + parseFloat(style.paddingLeft)
        const x = from + ink.actualBoundingBoxRight
        const {fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent} = ink
        const isLine = style.display === "inline"
        const above = isLine ? ascent : (parseFloat(style.fontSize) + ascent - descent) / 2
        const baseline = own.top - square.top + parseFloat(style.paddingTop) + above
        const bottom = baseline + ink.actualBoundingBoxDescent
        const scale = square.width / 100
        const top = cell.matches(".wk, .bk") ? kingTop : manTop
        const [aside, below] = [left * scale - x, top * scale - bottom]
        const away = Math.hypot(Math.max(aside, 0), Math.max(below, 0))
        const gap = away - (radius + 1.25) * scale
        gaps.push([gap, `${name}, ${x} by ${bottom} px`, square.width])
    }
    return gaps.sort((one, other) => one[0] - other[0])[0]
}
"""


@pytest.mark.parametrize("size", ["normal", "large"])
@pytest.mark.parametrize("columns", [8, 10, 12])
def test_board_and_strips_fit_the_window_without_scrolling(
    new_player: Callable[..., Player], size: str, columns: int
) -> None:
    player = new_player(touch=True)
    choose(player, size=size)
    player.page.goto("/")
    if columns > 8:
        player.page.evaluate(WIDEN, columns)
    for width, height in WINDOWS:
        player.page.set_viewport_size({"width": width, "height": height})
        at = player.page.evaluate(PLACES)
        window = f"{width}x{height}: {at}"
        assert at["scroll"] == 0, window
        assert at["top"] >= 0, window
        assert at["bottom"] <= height, window
        assert at["left"] >= 0, window
        assert at["right"] <= width, window
        assert at["width"] == pytest.approx(at["height"], abs=2), window
        assert at["side"] >= (44 if columns == 8 and width != 844 else 24), window
        if (width, height) in WIDE:
            assert at["height"] >= 0.8 * height - 16, window  # and the frame


@pytest.mark.parametrize("touch", [True, False], ids=["a phone", "a laptop"])
def test_board_stays_where_it_is_whatever_there_is_to_say(
    new_player: Callable[..., Player], touch: bool
) -> None:
    player = new_player(touch=touch)
    width, height = (390, 844) if touch else (1280, 800)
    player.page.set_viewport_size({"width": width, "height": height})
    places = {}
    for state in ("first page", "capture due", "typed move rejected", "hint", "game won"):
        STATES[state](player)
        player.page.evaluate("scrollTo(0, 0)")
        places[state] = player.page.locator("#game .board tbody").bounding_box()
    assert len({str(it) for it in places.values()}) == 1, places


@pytest.mark.parametrize("scripts", [True, False])
def test_the_header_is_one_line_at_320_pixels(
    new_player: Callable[..., Player], scripts: bool
) -> None:
    page = new_player(scripts=scripts).page
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 640})
        for path in ("/", "/tables/", "/settings"):
            page.goto(path)
            box = page.locator("header").bounding_box()
            assert box is not None
            assert box["height"] <= 60, (width, path)
    page.set_viewport_size({"width": 320, "height": 640})
    page.get_by_role("link", name="Menu").click()
    page.locator("#menu").get_by_role("link", name="My games").click()
    page.wait_for_url("**/games*")


def test_the_heading_reserves_no_room(new_player: Callable[..., Player]) -> None:
    for touch, width, height in ((True, 390, 844), (False, 1280, 800), (False, 768, 1024)):
        player = new_player(touch=touch)
        player.page.set_viewport_size({"width": width, "height": height})
        player.page.goto("/")
        gap = player.page.evaluate(
            """() => {
                const {bottom} = document.querySelector("#turn").getBoundingClientRect()
                return document.querySelector(".status").getBoundingClientRect().bottom - bottom
            }"""
        )
        assert gap < 16, (width, gap)


@pytest.mark.parametrize(
    ("place", "selector"),
    [
        ("the board", "#game td:is(.wm, .bm, .wk, .bk)"),
        ("/rules/english/", ".diagram td:is(.wm, .bm, .wk, .bk)"),
        ("/learn/", ".diagram td:is(.wm, .bm, .wk, .bk)"),
    ],
)
def test_numbers_never_touch_a_piece(
    new_player: Callable[..., Player], place: str, selector: str
) -> None:
    player = new_player(touch=True)
    if place == "the board":
        player.set_up(KINGS, "brazilian")
    else:
        player.page.goto(place)
    for width in (320, 390, 768, 1280, 1920):
        player.page.set_viewport_size({"width": width, "height": 900})
        gap, name, side = player.page.evaluate(CLOSEST, [LEFT, TOP, TOP - 3, RADIUS, selector])
        assert gap > 0, f"{name} is {gap:.1f} px from its piece on {side:.0f} px at {width} px"
