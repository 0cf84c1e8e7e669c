"""Pages without a game with the browser's text twice as large: nothing is wider than the window."""

from collections.abc import Callable

import pytest

from tests.chromium.player import Player
from tests.chromium.states import STATES

pytestmark = [pytest.mark.browser, pytest.mark.rotates(2)]

PAGES = (
    "/rules/",
    "/rules/english/",
    "/rules/brazilian/",
    "/learn/",
    "/about/",
    "/faq/",
    "/accessibility/",
    "/keys",
    "/games",
    "/results",
    "/tables/",
    "/tables/new",
    "/tables/name",
    "/new",
    "/new?opponent=watch",
    "/settings",
    "/start",
    "/ballots",
    "/share",
    "/join",
    "/record",
    "/replay",
    "/no-such-page",
)
STATES_TO_FIT = ("lobby", "own tables", "sharing the game", "my games", "results of games")
ENLARGE = """
() => {
    document.documentElement.style.fontSize = "200%"
    for (const it of document.querySelectorAll("details")) it.open = true
}
"""
TOO_WIDE = """
() => [...document.querySelectorAll("main, main *")]
    .filter((it) => it.checkVisibility() && it.scrollHeight > 1)
    .filter((it) => it.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .map((it) => `${it.localName}: ${it.textContent.trim().slice(0, 40)}`)
"""


@pytest.mark.parametrize("width", [320, 1280])
def test_pages_fit_at_double_text_size(new_player: Callable[..., Player], width: int) -> None:
    player = new_player()
    player.page.set_viewport_size({"width": width, "height": 800})
    too_wide = {}
    for path in PAGES:
        player.page.goto(path)
        player.page.evaluate(ENLARGE)
        if found := player.page.evaluate(TOO_WIDE):
            too_wide[path] = found
    assert too_wide == {}


@pytest.mark.rotates(2)
@pytest.mark.parametrize("state", STATES_TO_FIT)
def test_what_people_have_fits_at_double_text_size(
    new_player: Callable[..., Player], state: str
) -> None:
    player = new_player()
    player.page.set_viewport_size({"width": 320, "height": 800})
    STATES[state](player)
    player.page.evaluate(ENLARGE)
    assert player.page.evaluate(TOO_WIDE) == []


def test_contents_stand_beside_the_text_on_a_wide_screen_and_above_it_on_a_narrow_one(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    for width, is_beside in ((1280, True), (320, False)):
        player.page.set_viewport_size({"width": width, "height": 800})
        player.page.goto("/rules/english/")
        contents = player.page.locator(".contents").bounding_box()
        text = player.page.locator(".text").bounding_box()
        assert contents is not None
        assert text is not None
        assert (contents["x"] + contents["width"] <= text["x"]) == is_beside
        assert (contents["y"] + contents["height"] <= text["y"]) != is_beside
