"""Reading lines that another program sends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

BLANKS = " \t\r\n\ufeff"
"""What is stripped from a line; the last is the byte order mark that some editors write."""


def read_lines(source: IO[bytes], longest: int) -> Iterator[str]:
    """Yield each line, truncated to ``longest`` bytes so that none can fill the memory."""
    while line := source.readline(longest):
        rest = line
        while len(rest) == longest and not rest.endswith(b"\n"):
            rest = source.readline(longest)
        yield line.decode(errors="replace").strip(BLANKS)
