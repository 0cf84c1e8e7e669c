"""Ports for test servers."""

import random
import socket

PORTS = range(20_000, 32_000)
"""Below the ephemeral ports, so that a stopped server finds its port free when it restarts."""
_chance = random.SystemRandom()
"""Tests seed the default generator, so two test processes would try the same ports."""


def free_port() -> int:
    """Return a local port that is free."""
    while True:
        port = _chance.choice(PORTS)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
