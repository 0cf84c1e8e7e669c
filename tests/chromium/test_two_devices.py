"""Two people share one game, each in their own browser."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.chromium.player import Player

pytestmark = [pytest.mark.browser, pytest.mark.rotates(2)]


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_two_people_share_a_game_across_two_browsers(
    new_player: Callable[..., Player], scripts: bool
) -> None:
    black, white = new_player(scripts=scripts), new_player(scripts=scripts)
    black.set_up("11-15 23-19")
    black.press("Share game")
    black.press("Make a link")
    link = black.page.locator("pre.wraps").inner_text()
    picture = black.page.locator("img.qr")
    expect(picture).to_be_visible()
    assert picture.evaluate("it => it.complete && it.naturalWidth > 0")

    white.page.goto(link)
    white.page.locator("#name").fill("Phone")
    white.press("Join the game")
    assert (
        white.page.get_by_role("heading", level=1).inner_text() == "English checkers: two players"
    )
    expect(white.page.locator("caption")).to_have_text("White at the bottom")

    black.page.goto("/")
    black.press_move("8-11")
    white.press("Refresh")
    assert white.heading() == "White to move: Black moved 8 to 11"
    white.press_move("22-17")
    black.press("Refresh")
    assert black.record() == ["11-15", "23-19", "8-11", "22-17"]

    # White has not refreshed, so its next request is for an outdated board.
    black.press_move("4-8")
    white.press("Undo")
    assert "already moved" in white.page.locator("#notice").inner_text()
    assert white.record() == ["11-15", "23-19", "8-11", "22-17", "4-8"]

    black.page.goto("/share")
    black.press("Remove Phone")
    white.page.goto("/")
    assert "no longer shared with you" in white.page.locator("#notice").inner_text()
    assert white.record() == []
