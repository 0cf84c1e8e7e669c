"""Questions before an action: a dialog over the page, which nobody answers by accident."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.chromium.player import Player

pytestmark = pytest.mark.browser


def test_question_is_a_dialog_that_escape_closes(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.set_up("11-15")
    page = player.page
    dialog = player.ask(page.locator("#resign"))
    expect(page.get_by_role("dialog", name="Who resigns?")).to_be_visible()
    expect(dialog).to_have_accessible_description(
        "The game ends and the other side wins. You can still undo this."
    )
    assert player.focus() == "W"
    assert player.tab() == "B"
    assert player.tab() == "Keep playing"
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    player.expect_focus("#resign")
    player.ask(page.locator("#resign"))
    player.named("Keep playing").click()
    player.expect_focus("#resign")
    assert page.url.endswith("/")


def test_yes_does_what_was_asked(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.set_up("11-15")
    player.press("Resign")
    player.press("White resigns")
    assert player.heading().startswith("Black won")
    player.page.goto("/results")
    player.press("Reset")
    player.press("Reset")
    expect(player.page.locator("main")).to_contain_text("since then")


def test_second_half_of_a_double_press_answers_nothing(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.set_up("11-15")
    page = player.page
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    page.locator("#resign").press("Enter")
    dialog = page.locator("dialog#question.new")
    dialog.wait_for()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(dialog).to_be_visible()
    page.clock.run_for(1000)
    page.locator("dialog#question:not(.new)").wait_for()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert player.heading().startswith("Black won")


def test_question_is_a_page_if_its_dialog_does_not_arrive(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.page.route("**/ask*.js", lambda route: route.abort())
    player.set_up("11-15")
    with player.page.expect_navigation():
        player.page.locator("#resign").press("Enter")
    expect(player.page.locator("h1")).to_have_text("Who resigns?")
    player.errors.clear()


def test_question_that_no_longer_arises_leads_to_the_game(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.set_up("11-15")
    old = player.page
    player.open_tab().goto("/")
    player.press("Resign")
    player.press("White resigns")
    with old.expect_navigation():
        old.locator("#resign").press("Enter")
    expect(old.locator("#turn")).to_contain_text("Black won")
