"""Questions before an action: a dialog over the page, which nobody answers by accident."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

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


def test_question_that_answers_a_form_is_a_dialog_over_its_page(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.set_up("11-15")
    page = player.page
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto("/start")
    page.locator("#ballot").fill("57")
    button = player.named("Play this ballot")
    dialog = player.ask(button)
    expect(page.get_by_role("dialog", name="End the game you are playing?")).to_be_visible()
    expect(dialog).to_have_accessible_description("Starting a new game ends it unfinished.")
    box = dialog.bounding_box()
    assert box
    assert 0 <= box["x"] <= box["x"] + box["width"] <= 320
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    assert page.url.endswith("/start")
    expect(page.locator("#ballot")).to_have_value("57")
    player.ask(page.locator("#ballot"))
    player.named("Cancel").click()
    expect(page.locator("#ballot")).to_be_focused()
    player.ask(button)
    player.press("End it and start")
    expect(page.locator("#played a")).to_have_count(3)


def test_form_that_asks_nothing_goes_on_and_its_errors_have_their_page(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    page = player.page
    page.goto("/start")
    page.locator("#fen").fill("nonsense")
    player.press("Play this position")
    expect(page.locator("#notice")).to_contain_text("We can’t read that position")
    expect(page.locator("#fen")).to_have_value("nonsense")
    page.locator("#fen").fill("B:W18:BK30")
    player.press("Play this position")
    page.wait_for_url("**/?ply=0&version=*#turn")


def test_slow_question_comes_once_and_one_that_is_lost_can_be_asked_again(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.set_up("11-15")
    page, held = player.page, list[Route]()
    page.goto("/ballots")
    button = page.locator(".ballots button").nth(2)
    page.route("**/start", lambda route: held.append(route))
    button.press("Enter")
    expect(button).to_have_attribute("aria-busy", "true")
    button.press("Enter")
    button.click()
    assert len(held) == 1
    held.pop().abort()
    expect(page.locator("#trouble")).to_contain_text("You seem to be offline")
    expect(button).not_to_have_attribute("aria-busy", "true")
    page.unroute("**/start")
    player.ask(button)
    expect(page.locator("#trouble")).to_be_empty()
    assert page.locator("dialog").count() == 1
    player.errors.clear()


def test_question_asked_without_cookies_leads_to_the_page_that_says_so(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.set_up("11-15")
    player.page.goto("/ballots")
    player.context.clear_cookies()
    with player.page.expect_navigation():
        player.page.locator(".ballots button").first.press("Enter")
    expect(player.page.locator("h1")).to_contain_text("cookie")
