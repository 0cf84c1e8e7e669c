"""Which of many combinations a run covers: the next one for each case after every commit.

A case that is to be seen in twenty ways is seen in one of them in each run, and in all of them
after twenty. The number is printed at the top of a run; `--rotation=N` repeats it.

A test marked `rotates` runs some of its cases: of `rotates(2)` every second one, the others after
the next commit; a test without cases runs after every second commit. The mark of a module holds for
its tests without one. Those left out count as slow, so that `make test-slow` runs them.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar
from zlib import crc32

import pytest

Choice = TypeVar("Choice")


def commits_so_far() -> int:
    """Return how many commits led to this one; 0 where there is no repository."""
    try:
        counted = subprocess.run(
            ["git", "rev-list", "--count", "HEAD"],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return 0
    return int(counted.stdout)


def mark_cases_left_for_later(items: Iterable[pytest.Item], rotation: int) -> None:
    """Mark as slow what tests marked ``rotates`` leave out of a run with this number."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("rotates") and not item.get_closest_marker("slow"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for test, each in cases.items():
        marker = each[0].get_closest_marker("rotates")
        assert marker
        in_order = sorted(each, key=lambda item: item.nodeid)
        for at, item in enumerate(in_order, start=crc32(test.encode()) + rotation):
            if at % marker.args[0]:
                item.add_marker("slow")


def rotated(choices: Sequence[Choice], case: str, rotation: int) -> Choice:
    """Return this run's choice for a case; neighbouring cases start at different ones."""
    return choices[(crc32(case.encode()) + rotation) % len(choices)]
