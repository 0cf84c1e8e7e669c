"""A simulated screen reader in a real Chromium page, phrase by phrase.

It follows the specifications that screen readers follow, but is none that people use.
"""

from __future__ import annotations

from playwright.sync_api import Page

from tests.chromium.interception import intercept
from tests.tools import outside

PROGRAM = "@guidepup/virtual-screen-reader/lib/esm/index.browser.js"
ADDRESS = "/simulated-screen-reader.js"
"""On the site's own host, the only one its policy allows scripts from."""
START = """
address => import(address).then(({virtual}) => {
    window.reader = virtual
    return virtual.start({container: document.body})
})
"""
NEW_PHRASES = """
() => reader.spokenPhraseLog().then(log => {
    const copy = [...log]
    return reader.clearSpokenPhraseLog().then(() => copy)
})
"""
READ_ON = """
async ([end, limit]) => {
    const isEnd = new RegExp(end)
    const phrases = []
    do {
        await reader.next()
        phrases.push(await reader.lastSpokenPhrase())
    } while (!isEnd.test(phrases.at(-1)) && phrases.length < limit)
    await reader.clearSpokenPhraseLog()
    return phrases
}
"""
MAX_PHRASES = 1_000
"""Reading further means that the end was missed."""


class ScreenReader:
    """Reads a page from the top and collects what it announces from now on."""

    def __init__(self, page: Page) -> None:
        self._page = page
        program = outside(PROGRAM)
        intercept(
            page,
            f"**{ADDRESS}",
            lambda route: route.fulfill(path=program, content_type="text/javascript"),
        )
        page.evaluate(START, ADDRESS)

    def new_phrases(self) -> list[str]:
        """Return the phrases spoken since the last call."""
        phrases: list[str] = self._page.evaluate(NEW_PHRASES)
        return phrases

    def read_on(self, end: str = "^end of document$") -> list[str]:
        """Read on until a phrase matches the pattern ``end``; return every phrase up to it."""
        phrases: list[str] = self._page.evaluate(READ_ON, [end, MAX_PHRASES])
        assert len(phrases) < MAX_PHRASES, f"{end} was never spoken"
        return phrases
