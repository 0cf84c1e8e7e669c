"""Who plays in Chromium, and on which server."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.chromium.board import sit_at_the_board
from tests.chromium.player import PATIENCE, Player
from tests.server import RunningSite, live_site

__all__ = ["live_site"]

expect.set_options(timeout=PATIENCE)


@pytest.fixture
def new_player(browser: Browser, live_site: RunningSite) -> Iterator[Callable[..., Player]]:
    """A function that seats a new player at the site; whose browser complains fails the test."""
    players: list[Player] = []

    def seat(*, scripts: bool = True) -> Player:
        players.append(Player(browser, live_site.url, scripts=scripts))
        return players[-1]

    yield seat
    for player in players:
        player.context.close()
    assert [trouble for player in players for trouble in player.troubles] == []


@pytest.fixture
def at_the_board(new_player: Callable[..., Player]) -> Callable[..., Player]:
    """A function that seats a player with scripts at the board of a game of two friends."""

    def seat(line: str = "", variant: str = "english") -> Player:
        player = new_player()
        player.bring_to(line, variant)
        sit_at_the_board(player)
        return player

    return seat
