"""A player at a browser: opens the site, presses what is on the page, reads what it says.

Scripts can be switched off, as in the browser's settings; `examining` still lets a test run its own
on such a page. Errors and warnings of the browser are kept in `errors`.
"""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, CDPSession, ConsoleMessage, Locator, Page, Response

PATIENCE = 60_000
"""Milliseconds to wait for anything: far more than it takes on a busy machine."""
MARK_THE_PAGE = """
() => {
    const marked = document.querySelector("#game, #steps") || document.querySelector("main")
    marked.dataset.shown = "before"
    const unmark = () => delete marked.dataset.shown
    document.addEventListener("board:picked", unmark, {once: true})
    const steps = {subtree: true, attributeFilter: ["aria-current"]}
    new MutationObserver(unmark).observe(marked, steps)
}
"""
"""A swap replaces what is marked. What the page does by itself on the board it says by an event, or
its record marks another move.
"""
IS_UPDATED = """
() => document.querySelector("main")
    && !document.querySelector("[data-shown], .htmx-request, .htmx-settling")
    && !document.querySelector("form[data-hx-trigger^='load']")
"""
"""The computer's reply included, which a page with scripts requests by itself."""
NO_ANIMATIONS = "() => document.getAnimations().every((it) => it.playState === 'finished')"
FOCUS = """
() => {
    const at = document.activeElement
    if (at === document.body) return "body"
    return at.id ? `#${at.id}` : at.getAttribute("value") || at.innerText.trim()
}
"""
QUESTION = "dialog#question[open]"
HIDDEN_FIELD = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')


class Player:
    """A browser with its own cookies and one open tab; more tabs can be opened."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        *,
        scripts: bool,
        touch: bool = False,
        shows_moves: bool = True,
    ) -> None:
        self.address = address
        self.scripts = scripts
        self.errors: list[str] = []
        # Elements in motion would be measured half-way.
        self.context = browser.new_context(
            base_url=address, reduced_motion="reduce", has_touch=touch
        )
        self.context.set_default_timeout(PATIENCE)
        # Otherwise scripts fold the list of moves on a wide screen.
        if shows_moves:
            self.context.add_cookies([{"name": "moves", "value": "open", "url": address}])
        self.tabs: list[CDPSession] = []
        self.page = self.open_tab()

    def open_tab(self) -> Page:
        """Open an empty tab, from now on the player's current one."""
        self.page = self.context.new_page()
        self.page.on("console", self._note_error)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("response", self._note_response)
        switch = self.context.new_cdp_session(self.page)
        self.tabs.append(switch)
        switch.send("Emulation.setScriptExecutionDisabled", {"value": not self.scripts})
        return self.page

    def _note_error(self, message: ConsoleMessage) -> None:
        # The browser reports every status from 400 up, intended ones too.
        is_about_a_status = "the server responded with a status of" in message.text
        if message.type in {"error", "warning"} and not is_about_a_status:
            self.errors.append(message.text)

    def _note_response(self, response: Response) -> None:
        if response.request.resource_type in {"document", "xhr"}:
            self.answer = response

    @contextmanager
    def examining(self) -> Iterator[None]:
        """Allow the test's own scripts on a page that runs without scripts."""
        switch = self.tabs[self.context.pages.index(self.page)]
        switch.send("Emulation.setScriptExecutionDisabled", {"value": False})
        yield
        switch.send("Emulation.setScriptExecutionDisabled", {"value": not self.scripts})

    # Setting up

    def begin(self, variant: str = "english", opponent: str = "friend", player: str = "B") -> None:
        """Start a game with these choices without opening a page."""
        form = self._fields(self.context.request.get("/new").text())
        choices = {"variant": variant, "opponent": opponent, "player": player, "level": "beginner"}
        self._send("/new", {**form, **choices})

    def set_up(self, line: str, variant: str = "english") -> None:
        """Start a two-player game, play the moves of ``line`` by requests, and open it."""
        self.begin(variant)
        page = self.context.request.get("/").text()
        for move in line.split():
            page = self._send("/move", {**self._fields(page), "move": move})
        self.page.goto("/")
        assert " ".join(self.record()) == line

    def _send(self, path: str, form: dict[str, str]) -> str:
        answer = self.context.request.post(path, form=form)
        assert answer.ok, f"{path} with {form} answered {answer.status}"
        return answer.text()

    @staticmethod
    def _fields(page: str) -> dict[str, str]:
        return dict(HIDDEN_FIELD.findall(page))

    # Acting

    def wait_for_update(self, act: Callable[[], object]) -> None:
        """Do ``act`` and wait until the page shows the result, the computer's reply included."""
        steps = self.scripts and self.page.locator(".played").count()
        if not steps and self.page.evaluate("typeof htmx") == "undefined":
            with self.page.expect_navigation():
                act()
            return
        self.page.evaluate(MARK_THE_PAGE)
        act()
        self.page.wait_for_function(IS_UPDATED)
        self.page.wait_for_load_state()

    def press(self, target: str | Locator) -> None:
        """Press a button or follow a link, found by the start of its name, with Enter."""
        found = self.named(target).first if isinstance(target, str) else target
        if self.scripts and found.get_attribute("data-asks") is not None:
            self.ask(found)
        elif self.page.locator(QUESTION).count():
            with self.page.expect_navigation():
                found.press("Enter")
        else:
            self.wait_for_update(lambda: found.press("Enter"))

    def ask(self, link: Locator) -> Locator:
        """Press what asks before it acts; return the dialog, once it takes answers."""
        link.press("Enter")
        dialog = self.page.locator(f"{QUESTION}:not(.new)")
        dialog.wait_for()
        return dialog

    def named(self, start: str) -> Locator:
        """Return the buttons and links so named, of a question if the page asks one."""
        name = re.compile(rf"^{re.escape(start)}\b")
        asks = self.page.locator(QUESTION)
        within: Page | Locator = asks if asks.count() else self.page
        return within.get_by_role("button", name=name).or_(within.get_by_role("link", name=name))

    def click_twice(self, target: Locator, meanwhile: Callable[[], object]) -> None:
        """Double-click at the place of ``target``; ``meanwhile`` runs between the two clicks."""
        target.hover()
        self.page.mouse.down()
        self.page.mouse.up()
        meanwhile()
        self.page.mouse.down(click_count=2)
        self.page.mouse.up(click_count=2)

    def hold_animations(self) -> None:
        """Let this page's animations end; from now on every new one stays at its start.

        Without scripts the style sheet has one that checking by script would restart. It has ended
        by the time the mouse reaches a move.
        """
        if self.scripts:
            self.page.wait_for_function(NO_ANIMATIONS)
        else:
            self.page.locator(".moves button").first.hover()
        switch = self.tabs[self.context.pages.index(self.page)]
        switch.send("Animation.enable")
        switch.send("Animation.setPlaybackRate", {"playbackRate": 0})

    def press_move(self, text: str) -> None:
        """Press a move's button in the list."""
        self.press(self.page.locator(f".moves button[value='{text}']"))

    def type_move(self, text: str) -> None:
        """Type a move and press Enter."""
        self.page.locator("#typed").fill(text)
        self.wait_for_update(lambda: self.page.locator("#typed").press("Enter"))

    def pick(self, square: str) -> None:
        """Pick the piece on a square of the board."""
        self.press(self.page.locator(f"table a[href$='pick={square}#board']"))

    def land(self, text: str) -> None:
        """Press the landing square on the board whose button plays ``text``."""
        self.press(self.page.locator(f"table button[value='{text}']"))

    def tab(self) -> str:
        """Press Tab; return where the focus then is."""
        self.page.keyboard.press("Tab")
        return self.focus()

    # Reading

    def record(self) -> list[str]:
        """Return the moves of the page's record."""
        lines = self.page.locator(".record li").all_text_contents()
        return " ".join(lines).split()

    def listed_moves(self) -> list[str]:
        """Return the moves on the buttons of the list."""
        return self._values(".moves button[name=move]")

    def landings(self) -> list[str]:
        """Return the moves on the buttons of the board."""
        return self._values("table button[name=move]")

    def _values(self, buttons: str) -> list[str]:
        values: list[str] = self.page.locator(buttons).evaluate_all("all => all.map(b => b.value)")
        return values

    def heading(self) -> str:
        """Return the status heading, and after a colon the line below it: the last move."""
        return ": ".join(self.page.locator("#turn, #last").all_inner_texts()).removesuffix(".")

    def focus(self) -> str:
        """Return where the focus is: #id, else a button's value, else its text."""
        return str(self.page.evaluate(FOCUS))

    def expect_focus(self, where: str) -> None:
        """Wait until the focus is there: the browser moves it some time after loading a page."""
        deadline = time.monotonic() + PATIENCE / 1000
        while not (at := self.focus()).startswith(where):
            assert time.monotonic() < deadline, f"the focus is on {at}, not on {where}"
            self.page.wait_for_timeout(20)

    def measure(self, script: str) -> Any:
        """Return the value of the test's own script on the current page."""
        with self.examining():
            return self.page.evaluate(script)
