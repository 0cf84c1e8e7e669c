"""Who plays in Chromium, and on which server."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.chromium.board import sit_at_the_board
from tests.chromium.player import PATIENCE, Player
from tests.outside.validator import Validator, running_validator
from tests.server import RunningSite, live_site, running_site

__all__ = ["live_site"]

expect.set_options(timeout=PATIENCE)


@pytest.fixture
def new_player(browser: Browser, live_site: RunningSite) -> Iterator[Callable[..., Player]]:
    """A function that seats a new player at the site; whose browser complains fails the test."""
    players: list[Player] = []

    def seat(*, scripts: bool = True, touch: bool = False) -> Player:
        players.append(Player(browser, live_site.url, scripts=scripts, touch=touch))
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


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[RunningSite]:
    """A server that the test may stop and break."""
    with running_site(tmp_path) as site:
        yield site


@pytest.fixture(scope="session")
def validator(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Validator]:
    """The Nu HTML checker, started once for all pages."""
    with running_validator(tmp_path_factory.mktemp("validator")) as checker:
        yield checker
