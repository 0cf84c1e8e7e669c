"""The list of moves: folded for who plays by mouse on a wide screen, in sight for everyone else."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.chromium.player import Player

pytestmark = pytest.mark.browser

GAP_BELOW_HEADING = """
() => document.querySelector(".fold").getBoundingClientRect().top
    - document.getElementById("moves").getBoundingClientRect().bottom
"""
"""At 1280 pixels the line has no room beside the heading: it lay on its words."""


def test_list_folds_for_the_mouse_and_its_state_is_remembered(
    new_player: Callable[..., Player],
) -> None:
    player = new_player(shows_moves=False)
    page = player.page
    open_with_mouse(player)
    first, fold = page.locator(".moves li").first, page.locator(".fold")
    expect(fold).to_have_attribute("aria-pressed", "false")
    assert is_clipped(player)
    assert page.evaluate(GAP_BELOW_HEADING) >= 0
    expect(page.get_by_role("button", name="Move 9 to 13")).to_have_count(1)
    with page.expect_response("**/settings/moves"):
        fold.click()
    assert not is_clipped(player)
    open_with_mouse(player)
    expect(fold).to_have_attribute("aria-pressed", "true")
    assert not is_clipped(player)
    page.set_viewport_size({"width": 800, "height": 800})
    expect(fold).to_have_count(0)
    assert first.is_visible()


def test_list_unfolds_for_the_keyboard(new_player: Callable[..., Player]) -> None:
    player = new_player(shows_moves=False)
    page = player.page
    open_with_mouse(player)
    assert is_clipped(player)
    player.tab()
    expect(page.locator(".fold")).to_have_count(0)
    assert not is_clipped(player)


def test_list_is_whole_without_scripts(new_player: Callable[..., Player]) -> None:
    player = new_player(scripts=False, shows_moves=False)
    player.page.goto("/")
    assert player.page.locator(".fold").count() == 0
    assert not is_clipped(player)


def open_with_mouse(player: Player) -> None:
    """Open the game and move the mouse, which folds the list."""
    player.page.goto("/")
    player.page.locator("h1").hover()
    player.page.locator(".fold").wait_for()


def is_clipped(player: Player) -> bool:
    return bool(
        player.measure("getComputedStyle(document.querySelector('.moves ul')).clipPath !== 'none'")
    )
