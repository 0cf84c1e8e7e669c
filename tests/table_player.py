"""Two players at one table, each in their own browser, and a clock set by tests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import Any

from django.conf import settings

from game.models import Guest
from game.play.tables import lobby
from game.play.tables.game import TableGame
from game.play.tables.guests import enter_lobby
from game.play.tables.options import Options
from game.rules import VARIANTS, Side
from tests.player import Player


class Clock:
    """The site's clock, set by the test."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC)

    def __call__(self) -> datetime:
        return self.now

    def go_on(self, seconds: float) -> None:
        """Let time pass."""
        self.now += timedelta(seconds=seconds)


class TablePlayer(Player):
    """A player or spectator at a table."""

    table = ""
    """The table's path."""

    def enter(self, name: str, now: datetime) -> Guest:
        """Enter the lobby under this name."""
        store = import_module(settings.SESSION_ENGINE).SessionStore()
        guest = enter_lobby(store, now, name)
        self.client.cookies[settings.SESSION_COOKIE_NAME] = store.session_key
        return guest

    def look(self, query: str = "") -> None:
        """Open the table's page."""
        self.open(self.table + query)

    def move(self, text: str, *, page: Any = None) -> int:
        """Press a move's button or type the move."""
        return self.press(f"{self.table}/move", page=page, move=text)

    def order(self, order: str, *, page: Any = None) -> int:
        """Press the button of another action."""
        return self.press(f"{self.table}/{order}", page=page)

    def offers(self, order: str) -> bool:
        """Return whether the page has that button."""
        return self.page.find("form", action=f"{self.table}/{order}") is not None

    @property
    def said(self) -> str:
        """The announcement of the latest fragment."""
        return self._text("#said")


def sit_down(black: TablePlayer, white: TablePlayer, clock: Clock, **chosen: Any) -> TableGame:
    """Seat Ann as Black and Bob as White; the game has begun and neither has opened it."""
    options = Options(**({"variant": VARIANTS["english"], "side": Side.BLACK} | chosen))
    ann, bob = black.enter("Ann", clock.now), white.enter("Bob", clock.now)
    made = lobby.create(ann, "192.0.2.1", options, clock.now)
    secret = "" if options.is_listed else lobby.invitation_secret(made.id)
    at = lobby.join(made.id, bob, "192.0.2.2", clock.now, secret)
    black.table = white.table = f"/tables/{at.id}"
    return at


def begin(
    ann: TablePlayer, bob: TablePlayer, clock: Clock, line: str = "", **chosen: Any
) -> TableGame:
    """Start a game, play the moves of ``line``, and open both players' pages."""
    at = sit_down(ann, bob, clock, **chosen)
    for number, text in enumerate(line.split()):
        player = (ann, bob)[number % 2]
        player.look()
        assert player.move(text) == 303
    ann.look()
    bob.look()
    return at
