"""The code of a worker process: one search after another for as long as the server lives.

Imports only the rules and the engine, so a new worker costs a fork. The fork server loads the
compiled engine if it is ready; otherwise a worker plays with the plain one while a background
thread waits for the compiled one, or compiles it.
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
from game.engine.job import NoAnswer, Reason, SearchJob, answer_job
from game.engine.limits import Cancel, OutOfTime, SearchResult

ALARM_DELAY = 60.0
"""Seconds past its deadline after which a search that does not end is killed with its process.

The pool is quicker (``pool.HANG_TIMEOUT``); this is for workers whose server is gone, and long
enough to spare those that are merely starved."""
MAX_MEMORY = 512 * 2**20
"""Bytes that searches may use beyond what a worker starts with."""
NICENESS = 5
"""Added to the niceness: pages have priority over searches because they are short, and an
interrupted search is less deep but not late."""
POLL_INTERVAL = 2.0
"""Seconds between checks for the compiled engine."""

Answer = SearchResult | NoAnswer

_cancel = Cancel()
"""Stops the current search; the pool's, once `initialise` has been called."""


def initialise(word: ctypes.c_uint64) -> None:
    """Initialise a worker process, which ends with the server and only with it.

    ``word`` is memory shared with the pool, which cancels searches here through it.
    """
    global _cancel
    _cancel = Cancel(word)
    # Control-C goes to every process of the terminal; the server decides when workers end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    threading.Thread(target=_exit_with_server, daemon=True).start()
    _limit_memory()
    engine = compiled.loaded()
    if engine is not None:
        # The shared table is copied on its first write: better now than during a search.
        engine.forget()
    elif compiled.is_installed():
        threading.Thread(target=_load_when_ready, daemon=True).start()


def _exit_with_server() -> None:
    """Exit with the server: a killed one closes no queue that a worker waits on."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def _limit_memory() -> None:
    """Make a search that uses far too much memory fail, rather than the machine."""
    pages = int(Path("/proc/self/statm").read_text().split()[5])
    in_use = pages * resource.getpagesize()
    _, hard_limit = resource.getrlimit(resource.RLIMIT_DATA)
    if hard_limit == resource.RLIM_INFINITY or in_use + MAX_MEMORY < hard_limit:
        resource.setrlimit(resource.RLIMIT_DATA, (in_use + MAX_MEMORY, hard_limit))


def _load_when_ready() -> None:
    """Load the compiled engine once it is ready; compile it here if there is no cache folder."""
    while compiled.cache_folder() is not None and not compiled.is_ready():
        time.sleep(POLL_INTERVAL)
    compiled.load()


def run_job(job: SearchJob) -> Answer:
    """Run a job and return its result, or why there is none.

    An alarm without a handler kills the process if the search overruns its deadline by far: nothing
    that hangs, compiled or not, can prevent that.
    """
    signal.setitimer(signal.ITIMER_REAL, max(job.deadline - time.monotonic(), 0) + ALARM_DELAY)
    try:
        return answer_job(job, _cancel)
    except OutOfTime:
        return NoAnswer(Reason.LATE, "the deadline came before depth 1 was complete")
    except Exception as failure:  # noqa: BLE001
        # The boundary of the process: the caller gets the reason and has a fallback.
        return NoAnswer(Reason.BROKEN, f"the search failed with {failure!r}")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
