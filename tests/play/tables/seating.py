"""Guests and tables for tests of tables; time is the number of seconds since the tests began."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from game.models import Guest, Player
from game.play.active_game import BoardReference
from game.play.tables import lobby, moves
from game.play.tables.game import TableGame
from game.play.tables.options import Options
from game.rules import VARIANTS, Side

ENGLISH = VARIANTS["english"]
_numbers = count(1)


def at_second(seconds: float) -> datetime:
    """Return the time this many seconds after the tests' first instant."""
    return datetime(2027, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)


def guest(name: str = "") -> Guest:
    """Return a new guest in the lobby."""
    number = next(_numbers)
    player = Player.objects.create(id=f"player{number}", session_key=f"session{number}")
    name = name or f"Guest {number}"
    return Guest.objects.create(player=player, name=name, likeness=name, seen_at=at_second(0))


def options(**chosen: Any) -> Options:
    """Return options for English checkers with the maker as Black, changed as given."""
    return Options(**({"variant": ENGLISH, "side": Side.BLACK} | chosen))


def seated(now: float = 0, **chosen: Any) -> tuple[TableGame, str, str]:
    """Return a table whose game has begun, and its Black and White players, from two networks."""
    black, white = guest(), guest()
    made = lobby.create(black, black.name, options(**chosen), at_second(now))
    at = lobby.join(made.id, white, white.name, at_second(now))
    return at, black.player_id, white.player_id


def seen(at: TableGame) -> BoardReference:
    """Return the board reference of this table as it was loaded."""
    return BoardReference(at.ply, at.version)


def play(at: TableGame, texts: str, start: float = 0, each: float = 1) -> TableGame:
    """Return the table after moves of both players, ``each`` seconds apart."""
    for number, text in enumerate(texts.split(), 1):
        player = at.seats[at.to_move].player_id or ""
        at = moves.play_move(at.id, player, seen(at), text, at_second(start + number * each))
    return at
