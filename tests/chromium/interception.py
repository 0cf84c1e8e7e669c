"""Requests of a page that a test answers itself or holds back."""

from collections.abc import Callable

from playwright.sync_api import Page, Route

PROBE = "/intercepted"
"""Requested only here; the site has no such page."""
INTERCEPTED = 204
FETCH_STATUS = "url => fetch(url).then(response => response.status)"


def intercept(page: Page, pattern: str, handle: Callable[[Route], object]) -> None:
    """Pass matching requests to ``handle`` from now on.

    Before a page is open ``page.route`` alone does that. On an open page Chromium applies the route
    some time after Playwright returns, and requests made meanwhile reach the site. So the page
    sends probes until one is intercepted.
    """
    page.route(pattern, handle)
    page.route(f"**{PROBE}", lambda route: route.fulfill(status=INTERCEPTED))
    while page.evaluate(FETCH_STATUS, PROBE) != INTERCEPTED:
        pass
