"""Requests of a page that a test answers in the site's place, or holds back."""

from collections.abc import Callable

from playwright.sync_api import Page, Route

PROBE = "/caught"
"""Asked for only here. The site knows no such page."""
CAUGHT = 204
ASK = "address => fetch(address).then(answer => answer.status)"


def intercept(page: Page, pattern: str, handle: Callable[[Route], object]) -> None:
    """Have ``handle`` see to the requests that match, from now on.

    Before a page is opened ``page.route`` alone does that. To one that is open Chromium passes the
    word on only some time after Playwright returns: what a key made the page ask for meanwhile went
    to the site. So the page asks until it is heard here.
    """
    page.route(pattern, handle)
    page.route(f"**{PROBE}", lambda route: route.fulfill(status=CAUGHT))
    while page.evaluate(ASK, PROBE) != CAUGHT:
        pass
