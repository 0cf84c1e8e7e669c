"""Lighthouse scores of the main pages, without speed: for that see `make lighthouse`."""

import pytest

from tests.outside.lighthouse import PAGES, reports
from tests.running_site import RunningSite

pytestmark = pytest.mark.browser


@pytest.mark.timeout(900)
def test_every_main_page_scores_100(live_site: RunningSite) -> None:
    found = reports(live_site.url)
    assert len(found) == len(PAGES)
    for page in found:
        assert page.error == "", page
        assert page.lost == [], page
        assert set(page.scores.values()) == {100}, page
