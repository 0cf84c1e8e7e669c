"""On wide screens the parts of a game stand beside the board, one close below the other."""

from collections.abc import Callable

import pytest

from tests.chromium.player import Player
from tests.chromium.states import STATES

pytestmark = pytest.mark.browser

MOST = 40
"""Pixels between what two parts show: the usual gap, and the edge of the plaque."""
GAP = """
parts => {
    const [above, next] = parts.map((part) => document.querySelector(part))
    const last = above.lastElementChild
    return next.getBoundingClientRect().top - last.getBoundingClientRect().bottom
}
"""
PARTS = ((".status", ".moves"), (".actions", ".record"))


@pytest.mark.parametrize("width", [1160, 1280, 1920])
@pytest.mark.parametrize(
    "state", ["game won", "table given up", "typed move refused", "hint given", "capture due"]
)
def test_nothing_gapes_beside_the_board(
    new_player: Callable[..., Player], state: str, width: int
) -> None:
    player = new_player()
    STATES[state](player)
    player.page.set_viewport_size({"width": width, "height": 900})
    gaps = {parts: player.page.evaluate(GAP, parts) for parts in PARTS}
    assert {parts: gap for parts, gap in gaps.items() if not 0 <= gap <= MOST} == {}
