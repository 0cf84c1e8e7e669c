"""The worker pool in which the computer thinks: one per server process, local or on Dask."""

from __future__ import annotations

import logging
import threading

from django.conf import settings
from django.db import connection

from game.engine import SearchJob, SearchResult, compiled
from game.engine.pool import WorkerPool
from game.engine.remote import RemotePool, dask_pool
from game.server import fair_use
from game.server.executor import request_executor

logger = logging.getLogger("crownhead")

MAX_IDLE_CONNECTIONS = 16
"""Threads that may keep their connection to a database server while waiting for the computer."""


_pool: WorkerPool | RemotePool | None = None

_pool_lock = threading.Lock()


def stop_thinking(asker: str) -> None:
    """Stop the search for this asker, if there is one: its result is no longer wanted."""
    if _pool is not None and asker:
        _pool.stop(asker)


def warm() -> None:
    """Start the worker processes in the background, so that the first reply does not wait for them.

    If the compiled engine is missing it is compiled meanwhile, and the plain one plays.
    """
    _workers().warm()
    if settings.DASK_SCHEDULER:
        return
    if not compiled.is_installed():
        logger.warning("No compiled engine: numba is not installed. The computer looks less far.")
    elif compiled.cache_folder() is None:
        logger.warning(
            "No folder to keep the compiled engine in can be written to: "
            "every process compiles its own, and the computer looks less far until it has."
        )
    elif not compiled.is_ready():
        logger.info("The engine is being compiled; until then the computer looks less far.")
        compiled.prepare_in_background()


def answer(job: SearchJob) -> SearchResult:
    """Return the pool's result; other requests are served meanwhile.

    Raises NoAnswer if there is none by the job's deadline, TooManyRequests if too many searches are
    under way already.
    """
    with fair_use.search(job.asker):
        if settings.POSTGRESQL and request_executor().waiting_threads > MAX_IDLE_CONNECTIONS:
            # A waiting thread needs no connection, and a database server has only so many.
            connection.close()
        with request_executor().slot_released():
            return _workers().answer(job)


def _workers() -> WorkerPool | RemotePool:
    """Return the one pool of this server process."""
    global _pool
    with _pool_lock:
        if _pool is None:
            scheduler = settings.DASK_SCHEDULER
            _pool = dask_pool(scheduler) if scheduler else WorkerPool(settings.POOL_WORKERS)
        return _pool
