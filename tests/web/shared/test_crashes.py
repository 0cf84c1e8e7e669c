"""The server and its processes die at the worst moments, and every game stays whole."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path

import pytest

from game.notation import find_move
from game.rules import VARIANTS, Game
from tests.player import RemotePlayer
from tests.running_site import RunningSite, running_site

pytestmark = pytest.mark.heavy


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with running_site(tmp_path_factory.mktemp("crashes")) as site:
        yield site


def record(player: RemotePlayer) -> list[str]:
    return [text for line in player.page.select(".record li") for text in line.get_text().split()]


def replayed(moves: list[str]) -> Game:
    game = Game(VARIANTS["english"])
    for text in moves:
        game = game.play(find_move(text, game.position, game.variant))
    return game


def children(pid: int) -> list[int]:
    """Return every process below this one, grandchildren included."""
    below = []
    # Threads and processes may end while they are looked at.
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            for child in (thread / "children").read_text().split():
                below += [int(child), *children(int(child))]
    return below


def is_thinker(pid: int) -> bool:
    """Return whether a process searches for the computer's moves: a fork of the fork server."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return "forkserver" in Path(f"/proc/{pid}/cmdline").read_text() and not children(pid)
    return False


def send(pid: int, what: signal.Signals) -> None:
    # One that was killed before may have been on its way out when it was found.
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, what)


def wait_for_thinkers(site: RunningSite) -> list[int]:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        found = [pid for pid in children(site.process.pid) if is_thinker(pid)]
        if len(found) >= (os.cpu_count() or 1):
            return found
        time.sleep(0.05)
    pytest.fail("the computer's processes did not start")


def test_a_server_killed_between_move_and_reply_continues_the_game(site: RunningSite):
    player = RemotePlayer(site.url)
    player.open()
    order = player.fields("/move") | {"move": "11-15"}
    # A browser with scripts shows the player's move first and asks for the reply after that.
    player.send("/move", order, **{"HX-Request": "true"})
    site.kill()
    site.restart()
    player.open()
    assert player.heading == "The computer’s turn: You moved 11 to 15"
    assert player.press("/reply") == 200
    assert player.heading.startswith("Your turn: The computer ")
    assert replayed(record(player)).ply == 2


@pytest.mark.parametrize("times", [2, pytest.param(40, marks=pytest.mark.slow)])
def test_a_server_killed_during_a_move_keeps_a_whole_game(
    site: RunningSite, times: int, rotation: int
):
    chance = random.Random(rotation)  # so that each run kills it at other moments
    player = RemotePlayer(site.url)
    player.open()
    for _ in range(times):
        before = record(player)
        order = player.fields("/move") | {"move": chance.choice(list(player.moves))}
        killer = threading.Timer(chance.uniform(0, 0.06), site.process.kill)
        killer.start()
        # Now and then the server dies first, as it should.
        with contextlib.suppress(OSError, HTTPException):
            player.send("/move", order)
        killer.join()
        site.kill()
        site.restart()
        player.open()
        after = record(player)
        assert after[: len(before)] == before
        assert len(after) - len(before) in (0, 1, 2)
        if player.page.find("form", action="/reply"):
            player.press("/reply")
        game = replayed(record(player))
        assert set(player.moves) == {str(move) for move in game.legal_moves}


def test_killing_a_thinking_process_loses_no_game(site: RunningSite):
    player = RemotePlayer(site.url)
    player.open()
    player.move(next(iter(player.moves)))
    for _ in range(3):
        workers = wait_for_thinkers(site)
        for pid in workers:
            send(pid, signal.SIGSTOP)  # whichever gets the question stays in mid-thought
        killer = threading.Timer(
            0.1, lambda pids=workers: [send(pid, signal.SIGKILL) for pid in pids]
        )
        killer.start()
        assert player.move(next(iter(player.moves))) == 200
        killer.join()
        assert player.heading.startswith("Your turn: The computer ")
    game = replayed(record(player))
    assert set(player.moves) == {str(move) for move in game.legal_moves}
