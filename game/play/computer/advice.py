"""Why a move is the best one: what a search found, told as a reason that people know.

The search gives scores and a line of play; the reason is read off the line. Words are for others
(``game.web.labels``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from game.engine.limits import DECISIVE, WIN, SearchResult
from game.rules import Game, Move, Position, Side, Variant, squares_of

CLEARLY = 70
"""Centimen by which the other moves must be worse for them to count as giving something up."""
FEW = 8
"""Pieces with which a game is an ending, where the opposition counts."""
SOON = 5
"""Plies within which a crowning is in sight."""


class Why(Enum):
    """What speaks for a move most."""

    ONLY = "only"
    WINS_GAME = "wins game"
    DELAYS_LOSS = "delays loss"
    SAVES_GAME = "saves game"
    """Every other move loses the game."""
    TAKES = "takes"
    SHOT = "shot"
    """Pieces are given up and more are taken back."""
    EXCHANGE = "exchange"
    CROWNS = "crowns"
    CROWNS_SOON = "crowns soon"
    SAVES_PIECE = "saves piece"
    """Every other move gives something up."""
    KEEPS_OPPOSITION = "keeps opposition"
    HOLDS_CENTRE = "holds centre"
    IS_BEST = "is best"


@dataclass(frozen=True)
class Advice:
    """A move to play and what speaks for it."""

    move: Move
    why: Why
    taken: int = 0
    """Pieces taken in what follows at once."""
    given: int = 0
    """Pieces lost in it."""
    moves: int = 0
    """Own moves until the game is won or lost, or a man is crowned; 0 where it is not known."""


def explained(game: Game, found: SearchResult) -> Advice:
    """The move that a search for advice found in ``game``, with what speaks for it most."""
    move, line = found.move, found.line or (found.move,)
    if abs(found.score) > DECISIVE:
        why = Why.WINS_GAME if found.score > 0 else Why.DELAYS_LOSS
        return Advice(move, why, moves=(WIN - abs(found.score) + 1) // 2)
    others = [choice.score for choice in found.choices if choice.move != move]
    if others and max(others) < -DECISIVE:
        return Advice(move, Why.SAVES_GAME)
    taken, given = _exchanged(line)
    if taken > given:
        return Advice(move, Why.SHOT if given else Why.TAKES, taken, given)
    crowned = [at for at, played in enumerate(line[:SOON:2]) if played.promotes]
    if crowned:
        why = Why.CROWNS_SOON if crowned[0] else Why.CROWNS
        return Advice(move, why, moves=crowned[0] + 1)
    if others and max(others) <= found.score - CLEARLY:
        return Advice(move, Why.SAVES_PIECE)
    if taken and taken == given:
        return Advice(move, Why.EXCHANGE, taken, given)
    return Advice(move, _quiet_reason(game, move))


def _exchanged(line: Sequence[Move]) -> tuple[int, int]:
    """Pieces taken and given until nobody captures any more; the first move need not capture."""
    counts = [0, 0]
    for at, move in enumerate(line):
        if at and not move.is_capture:
            break
        counts[at % 2] += len(move.captures)
    return counts[0], counts[1]


def _quiet_reason(game: Game, move: Move) -> Why:
    side, after = game.position.side, game.position.after(move)
    has_opposition = not game.variant.king_is_flying  # a king that flies can always pass
    if has_opposition and is_ending(after) and who_has_the_move(after, game.variant) is side:
        return Why.KEEPS_OPPOSITION
    if move.destination in _centre(game.variant):
        return Why.HOLDS_CENTRE
    return Why.IS_BEST


def is_ending(position: Position) -> bool:
    """Whether few pieces are left, as many of either side, so that the opposition decides."""
    black, white = (position.pieces(side).bit_count() for side in Side)
    return black == white and black + white <= FEW


def who_has_the_move(position: Position, variant: Variant) -> Side:
    """Who has the opposition, "the move": the last free move if the pieces run into each other.

    The side to move has it if the pieces in its system, the files that begin with a playing square
    on its own back row, are odd in number.
    """
    board, side = variant.board, position.side
    back = board.rows - 1 if side is Side.WHITE else 0
    system = [column for column in range(board.columns) if (back, column) in board.square_at]
    places = [board.places[square - 1] for square in squares_of(position.occupied)]
    is_odd = sum(column in system for _, column in places) % 2
    return side if is_odd else side.other


def _centre(variant: Variant) -> set[int]:
    """The squares of the four middle files of the middle rows."""
    board = variant.board
    rows = range(board.rows // 2 - 1, board.rows // 2 + 1)
    files = range(board.columns // 2 - 2, board.columns // 2 + 2)
    places = board.square_at.items()
    return {square for (row, column), square in places if row in rows and column in files}
