"""Granian with a worker that is replaced however often it dies.

Granian itself ends the whole site when a worker dies within five seconds of its start: two quick
deaths are enough, whatever the cause. This server ends only if no worker can start at all.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from granian.log import logger
from granian.server.mp import MPServer

STARTED_AFTER = 5.0
"""Seconds after which a worker counts as started."""
GIVE_UP_AFTER = 60.0
"""Seconds without any started worker after which the server ends."""
PAUSE, MAX_PAUSE = 0.25, 4.0
"""Seconds before the next worker once two have died in quick succession, doubled each time, and
their maximum."""


class ResilientServer(MPServer):
    """A server with one worker; create it as a ``Granian`` with ``respawn_failed_workers``."""

    _failing_since: float | None = None
    """When the first worker died of those that died in quick succession."""
    _pause = PAUSE
    _has_given_up = False

    def _respawn_workers(
        self,
        workers: Iterable[int],
        spawn_target: Callable[..., None],
        target_loader: Callable[..., Any],
        delay: float = 0,
    ) -> None:
        """Replace dead workers; granian's main loop calls this when one has died."""
        dead, now = list(workers), time.monotonic()
        if all(now - self.wrks[at].birth >= STARTED_AFTER for at in dead):
            self._failing_since = None
        if self._failing_since is None:
            self._failing_since, self._pause = now, PAUSE
        elif now - self._failing_since >= GIVE_UP_AFTER:
            logger.error("No worker has lived for long in a minute, so the server ends")
            # This ends granian's loop.
            self._has_given_up = self.interrupt_signal = True
            self.main_loop_interrupt.set()
        else:
            # A signal to stop ends the wait.
            self.main_loop_interrupt.wait(self._pause)
            self._pause = min(2 * self._pause, MAX_PAUSE)
        if not self.interrupt_signal:
            super()._respawn_workers(dead, spawn_target, target_loader, delay)
            # Granian would count quick deaths itself by these.
            self.respawned_wrks.clear()

    def shutdown(self, exit_code: int = 0) -> None:
        """Stop the worker; exit with an error only if no worker could be started.

        Granian reports an error too if a worker happened to die as the signal to stop arrived.
        """
        with suppress(SystemExit):
            super().shutdown(exit_code)  # type: ignore[no-untyped-call]
        if self._has_given_up:
            sys.exit(1)
