"""Updates of the lobby with scripts: it says when its tables changed and moves nothing itself."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.chromium.lobby_states import (
    open_table,
    other_creates_table,
    other_joins,
    other_joins_from,
)
from tests.chromium.player import Player

pytestmark = pytest.mark.browser


def poll_now(player: Player) -> None:
    """Have the page poll now instead of after fifteen seconds."""
    with player.page.expect_response("**/tables/news*"):
        player.page.evaluate(
            """() => htmx.ajax("GET", document.querySelector("#news").dataset.hxGet,
                               {source: "#news", target: "#news", swap: "outerHTML"})"""
        )


def test_focus_stays_put_when_the_lobby_changes(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    other_creates_table(player)
    player.page.goto("/tables/")
    button = player.page.locator("#join1")
    button.focus()
    before = button.inner_text()
    top = button.bounding_box()
    poll_now(player)
    expect(player.page.locator("#look")).to_have_text("Refresh")
    other_creates_table(player)
    poll_now(player)
    expect(player.page.locator("#news")).to_contain_text("The lobby has changed.")
    assert player.focus() == "#join1"
    assert button.inner_text() == before
    assert button.bounding_box() == top
    assert player.page.locator("#said").inner_text() == ""
    player.page.locator("#look").focus()
    other_creates_table(player)
    poll_now(player)
    expect(player.page.locator("#look")).to_be_focused()
    player.page.locator("#look").click()
    player.page.wait_for_url("**/tables/?look=*")
    expect(player.page.locator("#look")).to_have_text("Refresh")


def test_waiting_player_is_taken_to_the_game(new_player: Callable[..., Player]) -> None:
    player = new_player()
    open_table(player.page, "[name=player][value=B]")
    other_joins(player)
    expect(player.page.locator("#turn")).to_contain_text("joined")
    assert player.page.title().startswith("Your turn: ")
    assert "11-15" in player.listed_moves()


def test_player_of_another_game_is_told_who_joined(new_player: Callable[..., Player]) -> None:
    player = new_player()
    open_table(player.page)
    waiting = player.page
    player.open_tab().goto("/")
    expect(player.page.locator("#awaited")).to_contain_text("You are waiting for an opponent")
    player.press_move("11-15")
    other_joins_from(player, waiting)
    expect(player.page.locator("#said")).to_contain_text("joined your table.")
    player.press("Go to the game")
    expect(player.page.locator("#turn")).to_contain_text("joined")


def test_hidden_page_does_not_poll(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.page.clock.install()
    player.page.goto("/tables/")
    requested: list[str] = []
    player.page.on("request", lambda sent: requested.append(sent.url))
    player.page.evaluate(
        "Object.defineProperty(document, 'hidden', {value: true, configurable: true})"
    )
    player.page.clock.run_for(60_000)
    assert not [url for url in requested if "news" in url]
    player.page.evaluate("delete document.hidden")
    with player.page.expect_request("**/tables/news*"):
        player.page.clock.run_for(16_000)
