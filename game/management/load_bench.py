"""Response times of a server under far too much load."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from statistics import median, quantiles

from game.engine.levels import LEVELS
from game.management.served import Browser, Server

Write = Callable[[str, str], None]
_HOST = b" HTTP/1.1\r\nHost: localhost\r\n"
STALLED = {
    "400 stalled bodies": (400, b"POST /move" + _HOST + b"Content-Length: 9\r\n\r\nm"),
    "400 idle connections": (400, b"GET /keys" + _HOST + b"\r\n"),
    "200 slow headers": (200, b"GET /keys" + _HOST),
}
PAGES = 200
PLAYERS = 300
LEVEL = "master"


def report(write: Write, at: Server) -> None:
    """Report the figures of a server under load."""
    idle = _page_times(at)
    with ExitStack() as held:
        for number, sent in STALLED.values():
            for _ in range(number):
                connection = socket.create_connection(("127.0.0.1", at.port))
                held.enter_context(connection).sendall(sent)
        stalled = _page_times(at)
    write(
        f"A page beside {', '.join(STALLED)}",
        f"median {median(stalled) / median(idle):.1f} times that of an idle server "
        f"({1000 * median(stalled):.0f} ms), slowest {1000 * max(stalled):.0f} ms",
    )
    moves, pages = _moves_at_once(at)
    promised = LEVELS[LEVEL].budget_ms / 1000
    write(
        f"{PLAYERS} players at once on {LEVEL.capitalize()}: a move",
        f"median {median(moves) / promised:.2f} of its time, slowest {max(moves) / promised:.2f}",
    )
    write(
        "Pages for others meanwhile",
        f"median {1000 * median(pages):.0f} ms, p90 {1000 * quantiles(pages, n=10)[-1]:.0f} ms, "
        f"slowest {1000 * max(pages):.0f} ms",
    )


def _page_times(at: Server, number: int = PAGES) -> list[float]:
    """Return the seconds that each of ``number`` pages took, one after another."""
    browser, taken = Browser(at.port), []
    for _ in range(number):
        began = time.monotonic()
        browser.request("/")
        taken.append(time.monotonic() - began)
    browser.close()
    return taken


def _moves_at_once(at: Server) -> tuple[list[float], list[float]]:
    """Return the seconds that each move took, all sent at once, and each page of someone else."""
    players = [Browser(at.port) for _ in range(PLAYERS)]
    for player in players:
        player.request("/new")
        token = {"csrfmiddlewaretoken": player.field("csrfmiddlewaretoken")}
        choices = {"variant": "english", "opponent": "computer", "player": "B", "level": LEVEL}
        player.request("/new", token | choices | {"draws": "0", "second_level": "beginner"})
        player.request("/")
    taken: list[float] = []
    start = threading.Barrier(PLAYERS + 1)

    def move(player: Browser) -> None:
        sent = player.form(move=player.moves[0])
        start.wait()
        began = time.monotonic()
        if player.request("/move", sent) != 303:
            raise SystemExit(f"a move was refused: {player.page[:500]}")
        taken.append(time.monotonic() - began)

    threads = [threading.Thread(target=move, args=[player]) for player in players]
    for thread in threads:
        thread.start()
    start.wait()
    pages: list[float] = []
    while any(thread.is_alive() for thread in threads):
        pages += _page_times(at, 1)
        time.sleep(0.05)
    return taken, pages
