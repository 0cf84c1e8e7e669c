"""Players without scripts, who open pages, press buttons and read what is there."""

from __future__ import annotations

from http.cookiejar import CookieJar
from importlib import import_module
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from bs4 import BeautifulSoup, Tag
from django.conf import settings
from django.http import HttpResponse

from game.play.solo.actions import KEY
from tests.pseudo import MarkingClient

START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"


class Reader:
    """A reader of the open page."""

    def __init__(self) -> None:
        self.page = BeautifulSoup("", "html.parser")

    def open(self, path: str = "/", **headers: str) -> BeautifulSoup:
        """Open a page and return it."""
        raise NotImplementedError

    def send(self, path: str, sent: dict[str, Any], **headers: str) -> int:
        """POST exactly this and follow a redirect; return the first response's status."""
        raise NotImplementedError

    def press(self, action: str, *, page: BeautifulSoup | None = None, **pressed: str) -> int:
        """Submit the form for ``action`` on this (or an older) page; return the status."""
        return self.send(action, self.fields(action, page) | pressed)

    def move(self, text: str, *, page: BeautifulSoup | None = None) -> int:
        """Press a move's button or type the move, which sends the same."""
        return self.press("/move", page=page, move=text)

    def fields(self, action: str, page: BeautifulSoup | None = None) -> dict[str, str]:
        """Return what the page's form for ``action`` sends besides a button."""
        form = (page or self.page).find("form", action=action)
        assert isinstance(form, Tag), f"no form for {action} here: {self.text}"
        return {
            str(field["name"]): str(field.get("value", ""))
            for field in form.find_all("input")
            if field.get("type") not in ("checkbox", "radio") or field.has_attr("checked")
        }

    @property
    def heading(self) -> str:
        """The status heading, and after a colon the line below it: the last move."""
        last = self._text("#last").removesuffix(".")
        return f"{self._text('#turn')}: {last}" if last else self._text("#turn")

    @property
    def title(self) -> str:
        """The page's title."""
        return self._text("title")

    @property
    def notice(self) -> str:
        """The notice on the last request, if any."""
        return self._text("#notice")

    @property
    def text(self) -> str:
        """The page's whole text, with spaces collapsed."""
        return " ".join(self.page.get_text(" ").split())

    @property
    def moves(self) -> dict[str, str]:
        """The listed moves: the value and the text of each button."""
        listed = self.page.select(".moves button[name=move]")
        return {str(button["value"]): button.get_text() for button in listed}

    def square(self, name: str) -> Tag:
        """Return the cell of a square."""
        for cell in self.page.select("table td"):
            if cell.get_text().split(",")[0] == name:
                return cell
        raise AssertionError(f"no square {name} on the board")

    def _text(self, selector: str) -> str:
        found = self.page.select_one(selector)
        return " ".join(found.get_text().split()) if found else ""


class Player(Reader):
    """A player in the test's own process, who keeps cookies and follows redirects."""

    def __init__(self) -> None:
        super().__init__()
        self.client = MarkingClient(
            enforce_csrf_checks=True, headers={"Sec-Fetch-Site": "same-origin"}
        )
        self.response = HttpResponse()
        self.redirect = ""
        """The last request's redirect, as sent to the browser."""

    def open(self, path: str = "/", **headers: str) -> BeautifulSoup:
        return self._read(self.client.get(path, headers=headers or None))

    def send(self, path: str, sent: dict[str, Any], **headers: str) -> int:
        answer = self.client.post(path, sent, headers=headers or None)
        status = answer.status_code
        self.redirect = ""
        if status in (302, 303):
            self.redirect = answer.headers["Location"]
            answer = self.client.get(self.redirect)
        self._read(answer)
        return status

    @property
    def draw_watch(self) -> str:
        """The draw watch in full, from the game as text; the page stays open."""
        record = BeautifulSoup(self.client.get("/record").content, "html.parser")
        return " ".join(record.get_text(" ").split())

    def lay_out(self, **changes: Any) -> None:
        """Start a session with a game: two friends at the English start, with these changes."""
        store = import_module(settings.SESSION_ENGINE).SessionStore()
        with store.exclusive():
            store[KEY] = self.document(**changes)
        self.client.cookies[settings.SESSION_COOKIE_NAME] = store.session_key
        self.open()

    def lay_out_again(self, **changes: Any) -> None:
        """Put another game into the same session and keep the rest of it."""
        store = import_module(settings.SESSION_ENGINE).SessionStore(self.client.session.session_key)
        with store.exclusive():
            store[KEY] = self.document(**changes)
        self.open()

    @staticmethod
    def document(**changes: Any) -> dict[str, Any]:
        """Return a game as stored in sessions."""
        return {
            "schema": 1,
            "variant": "english",
            "house_rules": {},
            "start": START,
            "moves": "",
            "opponent": "friend",
            "level": "beginner",
            "player": "B",
            "bottom": "B",
            "seed": 1,
            "version": 1,
        } | changes

    @property
    def stored(self) -> dict[str, Any]:
        """The game as stored in the session."""
        return dict(self.client.session[KEY])

    def _read(self, response: Any) -> BeautifulSoup:
        self.response = response
        self.page = BeautifulSoup(response.content.decode(), "html.parser")
        return self.page


class RemotePlayer(Reader):
    """A player on a real server, over HTTP."""

    def __init__(self, site: str) -> None:
        super().__init__()
        self._site = site.rstrip("/")
        self._jar = CookieJar()
        self._browser = build_opener(HTTPCookieProcessor(self._jar))

    @property
    def cookies(self) -> dict[str, str]:
        """The header with this player's cookies, for requests made by hand."""
        return {"Cookie": "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._jar)}

    def open(self, path: str = "/", **headers: str) -> BeautifulSoup:
        self._ask(Request(self._site + path, headers=headers))
        return self.page

    def send(self, path: str, sent: dict[str, Any], **headers: str) -> int:
        """POST this and follow redirects; return the last response's status.

        Raises OSError if the server goes away before it responds.
        """
        return self._ask(Request(self._site + path, urlencode(sent).encode(), headers))

    def _ask(self, request: Request) -> int:
        try:
            with self._browser.open(request, timeout=60) as answer:
                status, text = answer.status, answer.read()
        except HTTPError as error:
            status, text = error.code, error.read()
        self.page = BeautifulSoup(text.decode(), "html.parser")
        return status
