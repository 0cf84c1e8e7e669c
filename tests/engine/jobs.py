"""Jobs for a pool's workers. They import this file too, so it asks for nothing but the engine."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from game.engine import SearchJob
from game.rules import VARIANTS, Position, Variant

ENGLISH = VARIANTS["english"]
FAR_OFF = 600.0
"""Seconds until a deadline that no test reaches."""


@dataclass(frozen=True)
class UnhurriedJob(SearchJob):
    """One that may take any time: a level that looks to a fixed depth gets there on any machine.

    A level without such a depth thinks until it is stopped.
    """

    @property
    def think_seconds(self) -> float:
        return FAR_OFF


def job(
    position: Position = ENGLISH.start,
    variant: Variant = ENGLISH,
    seed: int = 1,
    seconds: float = FAR_OFF,
) -> SearchJob:
    """A beginner's turn."""
    deadline = time.monotonic() + seconds
    return UnhurriedJob(variant.key, position, (), "beginner", seed, deadline)


def endless_job(asker: str = "") -> SearchJob:
    """One over which a worker thinks until it is stopped."""
    return replace(job(), level="master", asker=asker)
