"""The room at text browsers: a table is opened and waited at, another is joined."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.player import RemotePlayer
from tests.server import RunningSite
from tests.text_browsers.browsers import BROWSERS, TextBrowser
from tests.text_browsers.player import Player

pytestmark = pytest.mark.browser


def someone_waits(site: RunningSite) -> str:
    """Somebody opens a table, as White; what they are called."""
    somebody = RemotePlayer(site.url)
    somebody.open("/tables/new")
    ticked = somebody.page.select("[type=radio][checked]")
    chosen = {str(field["name"]): str(field["value"]) for field in ticked} | {"player": "W"}
    somebody.press("/tables/new", **chosen, minutes="5", seconds="0", days="3")
    return str(somebody.page.select_one("main strong bdi").get_text())


def joined(somebody: RemotePlayer, name: str) -> str:
    """Join the table of that name by its button; the address of the table."""
    somebody.open("/tables/")
    for button in somebody.page.select(".tables button"):
        if button.get_text().startswith(f"Join {name}"):
            action = str(button.find_parent("form")["action"])
            somebody.press(action)
            return action.removesuffix("/join")
    raise AssertionError(f"no table of {name} in the room: {somebody.text}")


@pytest.mark.parametrize("browser", BROWSERS, ids=str)
def test_creates_a_table_waits_and_plays(
    new_player: Callable[..., Player], live_site: RunningSite, browser: TextBrowser
) -> None:
    someone_waits(live_site)
    player = new_player(browser)
    player.open(f"{live_site.url}tables/", "The room")
    player.follow("Open a table")
    player.see("Somebody else sits down opposite you")
    player.choose("Black")
    player.send("Open the table")
    player.see("Your tables")
    player.go_to_top()
    page = player.see("Your table is open.")
    told = re.search(r"You are ([\w ]+) here", page.text)
    assert told
    other = RemotePlayer(live_site.url)
    address = joined(other, told[1])
    player.follow("Look for an opponent")
    player.see("has joined")
    player.see("Move 11 to 15")
    player.send("Move 11 to 15")
    player.see("is to move: you moved 11 to 15")
    other.open(address)
    assert "23-19" in other.moves


@pytest.mark.parametrize("browser", BROWSERS, ids=str)
def test_joins_another_players_table_with_one_button(
    new_player: Callable[..., Player], live_site: RunningSite, browser: TextBrowser
) -> None:
    name = someone_waits(live_site)
    player = new_player(browser)
    player.open(f"{live_site.url}tables/", "The room")
    player.send(f"Join {name}")
    player.see("Move 11 to 15")
