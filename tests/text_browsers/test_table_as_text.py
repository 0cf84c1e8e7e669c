"""A game at a table between a text browser and a player who submits forms."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.player import RemotePlayer
from tests.running_site import RunningSite
from tests.text_browsers.browsers import BROWSERS, TextBrowser
from tests.text_browsers.visitor import Visitor

pytestmark = pytest.mark.browser
CHOSEN = {
    "variant": "english",
    "player": "B",
    "clock": "game",
    "minutes": "15",
    "seconds": "10",
    "days": "1",
    "opening": "usual",
    "listed": "link",
    "draws": "0",
}


@pytest.mark.rotates(2)
@pytest.mark.parametrize("browser", BROWSERS, ids=str)
def test_joins_and_plays_a_private_table_by_refreshing(
    new_player: Callable[..., Visitor], live_site: RunningSite, browser: TextBrowser
) -> None:
    host = RemotePlayer(live_site.url)
    host.open("/tables/new")
    host.press("/tables/new", **CHOSEN)
    link = host.page.select_one("pre.wraps").get_text()

    player = new_player(browser)
    player.open(link, "Join this table?")
    player.send("Join the table")
    player.see("to move", "Refresh")

    host.open("/tables/")
    table = str(host.page.select_one("#own ~ .kept a")["href"]).partition("?")[0]
    host.open(table)
    host.press(f"{table}/move", move="11-15")
    player.follow("Refresh")
    player.see("Your turn", "moved 11 to 15", "Black 12, White 12", "Move 23 to 19")
    player.send("Move 23 to 19")
    player.see("to move You moved 23 to 19")

    host.open(table)
    host.press(f"{table}/move", move="8-11", offers_draw="1")
    player.follow("Refresh")
    player.see("moved 8 to 11", "offers a draw.", "You 1")
    player.send("Decline the draw")
    player.see_that(lambda now: "offers a draw" not in now.text, "the offer to be gone")
    player.see("Your turn", "Move 22 to 17")
    player.send("Move 22 to 17")
    player.see("to move You moved 22 to 17")

    host.open(table)
    assert host.heading.endswith("moved 22 to 17")
    host.open(f"{table}/resign")
    host.press(f"{table}/resign")
    player.follow("Refresh")
    player.see("You won: ", " resigned")
    player.send("Rematch")
    player.see("You offered a rematch.")
