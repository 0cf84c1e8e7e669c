"""A whole game with clocks between lynx and a touch screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from game.rules import VARIANTS
from tests.running_site import RunningSite
from tests.text_browsers.browsers import LYNX
from tests.text_browsers.games import ENGLISH, moves_of
from tests.text_browsers.player import Player
from tests.text_browsers.wording import button_text

pytestmark = [pytest.mark.browser, pytest.mark.slow]
GAME = "White takes the last piece"
PATIENCE = 30_000


def open_table(phone: Page) -> str:
    """Create a table as Black with five minutes each; return the player's name."""
    phone.goto("/tables/new")
    phone.get_by_text("More options").tap()
    phone.check("[name=player][value=B]")
    phone.select_option("#id_minutes", "5")
    phone.get_by_role("button", name="Create table").tap()
    return phone.locator("main strong bdi").inner_text()


@pytest.mark.timeout(900)
def test_finds_a_game_in_the_lobby_and_plays_it_to_the_end(
    new_player: Callable[..., Player], browser: Browser, live_site: RunningSite
) -> None:
    held = browser.new_context(
        base_url=live_site.url,
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
    )
    phone = held.new_page()
    phone.set_default_timeout(PATIENCE)
    name = open_table(phone)
    player = new_player(LYNX)
    player.open(f"{live_site.url}tables/", "Lobby")
    player.send(f"Join {name}")
    player.see(f"{name} to move", "5:00")
    expect(phone.locator("#turn")).to_contain_text("joined", timeout=PATIENCE)

    for number, move in enumerate(moves_of(ENGLISH[GAME], "english")):
        if number % 2 == 0:
            phone.locator(f".moves button[value='{move}']").tap()
            expect(phone.locator("#turn")).not_to_contain_text("Your turn")
            player.follow("Refresh")
        else:
            player.see("Your turn")
            player.send(button_text(move, VARIANTS["english"]))
            player.see_that(lambda now: "Your turn" not in now.text, "the move to be played")
    expect(phone.locator("#turn")).to_contain_text("You ", timeout=PATIENCE)
    player.see("You won")

    phone.goto("/games")
    expect(phone.locator(".played .result").first).to_have_text("Lost")
    held.close()
