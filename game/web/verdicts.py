"""What a position is worth, in words, beside ``game.web.labels``; keys are the engine's."""

from __future__ import annotations

from game.rules import Side
from game.web.labels import SIDES

_AHEAD = {
    "won": "{side} wins",
    "winning": "{side} is winning",
    "better": "{side} is better",
    "slightly better": "{side} is slightly better",
    "even": "about even",
    "drawn": "a draw",
}
_BEHIND = {
    "lost": "won",
    "losing": "winning",
    "worse": "better",
    "slightly worse": "slightly better",
}
"""What is said of the other side instead."""


def worth(verdict: str, side: Side) -> str:
    """A verdict of the engine, given for ``side``: ``White is slightly better``."""
    ahead = side.other if verdict in _BEHIND else side
    return _AHEAD[_BEHIND.get(verdict, verdict)].format(side=SIDES[ahead])
