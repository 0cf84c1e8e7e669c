"""What a program waits for that talks to the engine in HUB: a pong, and a move in its time."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator

from game.notation.hub import format_hub_position, parse_hub_line
from game.programs.session import HubSession
from game.rules import VARIANTS

Say = Callable[[str, str], None]
PINGS, MOVES = 50, 5
MOVE_SECONDS = 0.4
PATIENCE = 60.0
"""Seconds after which a session that says nothing is given up: queue.Empty ends the report."""


def report(say: Say) -> None:
    """Say every figure of a session that begins at the start of English checkers."""
    said: queue.Queue[tuple[str, float]] = queue.Queue()
    session = HubSession(lambda line: said.put((parse_hub_line(line).command, time.monotonic())))
    session.serve(_lines(said, say))


def _lines(said: queue.Queue[tuple[str, float]], say: Say) -> Iterator[str]:
    """What the other program sends; each figure is said as soon as it is known."""
    english = VARIANTS["english"]
    yield from ("init", f"pos pos={format_hub_position(english.start, english)}")
    _moment_of("ready", said)

    taken = []
    yield from ("level infinite", "go analyze")
    for _ in range(PINGS):
        began = time.monotonic()
        yield "ping"
        taken.append(_moment_of("pong", said) - began)
    yield "stop"
    _moment_of("done", said)
    say("HUB: a ping while it thinks is answered, slowest", f"{1000 * max(taken):.1f} ms")

    shares = []
    yield f"level move-time={MOVE_SECONDS}"
    for _ in range(MOVES):
        began = time.monotonic()
        yield "go think"
        shares.append((_moment_of("done", said) - began) / MOVE_SECONDS)
    say("HUB: a move takes of the time that it is given", f"at most {max(shares):.2f}")


def _moment_of(command: str, said: queue.Queue[tuple[str, float]]) -> float:
    """When the session said that, which it may do only now."""
    while True:
        heard, moment = said.get(timeout=PATIENCE)
        if heard == command:
            return moment
