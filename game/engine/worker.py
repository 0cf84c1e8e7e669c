"""What runs in a worker process: one search after another, for as long as the server lives.

Nothing but the rules and the engine is imported here, so a new worker costs a fork.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time

from game.engine.job import NoAnswer, Reason, SearchJob, solve
from game.engine.limits import OutOfTime, SearchResult

HANG_AFTER = 0.5
"""Seconds past its deadline after which a search that does not end is ended with its process."""

Answer = SearchResult | NoAnswer


def begin() -> None:
    """Make the process one that ends with the server, and only with it."""
    # Control-C reaches the whole terminal; when workers end is for the server to say.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    """A killed server cannot say good-bye, and the queue a worker waits at never closes."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def think(job: SearchJob) -> Answer:
    """Search, and return the result, or why there is none.

    An alarm without a handler ends the process if the search overruns its deadline for good: no
    code that hangs, compiled or not, can keep it from doing so.
    """
    signal.setitimer(signal.ITIMER_REAL, max(job.deadline - time.monotonic(), 0) + HANG_AFTER)
    try:
        return solve(job)
    except OutOfTime:
        return NoAnswer(Reason.LATE, "the deadline came before one ply was searched")
    except Exception as failure:  # noqa: BLE001
        # The edge of the process: whatever went wrong is told to the asker, who has a fallback.
        return NoAnswer(Reason.BROKEN, f"the search failed with {failure!r}")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
