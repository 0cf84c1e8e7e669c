"""Somebody at a text browser: finds links, buttons and fields by their words and presses keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from tests.text_browsers.browsers import ASKS_BEFORE_A_COOKIE, ASKS_BEFORE_A_POST, TextBrowser
from tests.text_browsers.terminal import GLANCE, Screen, Terminals
from tests.tools import tool

MAX_STEPS = 80
"""Links passed on the way to one before the search for it is given up."""

REST = 0.2
"""Seconds without a change after which a screen is taken to be whole."""
MARK = r"[(\[][ *X][)\]]"
"""The mark of something that can be chosen."""
VALUE = r"\(\S+\)"
"""A button's value, which lynx draws before the words on it."""
FIELD = re.compile(r"___+|\[ +\]")
"""How an empty field is drawn."""


class Visitor:
    """A person with a text browser, who sees one screen at a time and has only keys."""

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
        options = self.browser.furnish(self._home)
        self.terminal = self._terminals.open(
            [tool(self.browser.program), *options, *self._options, url],
            {"HOME": str(self._home)},
        )

    def open(self, url: str, wanted: str, cookies: str = "Always") -> None:
        """Start the browser at `url` and wait for `wanted`; answer lynx's question on cookies."""
        self.start(url)
        if self.browser.asks_before_a_cookie:
            self.answer_about_cookie("", {"Always": "A", "Never": "V"}[cookies])
        self.see(wanted)

    def answer_about_cookie(self, name: str, key: str) -> None:
        """Wait until lynx asks about a cookie whose name begins so; press a key."""
        asks = re.compile(rf"cookie: {name}.*{re.escape(ASKS_BEFORE_A_COOKIE)}")
        self.terminal.wait_until(lambda now: bool(asks.search(now.text)), f"to be asked for {name}")
        self.terminal.press(key)

    def see(self, *texts: str) -> Screen:
        """Wait until all of `texts` are on the page; returns what is shown then."""
        return self.see_that(lambda page: all(text in page.text for text in texts), f"{texts}")

    def see_that(self, wanted: Callable[[Screen], bool], what: str, rest: float = GLANCE) -> Screen:
        """Wait until the page has come whole and what is shown of it is as wanted."""
        return self._page(
            self.terminal.wait_until(
                lambda now: self._is_whole(now) and wanted(self._page(now)), what, rest
            )
        )

    def select(self, words: str) -> None:
        """Go to the link or button with these words, key by key."""
        wanted = re.compile(rf"(?<![\w-])(?:{VALUE} )?{re.escape(words)}(?!\w)")
        self._go(lambda page: _place_of(wanted, page), words)

    def select_square(self, name: str) -> None:
        """Go to the button on a square of the board: a bare name, but for its value in lynx."""
        wanted = re.compile(rf"{VALUE} {name}(?!\w)|(?<=  ){name}(?=  |$)")
        self._go(lambda page: _place_of(wanted, page), f"square {name}")

    def go_to_top(self) -> Screen:
        """Go to the top of the page."""
        return self._page(self.terminal.press_and_see(self.browser.home))

    def read(self) -> Screen:
        """What is shown of the page once it has come to rest, so that no line is missed."""
        return self.see_that(lambda page: True, "the page", REST)

    def read_on(self) -> Screen:
        """Turn to the next screen of the page and read that."""
        return self._page(self.terminal.press_and_see("Space", rest=REST))

    def follow(self, words: str) -> None:
        """Go to a link and follow it."""
        self.select(words)
        self.terminal.press("Enter")

    def send(self, words: str) -> None:
        """Go to a button that sends a form and press it."""
        self.select(words)
        self._press_button()

    def send_square(self, name: str) -> None:
        """Go to the button on a square of the board and press it."""
        self.select_square(name)
        self._press_button()

    def _press_button(self) -> None:
        self.terminal.press("Enter")
        if self.browser.asks_before_a_post:
            self.terminal.wait_until(lambda now: ASKS_BEFORE_A_POST in now.text, "its question")
            self.terminal.press("Enter")

    def choose(self, words: str) -> None:
        """Go to a radio button and choose it."""
        offered = re.compile(rf"{MARK} {re.escape(words)}(?!\w)")
        self._go(lambda page: _place_of(offered, page), words)
        self.terminal.press("Enter")
        chosen = re.compile(rf"[(\[][*X][)\]] {re.escape(words)}(?!\w)")
        self.see_that(lambda page: bool(chosen.search(page.text)), f"{words} to be chosen")

    def fill_in(self, label: str, text: str) -> None:
        """Type text into the empty field behind a label."""
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
        return not re.match(self.browser.says_of_a_part, screen.lines[-1])

    def _page(self, screen: Screen) -> Screen:
        return screen.without(self.browser.top, self.browser.bottom)


def _place_of(wanted: re.Pattern[str], page: Screen) -> tuple[int, int] | None:
    """Line and column where something begins; its words may go on in the next line."""
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
    """Whether what begins at `place` is selected: lynx puts it before, Links within."""
    y, x = page.chosen
    return y == place[0] and -1 <= x - place[1] <= 2
