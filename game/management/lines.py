"""Lines that another program sends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

BLANKS = " \t\r\n\ufeff"
"""What a line may have around it; the last is the mark that some editors begin a file with."""


def read_lines(source: IO[bytes], longest: int) -> Iterator[str]:
    """Each line, cut short after ``longest`` bytes: no line may fill memory."""
    while line := source.readline(longest):
        rest = line
        while len(rest) == longest and not rest.endswith(b"\n"):
            rest = source.readline(longest)
        yield line.decode(errors="replace").strip(BLANKS)
