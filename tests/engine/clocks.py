"""A clock that tests turn, in place of the one that the search in plain Python looks at."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest


class TurnedClock:
    """Goes on by a second whenever somebody looks at it."""

    def __init__(self) -> None:
        self.looks = 0

    def monotonic(self) -> float:
        self.looks += 1
        return float(self.looks)


def turned_clock(monkeypatch: pytest.MonkeyPatch) -> TurnedClock:
    """Such a clock, which the plain search takes for the time from now on."""
    clock = TurnedClock()
    # The package has a function of the same name as this module of it.
    plain = sys.modules["game.engine.search"]
    monkeypatch.setattr(plain, "time", SimpleNamespace(monotonic=clock.monotonic))
    return clock
