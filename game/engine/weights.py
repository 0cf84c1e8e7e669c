"""What the compiled engine's evaluation adds up, by family of games.

Centimen. A family is set by what its kings can do: a flying king is worth two to three men, a short
one a third more than a man.
"""

from __future__ import annotations

from game.engine.convert import Bridge
from game.engine.kernel import layout
from game.rules import Variant

SHORT_KINGS = {
    layout.W_MAN: 100,
    layout.W_KING: 135,
    layout.W_EXCHANGE: 2,
    layout.W_MOBILITY: 1,
    layout.W_TRAPPED_KING: 20,
    layout.W_TURN: 3,
}
FLYING_KINGS = {
    layout.W_MAN: 100,
    layout.W_KING: 300,
    layout.W_EXCHANGE: 2,
    layout.W_MOBILITY: 1,
    layout.W_TRAPPED_KING: 60,
    layout.W_MAIN_ROAD: 60,
    layout.W_TURN: 3,
}
CENTRE_EARLY, CENTRE_LATE, CENTRE_KING = 1.5, 1.0, 2.0
"""For each step nearer to the middle of the board."""
ADVANCE_EARLY, ADVANCE_LATE = 1, 3
"""For each row a man has gone."""
BACK_ROW = 8
"""For a man that keeps the opponent from being crowned, while there are many."""


def weights_of(bridge: Bridge) -> dict[int, int]:
    """All weights of a variant, by place in the workspace."""
    variant = bridge.variant
    words = dict(FLYING_KINGS if variant.king_is_flying else SHORT_KINGS)
    for square, (row, _) in enumerate(variant.board.places, start=1):
        bit = bridge.bits[square]
        gone = variant.board.rows - 1 - row
        middle = _nearness(variant, square)
        early = middle * CENTRE_EARLY + gone * ADVANCE_EARLY + (BACK_ROW if gone == 0 else 0)
        words[layout.W_MAN_EARLY + bit] = round(early)
        words[layout.W_MAN_LATE + bit] = round(middle * CENTRE_LATE + gone * ADVANCE_LATE)
        words[layout.W_KING_AT + bit] = round(middle * CENTRE_KING)
    return words


def _nearness(variant: Variant, square: int) -> float:
    """How near the middle of the board a square is, from 0 in the corners."""
    row, column = variant.board.places[square - 1]
    rows, columns = variant.board.rows - 1, variant.board.columns - 1
    return rows / 2 - abs(row - rows / 2) + columns / 2 - abs(column - columns / 2)
