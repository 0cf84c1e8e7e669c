"""Lighthouse scores of the main pages, without speed: for that see `make lighthouse`.

Each run asks about half the pages, after the next commit about the others.
"""

import pytest

from tests.outside.lighthouse import PAGES, reports
from tests.running_site import RunningSite

pytestmark = pytest.mark.browser


@pytest.mark.timeout(900)
def test_main_pages_score_100(live_site: RunningSite, rotation: int) -> None:
    pages = PAGES[rotation % 2 :: 2]
    found = reports(live_site.url, pages)
    assert len(found) == len(pages)
    for page in found:
        assert page.error == "", page
        assert page.lost == [], page
        assert set(page.scores.values()) == {100}, page
