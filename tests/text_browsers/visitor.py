"""A visitor at a text browser, who finds links, buttons and fields by their text, with keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from tests.text_browsers.browsers import ASKS_BEFORE_A_COOKIE, ASKS_BEFORE_A_POST, TextBrowser
from tests.text_browsers.terminal import INTERVAL, Screen, Terminals
from tests.tools import tool

MAX_STEPS = 80
"""Links passed before a search gives up."""

REST = 0.2
"""Seconds without change after which a screen counts as complete."""
MARK = r"[(\[][ *X][)\]]"
"""A radio button or checkbox."""
VALUE = r"\(\S+\)"
"""A button's value, which lynx draws before its text."""
FIELD = re.compile(r"___+|\[ +\]")
"""An empty field."""


class Visitor:
    """A person at a text browser, who sees one screen at a time and has only keys."""

    def __init__(
        self, browser: TextBrowser, terminals: Terminals, home: Path, *options: str
    ) -> None:
        self.browser = browser
        self._terminals = terminals
        self._home = home
        self._options = options
        home.mkdir(parents=True)

    def start(self, url: str) -> None:
        """Start the browser at `url`."""
        options = self.browser.prepare_home(self._home)
        self.terminal = self._terminals.open(
            [tool(self.browser.program), *options, *self._options, url],
            {"HOME": str(self._home)},
        )

    def open(self, url: str, wanted: str, cookies: str = "Always") -> None:
        """Start the browser at `url` and wait for `wanted`; answer lynx about cookies."""
        self.start(url)
        if self.browser.asks_before_a_cookie:
            self.answer_about_cookie("", {"Always": "A", "Never": "V"}[cookies])
        self.see(wanted)

    def answer_about_cookie(self, name: str, key: str) -> None:
        """Wait until lynx asks about a cookie whose name begins with `name`; press a key."""
        asks = re.compile(rf"cookie: {name}.*{re.escape(ASKS_BEFORE_A_COOKIE)}")
        self.terminal.wait_until(lambda now: bool(asks.search(now.text)), f"to be asked for {name}")
        self.terminal.press(key)

    def see(self, *texts: str) -> Screen:
        """Wait until all of `texts` are on the page; return the screen."""
        return self.see_that(lambda page: all(text in page.text for text in texts), f"{texts}")

    def see_that(
        self, wanted: Callable[[Screen], bool], what: str, rest: float = INTERVAL
    ) -> Screen:
        """Wait until the page has loaded and its screen is as wanted; return the screen."""
        return self._page(
            self.terminal.wait_until(
                lambda now: self._is_whole(now) and wanted(self._page(now)), what, rest
            )
        )

    def select(self, words: str) -> None:
        """Go to the link or button with these words by pressing keys."""
        wanted = re.compile(rf"(?<![\w-])(?:{VALUE} )?{re.escape(words)}(?!\w)")
        self._go(lambda page: _place_of(wanted, page), words)

    def select_square(self, name: str) -> None:
        """Go to the button on a square: its bare name, after its value in lynx."""
        wanted = re.compile(rf"{VALUE} {name}(?!\w)|(?<=  ){name}(?=  |$)")
        self._go(lambda page: _place_of(wanted, page), f"square {name}")

    def go_to_top(self) -> Screen:
        """Go to the top of the page."""
        return self._page(self.terminal.press_and_see(self.browser.home))

    def read(self) -> Screen:
        """Return the screen once it is complete, so that no line is missed."""
        return self.see_that(lambda page: True, "the page", REST)

    def read_on(self) -> Screen:
        """Turn to the page's next screen and return it."""
        return self._page(self.terminal.press_and_see("Space", rest=REST))

    def follow(self, words: str) -> None:
        """Go to a link and follow it."""
        self.select(words)
        self.terminal.press("Enter")

    def send(self, words: str) -> None:
        """Go to a submit button and press it."""
        self.select(words)
        self._press_button()

    def send_square(self, name: str) -> None:
        """Go to the button on a square and press it."""
        self.select_square(name)
        self._press_button()

    def _press_button(self) -> None:
        self.terminal.press("Enter")
        if self.browser.asks_before_a_post:
            self.terminal.wait_until(lambda now: ASKS_BEFORE_A_POST in now.text, "its question")
            self.terminal.press("Enter")

    def choose(self, words: str) -> None:
        """Go to a radio button and select it."""
        offered = re.compile(rf"{MARK} {re.escape(words)}(?!\w)")
        self._go(lambda page: _place_of(offered, page), words)
        self.terminal.press("Enter")
        chosen = re.compile(rf"[(\[][*X][)\]] {re.escape(words)}(?!\w)")
        self.see_that(lambda page: bool(chosen.search(page.text)), f"{words} to be chosen")

    def fill_in(self, label: str, text: str) -> None:
        """Type text into the empty field after a label."""
        self._go(lambda page: _place_of_field(label, page), f"the field after {label}")
        if self.browser.opens_fields:
            self.terminal.press_and_see("Enter")
        self.terminal.type(text)
        if self.browser.closes_fields:
            self.terminal.press("Enter")
        self.see(text)

    def _go(self, find: Callable[[Screen], tuple[int, int] | None], what: str) -> None:
        page = self.see_that(lambda page: True, "the page")
        for _ in range(MAX_STEPS):
            place = find(page)
            if place is not None and _is_at(page, place):
                return
            is_behind = place is not None and place < page.chosen
            key = self.browser.previous if is_behind else self.browser.next
            page = self._page(self.terminal.press_and_see(key))
        raise AssertionError(f"{what!r} was not reached; the screen shows:\n{page}")

    def _is_whole(self, screen: Screen) -> bool:
        return not re.match(self.browser.loading_line, screen.lines[-1])

    def _page(self, screen: Screen) -> Screen:
        return screen.without(self.browser.top, self.browser.bottom)


def _place_of(wanted: re.Pattern[str], page: Screen) -> tuple[int, int] | None:
    """Return line and column where a match begins; it may continue on the next line."""
    for y, (line, following) in enumerate(pairwise((*page.lines, ""))):
        found = wanted.search(line) or wanted.search(f"{line} {following.strip()}")
        if found and found.start() < len(line):
            return y, found.start()
    return None


def _place_of_field(label: str, page: Screen) -> tuple[int, int] | None:
    for y, line in enumerate(page.lines):
        if label in line and (found := FIELD.search(line)):
            return y, found.start()
    return None


def _is_at(page: Screen, place: tuple[int, int]) -> bool:
    """Return whether the text at `place` is selected: lynx's cursor is before it, Links' in it."""
    y, x = page.chosen
    return y == place[0] and -1 <= x - place[1] <= 2
