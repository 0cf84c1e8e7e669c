"""Lighthouse scores of the main pages, without speed: for that see `make lighthouse`.

Each run asks about a third of the pages, every second commit about the next.
"""

import pytest

from tests.outside.lighthouse import PAGES, Report, reports
from tests.player import RemotePlayer
from tests.running_site import RunningSite

pytestmark = [pytest.mark.browser, pytest.mark.rotates(2)]


def check(found: list[Report], count: int) -> None:
    assert len(found) == count
    for page in found:
        assert page.error == "", page
        assert page.lost == [], page
        assert set(page.scores.values()) == {100}, page


@pytest.mark.timeout(900)
def test_main_pages_score_100(live_site: RunningSite, rotation: int) -> None:
    pages = PAGES[rotation // 2 % 3 :: 3]
    check(reports(live_site.url, pages), len(pages))


@pytest.mark.timeout(900)
def test_a_game_scores_100_after_moves(live_site: RunningSite, rotation: int) -> None:
    """By turns a game under way and one that is over."""
    player = RemotePlayer(live_site.url)
    player.open("/")
    for _ in range(2):
        player.move(next(iter(player.moves)))
    assert len(player.page.select(".played a")) == 4
    if rotation % 2:
        player.open("/resign")
        player.press("/resign")
    check(reports(live_site.url, [""], cookies=player.cookies["Cookie"]), 1)
