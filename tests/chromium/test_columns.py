"""The layout on wide screens: the parts of a game stand beside the board without gaps."""

from collections.abc import Callable

import pytest

from tests.chromium.player import Player
from tests.chromium.states import STATES

pytestmark = pytest.mark.browser

MAX_GAP = 48
"""Pixels between two parts: the usual gap and the edge of the plaque."""
GAP = """
parts => {
    const [above, next] = parts.map((part) => document.querySelector(part))
    const last = [...above.children].filter((it) => it.offsetHeight > 1).at(-1)
    return next.getBoundingClientRect().top - last.getBoundingClientRect().bottom
}
"""
AT_THE_LEFT = (".status", ".moves")


@pytest.mark.rotates(3)
@pytest.mark.parametrize("width", [1280, 1920])
@pytest.mark.parametrize(
    "state", ["game won", "table resigned", "typed move rejected", "hint", "capture due"]
)
def test_no_gaps_beside_the_board(
    new_player: Callable[..., Player], state: str, width: int
) -> None:
    player = new_player()
    STATES[state](player)
    player.page.set_viewport_size({"width": width, "height": 900})
    assert too_wide_gaps(player, (AT_THE_LEFT,)) == {}
    board = player.page.locator("#game .board").bounding_box()
    beside = player.page.locator(".beside").bounding_box()
    assert board is not None
    assert beside is not None
    # The score sheet takes what the rest leaves: buttons stay at the foot of the board.
    assert beside["height"] - board["height"] < MAX_GAP


@pytest.mark.rotates(2)
@pytest.mark.parametrize("width", [768, 1100])
@pytest.mark.parametrize("state", ["first page", "many moves", "typed move rejected"])
def test_no_gaps_in_two_columns(new_player: Callable[..., Player], state: str, width: int) -> None:
    player = new_player()
    STATES[state](player)
    player.page.set_viewport_size({"width": width, "height": 900})
    below = ((".typed", ".actions"), (".actions", ".record"))
    # On upright screens the welcome stands between the two.
    beside = () if (state, width) == ("first page", 768) else (AT_THE_LEFT,)
    assert too_wide_gaps(player, (*beside, *below)) == {}


def too_wide_gaps(
    player: Player, pairs: tuple[tuple[str, str], ...]
) -> dict[tuple[str, str], float]:
    gaps = {parts: player.page.evaluate(GAP, parts) for parts in pairs}
    return {parts: gap for parts, gap in gaps.items() if not 0 <= gap <= MAX_GAP}
