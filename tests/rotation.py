"""Which of many combinations a run covers: the next one for each case after every commit.

A case that is to be seen in twenty ways is seen in one of them in each run, and in all of them
after twenty commits. The number is printed at the top of a run; `--rotation=N` repeats it.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar
from zlib import crc32

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


def rotated(choices: Sequence[Choice], case: str, rotation: int) -> Choice:
    """Return this run's choice for a case; neighbouring cases start at different ones."""
    return choices[(crc32(case.encode()) + rotation) % len(choices)]
