"""What players wait for while a server has far too much to do."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from statistics import median, quantiles

from game.engine.levels import LEVELS
from game.management.served import Browser, Server

Say = Callable[[str, str], None]
_HOST = b" HTTP/1.1\r\nHost: localhost\r\n"
STALLED = {
    "400 stalled bodies": (400, b"POST /move" + _HOST + b"Content-Length: 9\r\n\r\nm"),
    "400 idle connections": (400, b"GET /keys" + _HOST + b"\r\n"),
    "200 slow headers": (200, b"GET /keys" + _HOST),
}
LOOKS = 200
ASKERS = 300
LEVEL = "master"


def report(say: Say, at: Server) -> None:
    """Say every figure of a server under load."""
    calm = _looks(at)
    with ExitStack() as held:
        for number, sent in STALLED.values():
            for _ in range(number):
                connection = socket.create_connection(("127.0.0.1", at.port))
                held.enter_context(connection).sendall(sent)
        stalled = _looks(at)
    say(
        f"A page beside {', '.join(STALLED)}",
        f"median {median(stalled) / median(calm):.1f} of a calm server's "
        f"({1000 * median(stalled):.0f} ms), slowest {1000 * max(stalled):.0f} ms",
    )
    moves, pages = _askers(at)
    promised = LEVELS[LEVEL].budget_ms / 1000
    say(
        f"{ASKERS} players at once on {LEVEL.capitalize()}: a move",
        f"median {median(moves) / promised:.2f} of its time, slowest {max(moves) / promised:.2f}",
    )
    say(
        "Pages of others meanwhile",
        f"median {1000 * median(pages):.0f} ms, p90 {1000 * quantiles(pages, n=10)[-1]:.0f} ms, "
        f"slowest {1000 * max(pages):.0f} ms",
    )


def _looks(at: Server, number: int = LOOKS) -> list[float]:
    """Seconds that each of so many pages took, asked for one after the other."""
    browser, taken = Browser(at.port), []
    for _ in range(number):
        began = time.monotonic()
        browser.ask("/")
        taken.append(time.monotonic() - began)
    browser.close()
    return taken


def _askers(at: Server) -> tuple[list[float], list[float]]:
    """Seconds that each move took, all sent at once, and each page of somebody who only looks."""
    players = [Browser(at.port) for _ in range(ASKERS)]
    for player in players:
        player.ask("/new")
        token = {"csrfmiddlewaretoken": player.field("csrfmiddlewaretoken")}
        choices = {"variant": "english", "opponent": "computer", "player": "B", "level": LEVEL}
        player.ask("/new", token | choices | {"draws": "0", "rival": "beginner"})
        player.ask("/")
    taken: list[float] = []
    begins = threading.Barrier(ASKERS + 1)

    def move(player: Browser) -> None:
        sent = player.order(move=player.moves[0])
        begins.wait()
        began = time.monotonic()
        if player.ask("/move", sent) != 303:
            raise SystemExit(f"a move was refused: {player.page[:500]}")
        taken.append(time.monotonic() - began)

    threads = [threading.Thread(target=move, args=[player]) for player in players]
    for thread in threads:
        thread.start()
    begins.wait()
    pages: list[float] = []
    while any(thread.is_alive() for thread in threads):
        pages += _looks(at, 1)
        time.sleep(0.05)
    return taken, pages
