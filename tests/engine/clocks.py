"""A fake clock for the search in plain Python."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest


class FakeClock:
    """Advances by a second whenever it is read."""

    def __init__(self) -> None:
        self.reads = 0

    def monotonic(self) -> float:
        self.reads += 1
        return float(self.reads)


def fake_clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    """Make the plain search read a fake clock."""
    clock = FakeClock()
    # The package has a function with the same name as this module.
    plain = sys.modules["game.engine.search"]
    monkeypatch.setattr(plain, "time", SimpleNamespace(monotonic=clock.monotonic))
    return clock
