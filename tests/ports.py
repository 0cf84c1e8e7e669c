"""Ports for servers of the tests."""

import random
import socket

OURS = range(20_000, 32_000)
"""Below those that systems hand out to whoever asks for any: a server that was stopped finds its
port free when it starts again."""
_chance = random.SystemRandom()
"""Tests set the seed of the usual one, and two processes of them would try the same ports."""


def free_port() -> int:
    """A port of this machine that nobody listens at."""
    while True:
        port = _chance.choice(OURS)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
