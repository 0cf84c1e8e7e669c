"""Somebody at a browser: opens the site, presses what is on the page, reads what it says.

With scripts switched off the browser runs none, as its settings offer; `examining` lets a test run
its own on such a page all the same. What the browser complains about is kept in `troubles`.
"""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, CDPSession, ConsoleMessage, Locator, Page, Response

PATIENCE = 60_000
"""Milliseconds to wait for what should happen: far more than it takes on a busy machine."""
MARK_WHAT_IS_SHOWN = """
() => (document.querySelector("#game, #steps") || document.querySelector("main"))
    .dataset.shown = "before"
"""
THE_ANSWER_IS_SHOWN = """
() => document.querySelector("main")
    && !document.querySelector("[data-shown], .htmx-request, .htmx-settling")
    && !document.querySelector("form[data-hx-trigger^='load']")
"""
"""Also the computer's reply, which a page with scripts asks for by itself."""
NOTHING_MOVES = "() => document.getAnimations().every((it) => it.playState === 'finished')"
FOCUS = """
() => {
    const at = document.activeElement
    if (at === document.body) return "body"
    return at.id ? `#${at.id}` : at.getAttribute("value") || at.innerText.trim()
}
"""
HIDDEN_FIELD = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')


class Player:
    """A browser with cookies of its own and one open tab; more can be opened."""

    def __init__(
        self, browser: Browser, address: str, *, scripts: bool, touch: bool = False
    ) -> None:
        self.address = address
        self.scripts = scripts
        self.troubles: list[str] = []
        # What moves would be measured on its way.
        self.context = browser.new_context(
            base_url=address, reduced_motion="reduce", has_touch=touch
        )
        self.context.set_default_timeout(PATIENCE)
        self.tabs: list[CDPSession] = []
        self.page = self.open_tab()

    def open_tab(self) -> Page:
        """An empty tab, from now on the one that the player looks at."""
        self.page = self.context.new_page()
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("response", self._note)
        switch = self.context.new_cdp_session(self.page)
        self.tabs.append(switch)
        switch.send("Emulation.setScriptExecutionDisabled", {"value": not self.scripts})
        return self.page

    def _hear(self, message: ConsoleMessage) -> None:
        # The browser reports every status from 400 on, also those that the site means.
        is_about_a_status = "the server responded with a status of" in message.text
        if message.type in {"error", "warning"} and not is_about_a_status:
            self.troubles.append(message.text)

    def _note(self, response: Response) -> None:
        if response.request.resource_type in {"document", "xhr"}:
            self.answer = response

    @contextmanager
    def examining(self) -> Iterator[None]:
        """Run scripts of the test on a page that was shown without any."""
        switch = self.tabs[self.context.pages.index(self.page)]
        switch.send("Emulation.setScriptExecutionDisabled", {"value": False})
        yield
        switch.send("Emulation.setScriptExecutionDisabled", {"value": not self.scripts})

    # Before the test looks

    def begin(self, variant: str = "english", opponent: str = "friend", player: str = "B") -> None:
        """Begin a game of these choices without looking at a page."""
        form = self._fields(self.context.request.get("/new").text())
        choices = {"variant": variant, "opponent": opponent, "player": player, "level": "beginner"}
        self._send("/new", {**form, **choices})

    def bring_to(self, line: str, variant: str = "english") -> None:
        """Begin a game of two friends, play the moves of ``line`` unseen, and open it."""
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

    # What is done

    def answer_to(self, act: Callable[[], object]) -> None:
        """Do ``act`` and wait until the page shows what came of it, the computer's reply too."""
        if self.page.evaluate("typeof htmx") == "undefined":
            with self.page.expect_navigation():
                act()
            return
        self.page.evaluate(MARK_WHAT_IS_SHOWN)
        act()
        self.page.wait_for_function(THE_ANSWER_IS_SHOWN)
        self.page.wait_for_load_state()

    def press(self, target: str | Locator) -> None:
        """Press the button or follow the link, found by how its name begins, with Enter."""
        found = self.named(target).first if isinstance(target, str) else target
        self.answer_to(lambda: found.press("Enter"))

    def named(self, start: str) -> Locator:
        """The buttons and links whose names begin so."""
        name = re.compile(rf"^{re.escape(start)}\b")
        buttons = self.page.get_by_role("button", name=name)
        return buttons.or_(self.page.get_by_role("link", name=name))

    def click_twice(self, target: Locator, meanwhile: Callable[[], object]) -> None:
        """Double-click where ``target`` is, whatever is there after what is done ``meanwhile``."""
        target.hover()
        self.page.mouse.down()
        self.page.mouse.up()
        meanwhile()
        self.page.mouse.down(click_count=2)
        self.page.mouse.up(click_count=2)

    def hold_animations(self) -> None:
        """Let those of this page end; from now on all stay as they begin.

        Without scripts the style sheet has one that a look by script would start anew. It is over
        when the mouse reaches a move.
        """
        if self.scripts:
            self.page.wait_for_function(NOTHING_MOVES)
        else:
            self.page.locator(".moves button").first.hover()
        switch = self.tabs[self.context.pages.index(self.page)]
        switch.send("Animation.enable")
        switch.send("Animation.setPlaybackRate", {"playbackRate": 0})

    def press_move(self, text: str) -> None:
        """Press the button of a move in the list."""
        self.press(self.page.locator(f".moves button[value='{text}']"))

    def type_move(self, text: str) -> None:
        """Type a move and press Enter."""
        self.page.locator("#typed").fill(text)
        self.answer_to(lambda: self.page.locator("#typed").press("Enter"))

    def pick(self, square: str) -> None:
        """Pick the piece on a square of the board."""
        self.press(self.page.locator(f"table a[href$='pick={square}#board']"))

    def land(self, text: str) -> None:
        """Press the square of the board where a picked piece lands; it shows ``text``'s last."""
        self.press(self.page.locator(f"table button[value='{text}']"))

    def tab(self) -> str:
        """Press Tab; where the focus then is."""
        self.page.keyboard.press("Tab")
        return self.focus()

    # What is seen

    def record(self) -> list[str]:
        """The moves that the page says were played."""
        lines = self.page.locator(".record li").all_text_contents()
        return " ".join(lines).split()

    def offers(self) -> list[str]:
        """The moves on the buttons of the list."""
        return self._values(".moves button[name=move]")

    def landings(self) -> list[str]:
        """The moves on the buttons of the board."""
        return self._values("table button[name=move]")

    def _values(self, buttons: str) -> list[str]:
        values: list[str] = self.page.locator(buttons).evaluate_all("all => all.map(b => b.value)")
        return values

    def news(self) -> str:
        """The status heading."""
        return self.page.locator("#turn").inner_text()

    def focus(self) -> str:
        """Where the focus is: #id, else a button's value, else its words."""
        return str(self.page.evaluate(FOCUS))

    def expect_focus(self, where: str) -> None:
        """Wait until the focus is there: the browser moves it some time after loading a page."""
        give_up = time.monotonic() + PATIENCE / 1000
        while not (at := self.focus()).startswith(where):
            assert time.monotonic() < give_up, f"the focus is on {at}, not on {where}"
            self.page.wait_for_timeout(20)

    def measure(self, script: str) -> Any:
        """The value of a script of the test on the page as it is."""
        with self.examining():
            return self.page.evaluate(script)
