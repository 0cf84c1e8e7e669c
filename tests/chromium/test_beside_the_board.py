"""Keys the board leaves alone, and what else its script does: help and visible explanations."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.chromium.board import announcement, focus_board, keys, square
from tests.chromium.inspection import ASK_AXE, AXE_RULES, AXE_SCRIPT
from tests.chromium.interception import intercept
from tests.chromium.player import Player
from tests.chromium.states import STATES, WON
from tests.chromium.test_live_region import Listener

pytestmark = [pytest.mark.browser, pytest.mark.rotates(3)]


def test_letters_typed_off_the_board_stay_text(board_player: Callable[..., Player]) -> None:
    player = board_player()
    listener = Listener(player)
    keys(player, "t")
    assert player.focus() == "#typed"
    player.page.keyboard.type("nmlsp?23")
    assert player.page.locator("#typed").input_value() == "nmlsp?23"
    player.page.locator(".moves button").first.focus()
    player.page.keyboard.type("nmlsp?23")
    assert player.focus() == player.listed_moves()[0]
    assert listener.announcements() == []


def test_browser_shortcuts_still_work(board_player: Callable[..., Player]) -> None:
    player = board_player()
    player.page.evaluate(
        """() => {
            window.pressed = []
            addEventListener("keydown", e => pressed.push([e.key, e.defaultPrevented]))
        }"""
    )
    for key in ("Control+s", "Alt+l", "Meta+p", "F5"):
        name = key.split("+")[-1]
        player.page.evaluate(
            """([key, ctrlKey, altKey, metaKey]) => document.activeElement.dispatchEvent(
                new KeyboardEvent("keydown", {key, ctrlKey, altKey, metaKey, bubbles: true,
                    cancelable: true}))""",
            [name, "Control" in key, "Alt" in key, "Meta" in key],
        )
    assert not any(prevented for _, prevented in player.page.evaluate("pressed"))
    assert announcement(player) == ""


def test_moving_from_the_list_focuses_the_status_heading(
    board_player: Callable[..., Player],
) -> None:
    player = board_player()
    player.press_move("11-15")
    player.expect_focus("#turn")
    assert player.tab() == player.listed_moves()[0]


def test_tapping_a_blocked_piece_explains_why(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.page.goto("/")
    cell = player.page.locator("td:has([title])").first
    cell.hover()
    expect(player.page.locator("[role=grid]")).to_have_count(1)
    cell.click()
    expect(player.page.locator("#keys-hint")).to_be_visible()
    expect(player.page.locator("#keys-hint")).to_contain_text("black man, blocked")
    assert announcement(player) == player.page.locator("#keys-hint").inner_text()


def test_small_screen_does_not_scroll_to_top_after_a_move(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.begin()
    player.page.set_viewport_size({"width": 320, "height": 480})
    player.page.goto("/")
    player.page.locator("table").hover()
    expect(player.page.locator("[role=grid]")).to_have_count(1)
    player.page.locator("table").scroll_into_view_if_needed()
    top = player.page.evaluate("scrollY")
    assert top > 0
    for name in ("11", "15"):
        at = player.page.locator("td", has_text=re.compile(rf"^{name}\b"))
        player.wait_for_update(lambda at=at: at.click())
        player.page.wait_for_timeout(100)
        assert abs(player.page.evaluate("scrollY") - top) < 30
    assert player.record() == ["11-15"]


@pytest.mark.rotates(2)
@pytest.mark.parametrize("state", ["first page", "capture due", "piece picked", "game won"])
def test_grid_and_help_pass_axe(new_player: Callable[..., Player], state: str) -> None:
    player = new_player()
    STATES[state](player)
    focus_board(player)
    player.page.evaluate(AXE_SCRIPT)
    for colours in ("light", "dark"):
        player.page.emulate_media(color_scheme=colours)
        for _ in ("the board", "the help over it"):
            found = player.page.evaluate(ASK_AXE, AXE_RULES)["violations"]
            assert [(it["id"], it["nodes"][0]["failureSummary"]) for it in found] == []
            keys(player, "?")
            expect(player.page.locator("dialog")).to_be_visible()
        player.page.keyboard.press("Escape")


def test_help_opens_over_the_board_and_returns_focus(
    board_player: Callable[..., Player],
) -> None:
    player = board_player()
    keys(player, "1", "0")
    for close in ("Escape", "Enter"):
        player.page.keyboard.press("?")
        player.expect_focus("#keys-title")
        expect(player.page.get_by_role("dialog", name="Keys on the board")).to_be_visible()
        if close == "Enter":
            player.page.keyboard.press("Tab")
        player.page.keyboard.press(close)
        player.expect_focus("10")


def test_help_requested_twice_opens_once(
    board_player: Callable[..., Player],
) -> None:
    player, held = board_player(), list[Route]()
    intercept(player.page, "**/keys", lambda route: held.append(route))
    at = keys(player, "?", "?")
    while len(held) < 2:
        player.page.wait_for_timeout(20)
    for route in held:
        with player.page.expect_event("requestfinished", lambda it: it.url.endswith("/keys")):
            route.continue_()
    player.expect_focus("#keys-title")
    assert player.page.locator("#keys-help").count() == 1
    player.page.keyboard.press("Escape")
    player.expect_focus(at)


@pytest.mark.parametrize("answer", ["none", "a proxy's", "an error"])
def test_reports_help_that_fails_to_load(board_player: Callable[..., Player], answer: str) -> None:
    player = board_player()

    def fail(route: Route) -> None:
        if answer == "none":
            route.abort()
        else:
            route.fulfill(status=200 if answer == "a proxy's" else 500, body="<h1>Gateway</h1>")

    intercept(player.page, "**/keys", fail)
    at = keys(player, "?")
    expect(player.page.locator("#trouble")).to_contain_text("You seem to be offline")
    assert player.page.locator("dialog").count() == 0
    assert square(player) == at
    player.page.unroute("**/keys")
    keys(player, "?")
    expect(player.page.locator("dialog")).to_be_visible()
    player.errors = [it for it in player.errors if "ERR_FAILED" not in it]


def test_board_stays_readable_after_the_game_ends(
    board_player: Callable[..., Player],
) -> None:
    player = board_player(WON.rpartition(" ")[0])
    keys(player, "1", "3")
    player.wait_for_update(lambda: keys(player, "Enter"))
    keys(player, "6")
    player.wait_for_update(lambda: keys(player, "Enter"))
    assert "White won" in announcement(player)
    assert square(player) == "6"
    keys(player, "n")
    assert announcement(player) == "White won: Black has no pieces left"
