"""Response times of the engine as a HUB program: pongs, and moves within their time."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator

from game.notation.hub import format_hub_position, parse_hub_line
from game.programs.session import HubSession
from game.rules import VARIANTS

Write = Callable[[str, str], None]
PINGS, MOVES = 50, 5
MOVE_SECONDS = 0.4
PATIENCE = 60.0
"""Seconds to wait for a line; then queue.Empty ends the report."""


def report(write: Write) -> None:
    """Report the figures of a session at the start of English checkers."""
    received: queue.Queue[tuple[str, float]] = queue.Queue()
    session = HubSession(
        lambda line: received.put((parse_hub_line(line).command, time.monotonic()))
    )
    session.serve(_lines(received, write))


def _lines(received: queue.Queue[tuple[str, float]], write: Write) -> Iterator[str]:
    """Yield the lines that another program would send; report each figure once it is known."""
    english = VARIANTS["english"]
    yield from ("init", f"pos pos={format_hub_position(english.start, english)}")
    _moment_of("ready", received)

    taken = []
    yield from ("level infinite", "go analyze")
    for _ in range(PINGS):
        began = time.monotonic()
        yield "ping"
        taken.append(_moment_of("pong", received) - began)
    yield "stop"
    _moment_of("done", received)
    write("HUB: slowest pong while thinking", f"{1000 * max(taken):.1f} ms")

    shares = []
    yield f"level move-time={MOVE_SECONDS}"
    for _ in range(MOVES):
        began = time.monotonic()
        yield "go think"
        shares.append((_moment_of("done", received) - began) / MOVE_SECONDS)
    write("HUB: share of its time that a move takes", f"at most {max(shares):.2f}")


def _moment_of(command: str, received: queue.Queue[tuple[str, float]]) -> float:
    """Wait for a line with that command and return when it came."""
    while True:
        line_command, moment = received.get(timeout=PATIENCE)
        if line_command == command:
            return moment
