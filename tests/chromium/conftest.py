"""Players in Chromium and the servers they play on."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.chromium.board import focus_board
from tests.chromium.player import PATIENCE, Player
from tests.outside.validator import Validator, shared_validator
from tests.running_site import RunningSite, live_site, running_site

__all__ = ["live_site"]

expect.set_options(timeout=PATIENCE)


@pytest.fixture
def new_player(browser: Browser, live_site: RunningSite) -> Iterator[Callable[..., Player]]:
    """A function that makes a new player; any browser error fails the test."""
    players: list[Player] = []

    def make(*, scripts: bool = True, touch: bool = False, shows_moves: bool = True) -> Player:
        choices = {"scripts": scripts, "touch": touch, "shows_moves": shows_moves}
        players.append(Player(browser, live_site.url, **choices))
        return players[-1]

    yield make
    for player in players:
        player.context.close()
    assert [error for player in players for error in player.errors] == []


@pytest.fixture
def board_player(new_player: Callable[..., Player]) -> Callable[..., Player]:
    """A function that makes a player with scripts, focused on the board of a two-player game."""

    def make(line: str = "", variant: str = "english") -> Player:
        player = new_player()
        player.set_up(line, variant)
        focus_board(player)
        return player

    return make


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[RunningSite]:
    """A server that the test may stop or break."""
    with running_site(tmp_path) as site:
        yield site


@pytest.fixture(scope="session")
def validator(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Validator:
    """The Nu HTML checker, started once per run."""
    folder = tmp_path_factory.getbasetemp()
    if worker_id == "master":
        return shared_validator(folder, os.getpid())
    return shared_validator(folder.parent, os.getppid())
