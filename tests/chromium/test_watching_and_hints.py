"""Hints, confirmation of moves, watched games and replays, with and without scripts."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.chromium.player import Player

pytestmark = pytest.mark.browser


@pytest.fixture(params=[True, False], ids=["scripts", "no scripts"])
def player(request: pytest.FixtureRequest, new_player: Callable[..., Player]) -> Player:
    opened: Player = new_player(scripts=request.param)
    opened.page.goto("/")
    return opened


def test_hint_takes_focus_before_the_moves(player: Player) -> None:
    page = player.page
    # While the search processes are still starting, a hint may not come in time.
    while not page.locator("p.hint").count():
        player.press("Hint")
    expect(page.locator("p.hint")).to_contain_text("Hint: Move ")
    expect(page.locator("p.hint")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "move"


def test_confirmation_takes_focus_and_yes_is_next(player: Player) -> None:
    page = player.page
    page.goto("/settings")
    page.get_by_label("Confirm each move").check()
    player.press("Save")
    move = page.locator("button[name=move]").first
    text = move.inner_text()
    move.click()
    expect(page.locator("p.question")).to_be_focused()
    assert page.locator("p.question").inner_text() == f"Play {text.removeprefix('Move ')}?"
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name=text, exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("p.question")).to_have_count(0)
    expect(page.locator(".record li")).to_have_count(1)


def test_watched_game_plays_on_until_paused(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    page = player.page
    page.goto("/new?opponent=watch")
    player.press("Start game")
    player.press("Play the next move")
    page.get_by_role("button", name="Play automatically").click()
    expect(page.locator(".record li")).to_have_count(2)
    # Wherever a move put the focus, one key press must pause.
    expect(page.get_by_role("link", name="Pause")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play automatically")).to_be_visible()
    moves = page.locator(".record").inner_text()
    page.wait_for_timeout(1500)
    assert page.locator(".record").inner_text() == moves
