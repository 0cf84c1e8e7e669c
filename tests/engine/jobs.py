"""Jobs for a pool's workers. They import this file too, so it imports only the engine."""

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
    """A job without time pressure: a level with a fixed depth completes it on any machine.

    A level without one searches until it is stopped.
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
    """Return a beginner's turn as a job."""
    deadline = time.monotonic() + seconds
    return UnhurriedJob(variant.key, position, (), "beginner", seed, deadline)


def endless_job(asker: str = "") -> SearchJob:
    """Return a job that a worker searches until it is stopped."""
    return replace(job(), level="master", asker=asker)
