"""Fragments swapped by htmx, and failures that lose nothing."""

import re
import sqlite3
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from tests.chromium.interception import intercept
from tests.chromium.player import Player
from tests.chromium.states import CAPTURE_DUE, STATES
from tests.running_site import RunningSite

pytestmark = [pytest.mark.browser, pytest.mark.rotates(2)]


def is_whole(player: Player) -> bool:
    """Return whether the page has what no fragment has: header, heading, footer, style sheet."""
    return all(
        player.page.locator(part).count() == 1
        for part in ("header", "h1", "footer", "link[rel=stylesheet]")
    )


def test_every_action_returns_a_page_fragment(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.set_up(CAPTURE_DUE)
    actions: dict[str, Callable[[], None]] = {
        "flip": lambda: player.press("Flip board"),
        "rejected move": lambda: player.type_move("9-13"),
        "move": lambda: player.press_move("15x22"),
        "undo": lambda: player.press("Undo"),
    }
    for name, act in actions.items():
        act()
        answer = player.answer
        assert answer.request.headers["hx-request"] == "true", name
        assert "<html" not in answer.text(), name
        assert 'id="game"' in answer.text(), name
        assert "HX-Request" in answer.headers["vary"], name


def test_url_fetched_by_htmx_opens_as_a_full_page(
    new_player: Callable[..., Player],
) -> None:
    """The browser must not show the cached fragment."""
    player = new_player()
    player.set_up(CAPTURE_DUE)
    link = player.page.locator("table a").get_attribute("href")
    fetch = "link => void htmx.ajax('GET', link, '#game')"
    player.wait_for_update(lambda: player.page.evaluate(fetch, str(link).partition("#")[0]))
    assert player.answer.request.headers["hx-request"] == "true"
    player.page.goto(player.answer.url)
    assert is_whole(player)
    assert player.landings() == ["15x22"]


def test_reload_and_back_show_the_full_current_page(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.page.goto("/")
    player.press_move("11-15")
    record = player.record()
    player.page.reload()
    assert is_whole(player)
    assert player.record() == record
    player.press_move(player.listed_moves()[0])
    record = player.record()
    with player.page.expect_navigation():
        player.page.get_by_role("link", name="New game").first.click()
    player.page.go_back()
    assert is_whole(player)
    assert player.record() == record


def test_game_is_playable_with_forms_if_scripts_fail(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.context.route("**/*.js", lambda route: route.abort())
    player.page.goto("/")
    for turn in range(2):
        with player.page.expect_navigation():
            player.page.locator(".moves button").first.click()
        assert len(player.record()) == 2 * turn + 2
        player.expect_focus("#turn")
    expected = "ERR_FAILED|Applying inline style"
    assert [it for it in player.errors if not re.search(expected, it)] == []
    player.errors.clear()


def test_reports_server_outage_and_resumes_after_it(
    browser: Browser, own_site: RunningSite
) -> None:
    player = Player(browser, own_site.url, scripts=True)
    player.page.goto("/")
    player.press_move("11-15")
    record = player.record()
    own_site.kill()
    move = player.page.locator(".moves button").first
    move.click()
    trouble = player.page.locator("#trouble")
    expect(trouble).to_contain_text("You seem to be offline.")
    expect(trouble).to_be_visible()
    own_site.restart()
    player.press(move)
    assert len(player.record()) == len(record) + 2
    assert trouble.inner_text() == ""
    player.context.close()


ERROR_PAGES = {
    "expired form": (403, "This page is out of date"),
    "missing cookie": (403, "This site needs its cookies"),
    "too much text": (413, "That is too much text"),
    "too many fields": (400, "That could not be read"),
}


@pytest.mark.rotates(2)
@pytest.mark.parametrize("state", ERROR_PAGES)
def test_failed_request_shows_an_explanation(new_player: Callable[..., Player], state: str) -> None:
    player = new_player()
    STATES[state](player)
    status, heading = ERROR_PAGES[state]
    assert player.answer.status == status
    assert player.answer.request.headers["hx-request"] == "true"
    assert player.page.locator("h1").inner_text() == heading
    assert player.page.title() == f"{heading} - Crownhead"
    assert is_whole(player)
    player.press("Go to your game")
    assert player.listed_moves()


def test_server_error_shows_an_explanation(browser: Browser, own_site: RunningSite) -> None:
    player = Player(browser, own_site.url, scripts=True)
    player.page.goto("/")
    player.press_move("11-15")
    with sqlite3.connect(own_site.folder / "var" / "crownhead.sqlite3") as database:
        database.execute("ALTER TABLE django_session RENAME TO lost")
    database.close()
    player.press_move(player.listed_moves()[0])
    assert player.answer.status == 503
    assert player.page.locator("h1").inner_text() == "Games can’t be saved right now"
    player.expect_focus("Games can’t be saved right now")
    player.context.close()


def test_no_move_field_while_the_computer_thinks(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.page.goto("/")
    intercept(player.page, "**/reply", lambda route: None)
    player.page.locator(".moves button").first.click()
    expect(player.page.locator("#turn")).to_contain_text("The computer is thinking")
    assert player.page.locator("#typed").count() == 0
    assert player.page.locator("table").get_attribute("aria-busy") == "true"


def test_collects_browser_console_errors(new_player: Callable[..., Player]) -> None:
    """Every test here fails on console errors; this one shows that they are collected."""
    player = new_player()
    player.page.goto("/")
    player.page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), {text: '1'}))"
    )
    player.page.evaluate("setTimeout(() => missing())")
    expect(player.page.locator("h1")).to_be_visible()
    assert any("Content Security Policy" in error for error in player.errors)
    assert any("missing is not defined" in error for error in player.errors)
    player.errors.clear()


def test_foreign_response_does_not_replace_the_board(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.page.goto("/")
    bad_gateway = "<html><body>502 Bad Gateway</body></html>"
    intercept(player.page, "**/move", lambda route: route.fulfill(status=502, body=bad_gateway))
    player.page.locator(".moves button").first.click()
    expect(player.page.locator("#trouble")).to_contain_text("You seem to be offline")
    assert player.page.locator("#game").count() == 1
    player.page.unroute("**/move")
    player.page.locator(".moves button").first.click()
    expect(player.page.locator("#last")).to_contain_text("The computer")
    expect(player.page.locator("#trouble")).to_be_empty()
