"""The rules in text browsers: opened from the game, with boards to try by keys alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.running_site import RunningSite
from tests.text_browsers.browsers import BROWSERS, TextBrowser
from tests.text_browsers.player import Player
from tests.text_browsers.slow_line import slow_line

pytestmark = pytest.mark.browser

in_each_browser = pytest.mark.parametrize("browser", BROWSERS, ids=str)
rotates = pytest.mark.rotates(2)


@rotates
@in_each_browser
def test_tries_a_board_from_the_rules(
    new_player: Callable[..., Player], live_site: RunningSite, browser: TextBrowser
) -> None:
    player = new_player(browser)
    player.open(f"{live_site.url}rules/english/", "How to play English checkers")
    player.follow("How men move")
    player.send("Try it: how men move")
    player.see("Your turn", "Move 5 to 9", "Move 10 to 14")


@rotates
@in_each_browser
def test_tries_a_board_from_the_rules_on_a_slow_line(
    new_player: Callable[..., Player], live_site: RunningSite, browser: TextBrowser
) -> None:
    """All but w3m show a page before it has loaded, when keys may mean something else."""
    player = new_player(browser)
    with slow_line(live_site) as address:
        player.open(f"{address}rules/english/", "How to play English checkers")
        player.follow("How men move")
        player.send("Try it: how men move")
        player.see("Your turn", "Move 5 to 9", "Move 10 to 14")
        player.send("Move 10 to 14")
        player.see("Your turn The computer ")


@rotates
@in_each_browser
def test_contents_link_jumps_to_its_section(
    new_player: Callable[..., Player], live_site: RunningSite, browser: TextBrowser
) -> None:
    player = new_player(browser)
    player.open(f"{live_site.url}rules/english/", "How to play English checkers")
    player.follow("Draws")
    if str(browser) == "elinks":
        # It lays a long page out again once the style sheet has loaded and may stop short.
        player.see_that(lambda page: "On this page" not in page.text, "a place further down")
    else:
        player.see("40 moves in a row")
