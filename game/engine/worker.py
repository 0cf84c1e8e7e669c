"""A worker process: answers one job after another until nobody is left to ask.

Nothing but the rules and the engine is imported here, so a new worker costs a fork.
"""

from __future__ import annotations

import contextlib
import signal
from multiprocessing.connection import Connection

from game.engine.job import NoAnswer, Reason, SearchJob, solve
from game.engine.limits import OutOfTime, SearchResult

READY = "ready"
"""A new worker's first word."""


def serve(connection: Connection) -> None:
    """Answer every job sent over ``connection`` with a SearchResult or a NoAnswer.

    Returns when the other end is closed, so that no worker outlives the server, even a killed one.
    """
    # Control-C reaches the whole terminal; when workers end is for the server to say.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError, OSError):
        connection.send(READY)
        while True:
            connection.send(_answer(connection.recv()))


def _answer(job: SearchJob) -> SearchResult | NoAnswer:
    try:
        return solve(job)
    except OutOfTime:
        return NoAnswer(Reason.LATE, "the deadline came before one ply was searched")
    except Exception as failure:  # noqa: BLE001
        # The edge of the process: whatever went wrong is told to the asker, who has a fallback.
        return NoAnswer(Reason.BROKEN, f"the search failed with {failure!r}")
