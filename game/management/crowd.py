"""People at tables as a server sees them: guests who join, play, poll for news, and watch.

Each is a thread with its own connection and cookies. The requests, their headers and how often they
are sent are what the pages tell htmx; only the moves are random.
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

MOVE, NEWS, NOTHING_NEW, PAGE = "moves", "news", "polls without news", "pages"
SECONDS_TO_JOIN = 120
MIN_THINKING = 0.3
"""The fewest seconds that a player with a pace takes for a move."""
IS_OVER = '<div id="game" class='
"""Part of a page whose game is over: the reason."""
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
    """The response times by kind, and what went wrong; shared by all people."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    is_counting: bool = False
    """Until everyone has a seat, only errors and pages count."""
    games: int = 0
    """Games that were finished."""

    def record(self, kind: str, seconds: float) -> None:
        """Record the time of a response."""
        if self.is_counting or kind == PAGE:
            self.seconds.setdefault(kind, []).append(seconds)


@dataclass(frozen=True)
class Habits:
    """How people behave."""

    pace: float
    """Average seconds between two moves of the same player; 0 for as fast as possible."""
    stop: threading.Event
    """Set when everyone should stop."""

    def wait(self, seconds: float) -> None:
        """Wait, but not past the stop."""
        self.stop.wait(max(seconds, 0))


class UnexpectedResponse(Exception):
    """A response that no player should get."""


class Person(threading.Thread):
    """A person with a browser that runs scripts."""

    def __init__(self, number: int, port: int, habits: Habits, tally: Tally) -> None:
        super().__init__(name=f"Person {number + 1000}", daemon=True)
        self.habits, self.tally = habits, tally
        self.random = random.Random(number)
        # Each has their own network, since so many tables from one would be refused.
        address = f"10.{number // 65536}.{number // 256 % 256}.{number % 256}"
        self.browser = Browser(port, {"X-Forwarded-For": address})
        self.table = ""

    def run(self) -> None:
        """Act until stopped; an error is recorded and ends the thread."""
        try:
            self.act()
        except (OSError, HTTPException, Empty, UnexpectedResponse) as problem:
            self.tally.errors.append(f"{self.name}: {type(problem).__name__}: {problem}")
        finally:
            self.browser.close()

    def act(self) -> None:
        """Do what this person does."""
        raise NotImplementedError

    def request(
        self,
        kind: str,
        path: str,
        sent: Mapping[str, str] | None = None,
        headers: Mapping[str, str] = {},
    ) -> int:
        """Return the status of a response and record its time; UnexpectedResponse for an error."""
        began = time.monotonic()
        status = self.browser.request(path, sent, headers)
        took = time.monotonic() - began
        self.tally.record(NOTHING_NEW if kind is NEWS and status == 204 else kind, took)
        if status not in (200, 204, 286, 303):
            raise UnexpectedResponse(f"{status} from {path.partition('?')[0]}: {self.notice}")
        return status

    def open(self, path: str) -> None:
        """Load a whole page."""
        self.request(PAGE, path, headers={"Sec-Fetch-Site": "same-origin"})

    def send(self, path: str, sent: Mapping[str, str]) -> str:
        """Send a form without htmx and follow the redirect; return its address."""
        self.request(PAGE, path, sent, {"Sec-Fetch-Site": "same-origin"})
        address = self.browser.redirect
        self.open(re.sub(r"^https?://[^/]*|#.*$", "", address))
        return address

    @property
    def notice(self) -> str:
        """The notice on the page, if any."""
        found = re.search(r'id="notice"[^>]*>([^<]*)', self.browser.page)
        return found[1] if found else ""

    def poll(self) -> int:
        """Poll for news as the open page does, after its pause."""
        found = re.search(r'data-hx-get="([^"]+)" data-hx-trigger="every (\d+)s', self.polling)
        if found is None:
            raise UnexpectedResponse(f"nothing to poll at {self.table}")
        pause = float(found[2]) if self.habits.pace else 0
        self.habits.wait(pause)
        # An element that htmx has replaced no longer polls; one that it has not polls again.
        status = self.request(NEWS, unescape(found[1]), headers=HTMX)
        self.keep_polling_part()
        return status

    def keep_polling_part(self) -> None:
        """Keep the part that polls, since a response may leave it out."""
        if 'id="offers"' in self.browser.page:
            self.polling = self.browser.page

    polling = ""


class Player(Person):
    """Plays a game at a table, then rematches."""

    def __init__(
        self,
        number: int,
        port: int,
        habits: Habits,
        tally: Tally,
        table_queue: Queue[str],
        *,
        is_host: bool,
    ) -> None:
        super().__init__(number, port, habits, tally)
        self.table_queue, self.is_host = table_queue, is_host
        self.moved_at = 0.0
        self.is_seated = threading.Event()

    def act(self) -> None:
        """Take a seat and play."""
        self.take_seat()
        self.is_seated.set()
        while not self.habits.stop.is_set():
            if self.browser.moves:
                self.move()
            elif IS_OVER in self.polling:
                self.rematch()
            else:
                self.poll()

    def take_seat(self) -> None:
        """Create a table, or join the one that the opponent has created."""
        if not self.is_host:
            table = self.table_queue.get(timeout=SECONDS_TO_JOIN)
            self.open("/tables/")
            token = {"csrfmiddlewaretoken": self.browser.field("csrfmiddlewaretoken")}
            self.send(f"/tables/{table}/join", token)
        else:
            self.open("/tables/new")
            # The site picks a name: those of an earlier crowd stay reserved for an hour.
            form = FORM | {"csrfmiddlewaretoken": self.browser.field("csrfmiddlewaretoken")}
            address = self.send("/tables/new", form | {"name": "", "player": "B"})
            table = re.sub(r".*made=|[#&].*", "", address)
            self.table_queue.put(table)
            self.open(f"/tables/{table}")
        self.table = f"/tables/{table}"
        self.keep_polling_part()

    def move(self) -> None:
        """Think, and play a legal move."""
        if self.habits.pace:
            due = self.moved_at + self.habits.pace * self.random.uniform(2 / 3, 4 / 3)
            self.habits.wait(max(due - time.monotonic(), MIN_THINKING))
        self.moved_at = time.monotonic()
        form = self.browser.form(move=self.random.choice(self.browser.moves))
        self.request(MOVE, f"{self.table}/move", form, HTMX | {"HX-Target": "game"})
        self.keep_polling_part()
        if self.notice:
            raise UnexpectedResponse(f"a legal move was refused: {self.notice}")
        self.tally.games += IS_OVER in self.browser.page

    def rematch(self) -> None:
        """Ask for a rematch, and go to its table once the opponent has asked too."""
        self.request(PAGE, f"{self.table}/rematch", self.browser.form(), HTMX)
        self.keep_polling_part()
        address = self.browser.redirect
        while not address and not self.habits.stop.is_set():
            if found := re.search(r'id="next" href="([^"]+)"', self.polling):
                address = found[1]
            else:
                self.poll()
        if address:
            self.open(re.sub(r"^https?://[^/]*|#.*$", "", address))
            self.table = address.partition("?")[0].partition("#")[0]
            self.keep_polling_part()


class Spectator(Person):
    """Watches one table after another."""

    def __init__(
        self, number: int, port: int, habits: Habits, tally: Tally, players: list[Player]
    ) -> None:
        super().__init__(number, port, habits, tally)
        self.players = players

    def act(self) -> None:
        """Watch a game to its end, then another."""
        while not self.habits.stop.is_set():
            self.table = self.random.choice(self.players).table
            self.open(self.table)
            self.keep_polling_part()
            while IS_OVER not in self.polling and not self.habits.stop.is_set():
                self.poll()
