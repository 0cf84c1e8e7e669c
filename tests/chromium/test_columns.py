"""The layout on wide screens: parts stand beside each other without gaps, whatever the page."""

from collections.abc import Callable

import pytest

from tests.chromium.player import Player
from tests.chromium.states import STATES

pytestmark = [pytest.mark.browser, pytest.mark.rotates(3)]

MAX_GAP = 48
"""Pixels between two parts: the usual gap and the edge of the plaque."""
GAP = """
parts => {
    const [above, next] = parts.map((part) => document.querySelector(part))
    const last = [...above.children].filter((it) => it.offsetHeight > 1).at(-1)
    return next.getBoundingClientRect().top - last.getBoundingClientRect().bottom
}
"""
AT_THE_LEFT = (".status", ".moves")


@pytest.mark.rotates(3)
@pytest.mark.parametrize("width", [1280, 1920])
@pytest.mark.parametrize(
    "state", ["game won", "table resigned", "typed move rejected", "hint", "capture due"]
)
def test_no_gaps_beside_the_board(
    new_player: Callable[..., Player], state: str, width: int
) -> None:
    player = new_player()
    STATES[state](player)
    player.page.set_viewport_size({"width": width, "height": 900})
    assert too_wide_gaps(player, (AT_THE_LEFT,)) == {}
    board = player.page.locator("#game .board").bounding_box()
    beside = player.page.locator(".beside").bounding_box()
    assert board is not None
    assert beside is not None
    # The score sheet takes what the rest leaves: buttons stay at the foot of the board.
    assert beside["height"] - board["height"] < MAX_GAP


@pytest.mark.rotates(2)
@pytest.mark.parametrize("width", [768, 1100])
@pytest.mark.parametrize("state", ["first page", "many moves", "typed move rejected"])
def test_no_gaps_in_two_columns(new_player: Callable[..., Player], state: str, width: int) -> None:
    player = new_player()
    STATES[state](player)
    player.page.set_viewport_size({"width": width, "height": 900})
    below = ((".typed", ".actions"), (".actions", ".record"))
    # On upright screens the welcome stands between the two.
    beside = () if (state, width) == ("first page", 768) else (AT_THE_LEFT,)
    assert too_wide_gaps(player, (*beside, *below)) == {}


def too_wide_gaps(
    player: Player, pairs: tuple[tuple[str, str], ...]
) -> dict[tuple[str, str], float]:
    gaps = {parts: player.page.evaluate(GAP, parts) for parts in pairs}
    return {parts: gap for parts, gap in gaps.items() if not 0 <= gap <= MAX_GAP}


@pytest.mark.parametrize(
    ("path", "left", "right"),
    [
        ("/tables/", ".quick", ".room"),
        ("/new", ".setup nav", ".setup form"),
        ("/settings", ".settings .preview", ".settings fieldset"),
        ("/rules/english/", ".contents", ".text"),
    ],
)
def test_pages_without_a_game_use_a_wide_window_and_stack_in_a_narrow_one(
    new_player: Callable[..., Player], path: str, left: str, right: str
) -> None:
    player = new_player()
    player.page.goto(path)
    for width, is_beside in ((1280, True), (320, False)):
        player.page.set_viewport_size({"width": width, "height": 800})
        first = player.page.locator(left).first.bounding_box()
        then = player.page.locator(right).first.bounding_box()
        assert first is not None
        assert then is not None
        assert (first["x"] + first["width"] <= then["x"]) == is_beside
        assert (first["y"] + first["height"] <= then["y"]) != is_beside


BELOW_THE_BAR = """
() => {
    const bar = document.querySelector(".go")
    const field = document.activeElement
    const isAfter = bar.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING
    if (bar.contains(field) || isAfter || field === document.body) return null
    const {top, bottom, height} = bar.getBoundingClientRect()
    if (bottom > innerHeight + 1) return "the bar is out of sight"
    if (height > innerHeight / 2) return "the bar is too high"
    return field.getBoundingClientRect().bottom > top ? field.outerHTML : null
}
"""


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("path", ["/new", "/tables/new", "/settings"])
def test_what_ends_a_form_stays_in_sight_and_covers_no_focus(
    new_player: Callable[..., Player], path: str, width: int
) -> None:
    player = new_player()
    player.page.set_viewport_size({"width": width, "height": 640})
    player.page.goto(path)
    for summary in player.page.locator("main summary").all():
        summary.click()
    player.page.evaluate("scrollTo(0, 0)")
    player.page.locator("h1").click()
    for _ in range(30):
        player.page.keyboard.press("Tab")
        assert player.page.evaluate(BELOW_THE_BAR) is None
