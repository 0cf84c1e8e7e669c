"""Choosing among drawn moves: the one after which the opponent can most easily go wrong.

To the tables all draws are equal, but people have to find theirs.
"""

from __future__ import annotations

from collections.abc import Callable

from game.engine.endgames.ending import Ending
from game.rules import Move, Position, Variant, legal_moves

Probe = Callable[[Position, Variant], Ending | None]
DRAWN = Ending(0, None)


def hardest_draws(position: Position, variant: Variant, probe: Probe) -> list[Move]:
    """Return the drawn moves after which the largest share of replies loses.

    Empty if the tables do not cover the position, or it is not drawn.
    """
    if probe(position, variant) != DRAWN:
        return []
    found: list[Move] = []
    highest = -1.0
    for move in legal_moves(position, variant):
        after = position.after(move)
        if probe(after, variant) != DRAWN:
            continue
        share = _losing_share(after, variant, probe)
        if share > highest:
            found, highest = [move], share
        elif share == highest:
            found.append(move)
    return found


def _losing_share(position: Position, variant: Variant, probe: Probe) -> float:
    replies = legal_moves(position, variant)
    losing = 0
    for reply in replies:
        ending = probe(position.after(reply), variant)
        losing += ending is not None and ending.result == 1
    return losing / len(replies)
