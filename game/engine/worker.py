"""What runs in a worker process: one search after another, for as long as the server lives.

Nothing but the rules and the engine is imported here, so a new worker costs a fork. The fork server
loads the compiled engine if its code is kept; otherwise a worker plays with the plain one and looks
for the compiled one, or makes it, behind the searches.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import resource
import signal
import threading
import time
from pathlib import Path

from game.engine import compiled
from game.engine.job import NoAnswer, Reason, SearchJob, solve
from game.engine.limits import Cancel, OutOfTime, SearchResult

ALARM_DELAY = 60.0
"""Seconds past its deadline after which a search that does not end is ended with its process. The
pool is quicker (``pool.HANG_AFTER``); this is for a worker whose server is gone, and long enough
that none which is only starved ends by it."""
MAX_MEMORY = 512 * 2**20
"""Bytes that searches may take beyond what a worker begins with."""
NICENESS = 5
"""Steps by which pages go before searches where both want a processor: pages are short, and a
search that is interrupted looks less far but is not late."""
POLL_INTERVAL = 2.0
"""Seconds between two looks whether the compiled engine is there."""

Answer = SearchResult | NoAnswer

_cancel = Cancel()
"""Stops the search under way; the pool's, once `initialise` has been called."""


def initialise(word: ctypes.c_uint64) -> None:
    """Make the process one that ends with the server, and only with it.

    ``word`` is memory shared with the pool: what it sets there cancels searches here.
    """
    global _cancel
    _cancel = Cancel(word)
    # Control-C reaches the whole terminal; when workers end is for the server to say.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    threading.Thread(target=_exit_with_server, daemon=True).start()
    _limit_memory()
    engine = compiled.loaded()
    if engine is not None:
        # The table that it began with is copied when written to: now rather than in a search.
        engine.forget()
    elif compiled.is_installed():
        threading.Thread(target=_load_when_ready, daemon=True).start()


def _exit_with_server() -> None:
    """A killed server cannot say good-bye, and the queue a worker waits at never closes."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def _limit_memory() -> None:
    """Have a search that takes far too much memory fail, instead of the machine."""
    pages = int(Path("/proc/self/statm").read_text().split()[5])
    in_use = pages * resource.getpagesize()
    _, hard_limit = resource.getrlimit(resource.RLIMIT_DATA)
    if hard_limit == resource.RLIM_INFINITY or in_use + MAX_MEMORY < hard_limit:
        resource.setrlimit(resource.RLIMIT_DATA, (in_use + MAX_MEMORY, hard_limit))


def _load_when_ready() -> None:
    """Take up the compiled engine once its code is kept; make it here if nothing can be kept."""
    while compiled.folder() is not None and not compiled.is_ready():
        time.sleep(POLL_INTERVAL)
    compiled.load()


def run_job(job: SearchJob) -> Answer:
    """Search, and return the result, or why there is none.

    An alarm without a handler ends the process if the search overruns its deadline for good: no
    code that hangs, compiled or not, can keep it from doing so.
    """
    signal.setitimer(signal.ITIMER_REAL, max(job.deadline - time.monotonic(), 0) + ALARM_DELAY)
    try:
        return solve(job, _cancel)
    except OutOfTime:
        return NoAnswer(Reason.LATE, "the deadline came before one ply was searched")
    except Exception as failure:  # noqa: BLE001
        # The edge of the process: whatever went wrong is told to the asker, who has a fallback.
        return NoAnswer(Reason.BROKEN, f"the search failed with {failure!r}")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
