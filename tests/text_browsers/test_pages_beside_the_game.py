"""Pages about the game show it as it is now, even if they were opened before."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.running_site import RunningSite
from tests.text_browsers.browsers import BROWSERS, TextBrowser
from tests.text_browsers.games import moves_of
from tests.text_browsers.player import Player

pytestmark = pytest.mark.browser

in_each_browser = pytest.mark.parametrize("browser", BROWSERS, ids=str)
rotates = pytest.mark.rotates(2)


@rotates
@in_each_browser
@pytest.mark.parametrize(
    ("link", "opens"),
    [("Game as text", "a dot is an empty"), ("Review the game", "Forward")],
)
def test_page_opened_earlier_shows_later_moves(
    new_player: Callable[..., Player],
    live_site: RunningSite,
    browser: TextBrowser,
    link: str,
    opens: str,
) -> None:
    player = new_player(browser)
    player.choose_game(live_site.url, "english", "friend")
    statuses = ("Black moved 11 to 15", "White moved 23 to 19")
    for move, status in zip(moves_of("11-15 23-19", "english"), statuses, strict=True):
        player.play(move)
        player.follow(link)
        player.see(opens)
        player.see(status)
        player.follow("Back to your game")
        player.see_board(player.game)


@in_each_browser
def test_steps_through_a_game(
    new_player: Callable[..., Player], live_site: RunningSite, browser: TextBrowser
) -> None:
    player = new_player(browser)
    player.choose_game(live_site.url, "english", "friend")
    for move in moves_of("11-15 22-18 15x22", "english"):
        player.play(move)
    player.follow("First")
    player.see("Start of the game")
    headings = (
        "Move 1: Black moved 11 to 15",
        "Move 1: White moved 22 to 18",
        "Move 2: Black jumped 15 to 22, taking 18",
    )
    for heading in headings:
        player.follow("Forward")
        player.see(heading, "First Back")
    player.follow("22-18")
    player.see(headings[1])
    player.follow("Back to your game")
    player.see_board(player.game)
