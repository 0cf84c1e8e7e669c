"""A move: one player's whole turn, whether a step or a multi-jump."""

from __future__ import annotations

from typing import NamedTuple


class Move(NamedTuple):
    """The squares a piece visits, what it captures, and whether it is crowned.

    ``str(move)`` is PDN in numbers with every square visited: ``11-15``, ``30x23x14``.
    """

    path: tuple[int, ...]
    """Origin, then every landing square: at least two."""
    captures: tuple[int, ...] = ()
    """Squares of the captured pieces, in the order in which they are jumped."""
    promotes: bool = False
    """Whether a man becomes a king by this move."""

    @property
    def origin(self) -> int:
        """Where the piece starts."""
        return self.path[0]

    @property
    def destination(self) -> int:
        """Where the piece ends; a capture may end where it started."""
        return self.path[-1]

    @property
    def is_capture(self) -> bool:
        """Whether anything is captured."""
        return bool(self.captures)

    @property
    def result(self) -> tuple[int, int, frozenset[int]]:
        """What distinguishes moves: origin, destination and captured set, not the route."""
        return self.path[0], self.path[-1], frozenset(self.captures)

    def __str__(self) -> str:
        return ("x" if self.captures else "-").join(map(str, self.path))
