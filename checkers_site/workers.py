"""Granian, but its worker is replaced however often it dies.

Granian by itself ends the whole site when a worker dies within five seconds of its start: two quick
deaths are enough, whatever killed it. What is ended here is only a site whose worker cannot start.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

from granian.log import logger
from granian.server.mp import MPServer

LIVES_FOR = 5.0
"""Seconds after which a worker is taken to have started well."""
GIVE_UP_AFTER = 60.0
"""Seconds in which not one worker has started well: another would not either."""
PAUSE, MAX_PAUSE = 0.25, 4.0
"""Seconds before the next worker once two have died one right after the other; twice as long
before each one after it."""


class LastingGranian(MPServer):
    """A server with one worker, to be made as any ``Granian`` with ``respawn_failed_workers``."""

    _troubled_since: float | None = None
    """When the first died of the workers that have died one right after the other."""
    _pause = PAUSE

    def _respawn_workers(
        self,
        workers: Iterable[int],
        spawn_target: Callable[..., None],
        target_loader: Callable[..., Any],
        delay: float = 0,
    ) -> None:
        """Start others in the place of dead ones; called by granian's loop when one has died."""
        dead, now = list(workers), time.monotonic()
        if all(now - self.wrks[at].birth >= LIVES_FOR for at in dead):
            self._troubled_since = None
        if self._troubled_since is None:
            self._troubled_since, self._pause = now, PAUSE
        elif now - self._troubled_since >= GIVE_UP_AFTER:
            logger.error("No worker has lived for long in a minute, so the server ends")
            # Granian's loop ends, and because of these the server with an error.
            self.interrupt_children.extend(dead)
            self.interrupt_signal = True
            self.main_loop_interrupt.set()
        else:
            # Woken by whatever tells the server to stop.
            self.main_loop_interrupt.wait(self._pause)
            self._pause = min(2 * self._pause, MAX_PAUSE)
        if not self.interrupt_signal:
            super()._respawn_workers(dead, spawn_target, target_loader, delay)
            # By these granian would count the quick deaths itself.
            self.respawned_wrks.clear()
