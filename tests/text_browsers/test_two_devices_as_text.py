"""A game shared with a player at a text browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.player import RemotePlayer
from tests.running_site import RunningSite
from tests.text_browsers.browsers import BROWSERS, TextBrowser
from tests.text_browsers.games import moves_of
from tests.text_browsers.player import Player

pytestmark = pytest.mark.browser


@pytest.mark.rotates(2)
@pytest.mark.parametrize("browser", BROWSERS, ids=str)
def test_joins_a_shared_game_by_code_plays_and_leaves(
    new_player: Callable[..., Player], live_site: RunningSite, browser: TextBrowser
) -> None:
    host = RemotePlayer(live_site.url)
    host.open("/new")
    host.press("/new", variant="english", opponent="friend", player="B", level="beginner")
    host.move("11-15")
    host.open("/share")
    host.press("/share")

    player = new_player(browser)
    first, second = moves_of("11-15 23-19", "english")
    player.open(f"{live_site.url}join", "Join a game")
    player.fill_in("such as ABCD-2345", host.page.select_one(".code").get_text())
    player.send("Join the game")
    player.side = None
    player.see_after(first)
    player.play(second)
    host.open("/")
    assert host.heading == "Black to move: White moved 23 to 19"
    player.send("Leave the shared game")
    player.see("Your turn")
