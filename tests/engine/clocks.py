"""A clock that tests turn, in place of the one that the search in plain Python looks at."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest


class FakeClock:
    """Goes on by a second whenever somebody looks at it."""

    def __init__(self) -> None:
        self.reads = 0

    def monotonic(self) -> float:
        self.reads += 1
        return float(self.reads)


def fake_clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    """Such a clock, which the plain search takes for the time from now on."""
    clock = FakeClock()
    # The package has a function of the same name as this module of it.
    plain = sys.modules["game.engine.search"]
    monkeypatch.setattr(plain, "time", SimpleNamespace(monotonic=clock.monotonic))
    return clock
