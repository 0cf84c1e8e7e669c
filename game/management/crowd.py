"""People at tables, as a server sees them: guests who join, play, wait as the page does, and watch.

Each is a thread with a connection and cookies of its own. What is asked, with which headers and how
often, is what the pages say to htmx; only the moves are chosen by lot.
"""

from __future__ import annotations

import random
import re
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape
from http.client import HTTPException
from queue import Empty, Queue

from game.management.served import Browser

MOVE, NEWS, NOTHING_NEW, PAGE = "moves", "news", "looks without news", "pages"
SECONDS_TO_SIT_DOWN = 120
GLANCE = 0.3
"""Seconds that the quickest player looks at a new board."""
HTMX = {"HX-Request": "true", "Sec-Fetch-Site": "same-origin"}
FORM = {
    "variant": "english",
    "draws": "0",
    "clock": "game",
    "minutes": "15",
    "seconds": "10",
    "days": "3",
    "opening": "usual",
    "ballot": "",
    "listed": "room",
}


@dataclass
class Tally:
    """How long everything took, by kind, and what went wrong; shared by all."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    is_counting: bool = False
    """Before everybody sits, only errors and pages count."""
    games: int = 0
    """Games that came to their end."""

    def note(self, kind: str, seconds: float) -> None:
        """Count an answer."""
        if self.is_counting or kind == PAGE:
            self.seconds.setdefault(kind, []).append(seconds)


@dataclass(frozen=True)
class Habits:
    """How people behave."""

    pace: float
    """Seconds between two moves of the same player, on average; 0 for as fast as they can."""
    until: threading.Event
    """Set when everybody shall go home."""

    def rest(self, seconds: float) -> None:
        """Do nothing for a while."""
        self.until.wait(max(seconds, 0))


class WentWrong(Exception):
    """An answer that no player should get."""


class Person(threading.Thread):
    """Somebody at a browser with scripts."""

    def __init__(self, number: int, port: int, habits: Habits, tally: Tally) -> None:
        super().__init__(name=f"Person {number + 1000}", daemon=True)
        self.habits, self.tally = habits, tally
        self.lots = random.Random(number)
        # Each from a network of their own: so many tables from one would be refused.
        address = f"10.{number // 65536}.{number // 256 % 256}.{number % 256}"
        self.browser = Browser(port, {"X-Forwarded-For": address})
        self.table = ""

    def run(self) -> None:
        """Live until told to go home; whatever goes wrong is noted, and ends it."""
        try:
            self.live()
        except (OSError, HTTPException, Empty, WentWrong) as problem:
            self.tally.errors.append(f"{self.name}: {type(problem).__name__}: {problem}")
        finally:
            self.browser.close()

    def live(self) -> None:
        """What this person does."""
        raise NotImplementedError

    def ask(
        self,
        kind: str,
        path: str,
        sent: Mapping[str, str] | None = None,
        headers: Mapping[str, str] = {},
    ) -> int:
        """The status of an answer, which is counted; WentWrong if it is an error."""
        began = time.monotonic()
        status = self.browser.ask(path, sent, headers)
        took = time.monotonic() - began
        self.tally.note(NOTHING_NEW if kind is NEWS and status == 204 else kind, took)
        if status not in (200, 204, 286, 303):
            raise WentWrong(f"{status} from {path.partition('?')[0]}: {self.notice}")
        return status

    def open(self, path: str) -> None:
        """Read a whole page."""
        self.ask(PAGE, path, headers={"Sec-Fetch-Site": "same-origin"})

    def send(self, path: str, sent: Mapping[str, str]) -> str:
        """Send a form of a page without htmx and follow where it leads; that address."""
        self.ask(PAGE, path, sent, {"Sec-Fetch-Site": "same-origin"})
        led = self.browser.redirect
        self.open(re.sub(r"^https?://[^/]*|#.*$", "", led))
        return led

    @property
    def notice(self) -> str:
        """What the page complains of."""
        found = re.search(r'id="notice"[^>]*>([^<]*)', self.browser.page)
        return found[1] if found else ""

    def look(self) -> int:
        """Ask for news as the page that is open does, after the pause that it makes."""
        found = re.search(r'data-hx-get="([^"]+)" data-hx-trigger="every (\d+)s', self.shown)
        if found is None:
            raise WentWrong(f"nothing to wait for at {self.table}")
        pause = float(found[2]) if self.habits.pace else 0
        self.habits.rest(pause)
        # What htmx has replaced would ask no more; what it has not replaced asks the same again.
        status = self.ask(NEWS, unescape(found[1]), headers=HTMX)
        self.keep_what_waits()
        return status

    def keep_what_waits(self) -> None:
        """Remember the part that asks for news: an answer may leave it out."""
        if 'id="offers"' in self.browser.page:
            self.shown = self.browser.page

    shown = ""


class Player(Person):
    """Plays games at one table, then others with the same person."""

    def __init__(
        self,
        number: int,
        port: int,
        habits: Habits,
        tally: Tally,
        meeting: Queue[str],
        *,
        opens: bool,
    ) -> None:
        super().__init__(number, port, habits, tally)
        self.meeting, self.opens = meeting, opens
        self.moved_at = 0.0
        self.is_seated = threading.Event()

    def live(self) -> None:
        """Sit down and play."""
        self.sit_down()
        self.is_seated.set()
        while not self.habits.until.is_set():
            if self.browser.moves:
                self.move()
            elif "Game over" in self.shown:
                self.play_again()
            else:
                self.look()

    def sit_down(self) -> None:
        """Open a table, or join the one that the other has opened."""
        if not self.opens:
            table = self.meeting.get(timeout=SECONDS_TO_SIT_DOWN)
            self.open("/tables/")
            token = {"csrfmiddlewaretoken": self.browser.field("csrfmiddlewaretoken")}
            self.send(f"/tables/{table}/join", token)
        else:
            self.open("/tables/new")
            # Under a name that the site gives: those of the crowd before are held for an hour.
            form = FORM | {"csrfmiddlewaretoken": self.browser.field("csrfmiddlewaretoken")}
            led = self.send("/tables/new", form | {"name": "", "player": "B"})
            table = re.sub(r".*made=|[#&].*", "", led)
            self.meeting.put(table)
            self.open(f"/tables/{table}")
        self.table = f"/tables/{table}"
        self.keep_what_waits()

    def move(self) -> None:
        """Think, and play one of the legal moves."""
        if self.habits.pace:
            due = self.moved_at + self.habits.pace * self.lots.uniform(2 / 3, 4 / 3)
            self.habits.rest(max(due - time.monotonic(), GLANCE))
        self.moved_at = time.monotonic()
        order = self.browser.order(move=self.lots.choice(self.browser.moves))
        self.ask(MOVE, f"{self.table}/move", order, HTMX | {"HX-Target": "game"})
        self.keep_what_waits()
        if self.notice:
            raise WentWrong(f"a legal move was refused: {self.notice}")
        self.tally.games += "Game over" in self.browser.page

    def play_again(self) -> None:
        """Ask for another game, and go there when the other wants it too."""
        order = self.browser.order()
        self.ask(PAGE, f"{self.table}/rematch", order, HTMX)
        self.keep_what_waits()
        following = self.browser.redirect
        while not following and not self.habits.until.is_set():
            if found := re.search(r'id="next" href="([^"]+)"', self.shown):
                following = found[1]
            else:
                self.look()
        if following:
            self.open(re.sub(r"^https?://[^/]*|#.*$", "", following))
            self.table = following.partition("?")[0].partition("#")[0]
            self.keep_what_waits()


class Spectator(Person):
    """Watches one table after the other."""

    def __init__(
        self, number: int, port: int, habits: Habits, tally: Tally, players: list[Player]
    ) -> None:
        super().__init__(number, port, habits, tally)
        self.players = players

    def live(self) -> None:
        """Watch a game to its end, then another."""
        while not self.habits.until.is_set():
            self.table = self.lots.choice(self.players).table
            self.open(self.table)
            self.keep_what_waits()
            while "Game over" not in self.shown and not self.habits.until.is_set():
                self.look()
