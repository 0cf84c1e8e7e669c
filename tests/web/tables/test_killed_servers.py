"""The server and all its processes die while people play at tables, and no game loses a move.

Players use HTTP, as browsers without scripts do. Every move whose answer they were shown must still
be there when the server is back."""

from __future__ import annotations

import contextlib
import random
import signal
import threading
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path

import pytest

from game.notation import find_move, format_move
from game.rules import VARIANTS, Game
from tests.player import RemotePlayer
from tests.running_site import RunningSite, running_site
from tests.web.shared.test_crashes import children, send
from tests.web.visits import open_table

MINUTES = 15
ENOUGH = 60

pytestmark = [pytest.mark.heavy, pytest.mark.rotates(2)]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[RunningSite]:
    with running_site(tmp_path) as site:
        yield site


class Pair:
    """Two people at one table, and the moves they have been shown as played."""

    def __init__(self, site: RunningSite, number: int) -> None:
        self.players = [RemotePlayer(site.url) for _ in range(2)]
        self.line = scripted(number)
        self.shown: list[str] = []
        self.is_over = False
        black, white = self.players
        chosen = {"minutes": str(MINUTES), "seconds": "0"}
        assert open_table(black, f"Ann {number}", **chosen) == 200
        action = str(black.page.select_one("form[action$='/close']")["action"])  # type: ignore[index]
        self.table = action.removesuffix("/close")
        white.open(self.table)
        assert white.press(f"{self.table}/join") == 200

    def play_until(self, gone: threading.Event, moved: threading.Event) -> None:
        """Play move after move until the server is gone or the game is over."""
        # An order that the server did not live to answer may have been carried out or not.
        with contextlib.suppress(OSError, HTTPException):
            while not gone.is_set() and not self.is_over:
                self.play_a_move()
                moved.set()

    def play_a_move(self) -> None:
        """Play the next move, with the button of the player to move."""
        player = self.players[len(self.shown) % 2]
        player.open(self.table)
        self.check(player)
        if self.is_over:
            return
        move = self.line[len(self.shown)]
        assert player.press(f"{self.table}/move", move=move) == 200
        assert len(record(player)) == len(self.shown) + 1
        self.shown = record(player)

    def check(self, player: RemotePlayer) -> None:
        """Check that the page shows a whole game with every move shown, and at most one more."""
        played = record(player)
        assert played[: len(self.shown)] == self.shown
        assert len(played) - len(self.shown) in (0, 1)
        self.shown = played
        game = replayed(played)
        self.is_over = player.heading.startswith(("You won", "You lost", "Draw"))
        assert self.is_over == (game.outcome is not None), player.heading
        if player is self.players[len(played) % 2]:
            assert set(player.moves) == {str(move) for move in game.legal_moves}
        for left in clocks(player):
            assert 0 < left <= MINUTES * 60

    def check_both(self) -> None:
        """Check that both see the same game."""
        for player in self.players:
            player.open(self.table)
            self.check(player)

    def check_record(self) -> None:
        """Check that the game as text has every move, and a time for each."""
        player = self.players[0]
        player.open(f"{self.table}/game.pdn")
        assert str(player.page).count("[%clock") == len(self.shown) == len(self.line)


def scripted(number: int) -> list[str]:
    """Return a whole game of random moves."""
    lots, game = random.Random(number), Game(VARIANTS["english"])
    while game.outcome is None:
        game = game.play(lots.choice(game.legal_moves))
    return [format_move(move, game.variant) for move in game.moves]


def record(player: RemotePlayer) -> list[str]:
    return [text for line in player.page.select(".record li") for text in line.get_text().split()]


def clocks(player: RemotePlayer) -> list[int]:
    """Return what each side has left, in seconds."""
    found = [span.get_text() for span in player.page.select(".clocks span")]
    assert len(found) == 2, player.text
    return [60 * int(minutes) + int(seconds) for minutes, seconds in (t.split(":") for t in found)]


def replayed(moves: list[str]) -> Game:
    game = Game(VARIANTS["english"])
    for text in moves:
        game = game.play(find_move(text, game.position, game.variant))
    return game


def kill_everything(site: RunningSite) -> None:
    """Send signal 9 to the server and all its processes.

    The parent comes first: otherwise it would replace a dead worker, and the new one would begin to
    answer just before it notices that its parent is gone.
    """
    for pid in [site.process.pid, *children(site.process.pid)]:
        send(pid, signal.SIGKILL)
    site.kill()


def play_and_kill(site: RunningSite, pairs: list[Pair], after: float) -> None:
    """Play at all tables at once; kill the server this many seconds after a move was answered."""
    gone, moved = threading.Event(), threading.Event()
    threads = [threading.Thread(target=pair.play_until, args=(gone, moved)) for pair in pairs]
    for thread in threads:
        thread.start()
    assert moved.wait(ENOUGH)
    gone.wait(after)
    kill_everything(site)
    gone.set()
    for thread in threads:
        thread.join(ENOUGH)
        assert not thread.is_alive()


def games_outlive(site: RunningSite, numbers: list[int], tables: int, kills: int) -> None:
    """Play these scripted games, ``tables`` at a time, while the server is killed."""
    lots = random.Random(tables)
    waiting = iter(numbers)
    pairs = [Pair(site, next(waiting)) for _ in range(tables)]
    for _ in range(kills):
        play_and_kill(site, pairs, lots.uniform(0, 0.3))
        site.restart()
        for pair in pairs:
            pair.check_both()
        pairs = [Pair(site, next(waiting)) if pair.is_over else pair for pair in pairs]
    for pair in pairs:
        while not pair.is_over:
            pair.play_a_move()
        pair.check_both()
        pair.check_record()


@pytest.mark.timeout(600)  # a server starts four times, beside whatever else runs
def test_table_games_survive_a_killed_server_and_finish(site: RunningSite):
    # By these lots games end after thirty moves.
    games_outlive(site, [1988, 1805, 1873, 283, 615, 715, 86, 547], tables=2, kills=3)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_many_games_survive_a_server_killed_many_times(site: RunningSite):
    games_outlive(site, list(range(200)), tables=6, kills=25)
