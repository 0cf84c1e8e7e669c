"""Why a move is best: a search result turned into a reason that players recognise.

The search gives scores and a principal variation, from which the reason is read. The wording is
not here but in ``game.web``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from game.engine.limits import DECISIVE, WIN, SearchResult
from game.rules import Game, Move, Position, Side, Variant, squares_of

CLEARLY = 70
"""Centimen by which all other moves must be worse to count as giving something up."""
FEW = 8
"""Up to so many pieces a position is an ending, where the opposition matters."""
SOON = 5
"""Plies within which a crowning counts as near."""


class Why(Enum):
    """The main reason for a move."""

    ONLY = "only"
    WINS_GAME = "wins game"
    DELAYS_LOSS = "delays loss"
    SAVES_GAME = "saves game"
    """Every other move loses the game."""
    TAKES = "takes"
    SHOT = "shot"
    """Pieces are sacrificed and more are captured in return."""
    EXCHANGE = "exchange"
    CROWNS = "crowns"
    CROWNS_SOON = "crowns soon"
    SAVES_PIECE = "saves piece"
    """Every other move is clearly worse."""
    KEEPS_OPPOSITION = "keeps opposition"
    HOLDS_CENTRE = "holds centre"
    IS_BEST = "is best"


@dataclass(frozen=True)
class Advice:
    """A recommended move and the main reason for it."""

    move: Move
    why: Why
    taken: int = 0
    """Pieces captured in the exchange that follows at once."""
    given: int = 0
    """Pieces lost in it."""
    moves: int = 0
    """That side's moves until the game is decided or a man is crowned; 0 if not known."""
    is_quick: bool = False
    """Whether it comes from a short search, because the computer was busy."""


def explained(game: Game, found: SearchResult) -> Advice:
    """Return the best move that a search found in ``game``, with the main reason for it."""
    move, line = found.move, found.line or (found.move,)
    if abs(found.score) > DECISIVE:
        why = Why.WINS_GAME if found.score > 0 else Why.DELAYS_LOSS
        return Advice(move, why, moves=(WIN - abs(found.score) + 1) // 2)
    others = [choice.score for choice in found.choices if choice.move != move]
    if others and max(others) < -DECISIVE:
        return Advice(move, Why.SAVES_GAME)
    taken, given = _count_exchange(line)
    if taken > given:
        return Advice(move, Why.SHOT if given else Why.TAKES, taken, given)
    crowned = [index for index, played in enumerate(line[:SOON:2]) if played.promotes]
    if crowned:
        why = Why.CROWNS_SOON if crowned[0] else Why.CROWNS
        return Advice(move, why, moves=crowned[0] + 1)
    if others and max(others) <= found.score - CLEARLY:
        return Advice(move, Why.SAVES_PIECE)
    if taken and taken == given:
        return Advice(move, Why.EXCHANGE, taken, given)
    return Advice(move, _quiet_reason(game, move))


def _count_exchange(line: Sequence[Move]) -> tuple[int, int]:
    """Return the pieces taken and given until the captures end; the first move may be quiet."""
    counts = [0, 0]
    for index, move in enumerate(line):
        if index and not move.is_capture:
            break
        counts[index % 2] += len(move.captures)
    return counts[0], counts[1]


def _quiet_reason(game: Game, move: Move) -> Why:
    side, after = game.position.side, game.position.after(move)
    has_opposition = not game.variant.king_is_flying  # a flying king can always lose a tempo
    if has_opposition and is_ending(after) and who_has_the_move(after, game.variant) is side:
        return Why.KEEPS_OPPOSITION
    if move.destination in _centre(game.variant):
        return Why.HOLDS_CENTRE
    return Why.IS_BEST


def is_ending(position: Position) -> bool:
    """Return whether few pieces are left, equal in number, so that the opposition matters."""
    black, white = (position.pieces(side).bit_count() for side in Side)
    return black == white and black + white <= FEW


def who_has_the_move(position: Position, variant: Variant) -> Side:
    """Return the side that has the opposition, "the move": the last free move as pieces meet.

    The side to move has it if the number of pieces in its system is odd: the files that start with
    a playing square on its own back row.
    """
    board, side = variant.board, position.side
    back = board.rows - 1 if side is Side.WHITE else 0
    system = [column for column in range(board.columns) if (back, column) in board.square_at]
    places = [board.places[square - 1] for square in squares_of(position.occupied)]
    is_odd = sum(column in system for _, column in places) % 2
    return side if is_odd else side.other


def _centre(variant: Variant) -> set[int]:
    """Return the squares where the four middle files cross the two middle rows."""
    board = variant.board
    rows = range(board.rows // 2 - 1, board.rows // 2 + 1)
    files = range(board.columns // 2 - 2, board.columns // 2 + 2)
    places = board.square_at.items()
    return {square for (row, column), square in places if row in rows and column in files}
