"""Lynx as Debian installs it, with its pauses after each message.

The other tests switch the pauses off. They showed what redirects must be like: a redirect to a
relative URL cost lynx four seconds, and one to a known URL showed an old board.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.running_site import RunningSite
from tests.text_browsers.browsers import LYNX_AS_INSTALLED
from tests.text_browsers.player import Player

pytestmark = pytest.mark.browser

MOVES = 4


def test_each_move_shows_the_new_board(
    new_player: Callable[..., Player], live_site: RunningSite
) -> None:
    player = new_player(LYNX_AS_INSTALLED)
    player.begin(live_site.url)
    for _ in range(MOVES):
        player.play(player.game.legal_moves[0])
