"""A simulated screen reader in a real Chromium page: what it would say, phrase by phrase.

It follows the specifications that screen readers follow, and is none of those that people use.
"""

from __future__ import annotations

from playwright.sync_api import Page

from tests.chromium.interception import intercept
from tests.tools import outside

PROGRAM = "@guidepup/virtual-screen-reader/lib/esm/index.browser.js"
ADDRESS = "/simulated-screen-reader.js"
"""At the site's own host, the only one that its policy takes scripts from."""
START = """
address => import(address).then(({virtual}) => {
    window.reader = virtual
    return virtual.start({container: document.body})
})
"""
NEWLY_SAID = """
() => reader.spokenPhraseLog().then(said => {
    const copy = [...said]
    return reader.clearSpokenPhraseLog().then(() => copy)
})
"""
READ_ON = """
async ([end, most]) => {
    const isEnd = new RegExp(end)
    const said = []
    do {
        await reader.next()
        said.push(await reader.lastSpokenPhrase())
    } while (!isEnd.test(said.at(-1)) && said.length < most)
    await reader.clearSpokenPhraseLog()
    return said
}
"""
MOST_PHRASES = 1_000
"""Whoever reads on for longer has missed the end."""


class ScreenReader:
    """Hears a page from the top, and what the page says by itself from now on."""

    def __init__(self, page: Page) -> None:
        self._page = page
        program = outside(PROGRAM)
        intercept(
            page,
            f"**{ADDRESS}",
            lambda route: route.fulfill(path=program, content_type="text/javascript"),
        )
        page.evaluate(START, ADDRESS)

    def said(self) -> list[str]:
        """Return what was said since the last time."""
        phrases: list[str] = self._page.evaluate(NEWLY_SAID)
        return phrases

    def read_on(self, end: str = "^end of document$") -> list[str]:
        """Read on until a phrase matches the pattern ``end``; every phrase up to there."""
        phrases: list[str] = self._page.evaluate(READ_ON, [end, MOST_PHRASES])
        assert len(phrases) < MOST_PHRASES, f"{end} was never said"
        return phrases
