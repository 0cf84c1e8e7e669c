"""Lynx as Debian installs it, with its pauses after each message.

The other tests leave the pauses out. This one keeps them, for they showed what redirects must be
like: to a relative address each cost lynx four seconds, to a known one it showed an old board.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.server import RunningSite
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
