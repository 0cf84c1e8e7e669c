"""How much of the server one person, one network and all together may take at the same time.

Counted in memory, by each server process for itself: this keeps a server answering, it is no record
of who did what. Requests from this machine itself are not counted by address: behind a proxy that
the settings do not mention, that address is everybody's.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from ipaddress import ip_network
from math import ceil

from django.conf import settings

SEARCHES_PER_SESSION = 8
"""At the same time: a reply and a hint in each of a few tabs, and those that were given up."""
SEARCHES_PER_NETWORK = 64
"""More than of a session: a school or a train has one address."""
BUSY_SECONDS = 6
"""After so long every search that is under way has ended, whatever its level."""
NEW_SESSIONS, SECONDS_PER_SESSION = 300, 2.0
"""From one network at once, and how long it takes until one more is allowed."""
MAX_NETWORKS = 10_000
"""Networks remembered; those that began a session longest ago are forgotten first."""


class TooManyRequests(Exception):
    """A request that asks for more than its share; nothing was done. Ask again in ``seconds``."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"try again in {seconds} s")
        self.seconds = seconds


_network: ContextVar[str] = ContextVar("network", default="")
_searches: Counter[str] = Counter()
_lock = threading.Lock()


@contextmanager
def requests_from(address: str) -> Iterator[None]:
    """Count what the block asks for as coming from the network of that name."""
    network = "" if _is_this_machine(address) else address
    token = _network.set(network)
    try:
        yield
    finally:
        _network.reset(token)


def _is_this_machine(address: str) -> bool:
    try:
        return ip_network(address, strict=False).is_loopback
    except ValueError:
        return not address


@contextmanager
def search(asker: str) -> Iterator[None]:
    """Hold a place for a search while the block runs; raises TooManyRequests if none is free.

    ``asker`` names whose game it is; empty where nobody's is.
    """
    network = _network.get()
    shares = {
        "": settings.SERVER_THREADS,
        **({f"asker {asker}": SEARCHES_PER_SESSION} if asker else {}),
        **({f"network {network}": SEARCHES_PER_NETWORK} if network else {}),
    }
    with _lock:
        if any(_searches[name] >= most for name, most in shares.items()):
            raise TooManyRequests(BUSY_SECONDS)
        _searches.update(shares.keys())
    try:
        yield
    finally:
        with _lock:
            _searches.subtract(shares.keys())
            for name in shares:
                if not _searches[name]:
                    del _searches[name]


class NewSessions:
    """Allows each network so many new sessions at once, and then one every so often."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._spent_until: OrderedDict[str, float] = OrderedDict()
        """By network, when it will have all of its sessions again."""
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._spent_until)

    def begin(self) -> None:
        """Count one more for the network that asks; raises TooManyRequests if it had too many."""
        network = _network.get()
        if not network:
            return
        now = self._monotonic()
        with self._lock:
            until = max(self._spent_until.get(network, now), now) + SECONDS_PER_SESSION
            excess = until - now - NEW_SESSIONS * SECONDS_PER_SESSION
            if excess > 0:
                raise TooManyRequests(max(1, ceil(excess)))
            self._spent_until[network] = until
            self._spent_until.move_to_end(network)
            if len(self._spent_until) > MAX_NETWORKS:
                self._spent_until.popitem(last=False)


new_sessions = NewSessions()
"""Those of this server process."""
