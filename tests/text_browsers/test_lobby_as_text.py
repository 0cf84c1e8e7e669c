"""The lobby in text browsers: creating a table, waiting at it, joining another."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.player import RemotePlayer
from tests.running_site import RunningSite
from tests.text_browsers.browsers import BROWSERS, TextBrowser
from tests.text_browsers.player import Player

pytestmark = pytest.mark.browser


def other_creates_table(site: RunningSite) -> str:
    """Create a table as another player, as White; return that player's name."""
    other = RemotePlayer(site.url)
    other.open("/tables/new")
    ticked = other.page.select("[type=radio][checked]")
    chosen = {str(field["name"]): str(field["value"]) for field in ticked} | {"player": "W"}
    other.press("/tables/new", **chosen, minutes="5", seconds="0", days="3")
    return str(other.page.select_one("main strong bdi").get_text())


def join(player: RemotePlayer, name: str) -> str:
    """Join the table of that host by its button; return the table's path."""
    player.open("/tables/")
    for button in player.page.select(".tables button"):
        if button.get_text().startswith(f"Join {name}"):
            action = str(button.find_parent("form")["action"])
            player.press(action)
            return action.removesuffix("/join")
    raise AssertionError(f"no table of {name} in the lobby: {player.text}")


@pytest.mark.rotates(2)
@pytest.mark.parametrize("browser", BROWSERS, ids=str)
def test_creates_a_table_waits_and_plays(
    new_player: Callable[..., Player], live_site: RunningSite, browser: TextBrowser
) -> None:
    other_creates_table(live_site)
    player = new_player(browser)
    player.open(f"{live_site.url}tables/", "Lobby")
    player.follow("Create a table")
    player.see("Choose a game and a clock.")
    player.choose("Black")
    player.send("Create table")
    page = player.see("You are ", "You chose English checkers")
    name = re.search(r"You are ([\w ]+)\.", page.text)
    assert name
    other = RemotePlayer(live_site.url)
    address = join(other, name[1])
    player.follow("Refresh")
    player.see("Your turn")
    player.see("Move 11 to 15")
    player.send("Move 11 to 15")
    player.see("You moved 11 to 15")
    other.open(address)
    assert "23-19" in other.moves


@pytest.mark.rotates(2)
@pytest.mark.parametrize("browser", BROWSERS, ids=str)
def test_joins_another_players_table_with_one_button(
    new_player: Callable[..., Player], live_site: RunningSite, browser: TextBrowser
) -> None:
    name = other_creates_table(live_site)
    player = new_player(browser)
    player.open(f"{live_site.url}tables/", "Lobby")
    player.send(f"Join {name}")
    player.see("Move 11 to 15")
