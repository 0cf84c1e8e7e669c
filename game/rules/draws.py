"""Draw counters: plies without progress, and the balances of pieces in which each one runs.

A counter is a row of data; the conditions below say in which positions it runs. Winning and losing
are decided before any counter is asked (``Game.outcome``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.rules.geometry import Board, Side
from game.rules.position import Position

Condition = Callable[[Position, Board], bool]


@dataclass(frozen=True)
class DrawCounter:
    """The game is drawn once ``plies`` turns in a row brought no capture and no man's move.

    Only turns during which ``runs`` held are counted, so a counter starts when its balance of
    pieces arises. Limits are in plies: a rule of 15 moves each is 30.
    """

    kind: str
    """What the counter watches, a key for the words shown to players."""
    article: str
    """Rulebook and article, shown when the counter strikes."""
    plies: int
    runs: Condition


def always(position: Position, board: Board) -> bool:
    """In any position."""
    return True


def _total(position: Position) -> int:
    return position.occupied.bit_count()


def _kings_on_both_sides(position: Position) -> bool:
    return bool(position.black_kings and position.white_kings)


def small_ending(position: Position, board: Board) -> bool:
    """Kings on both sides and 4 or 5 pieces in all."""
    return _kings_on_both_sides(position) and 4 <= _total(position) <= 5


def middle_ending(position: Position, board: Board) -> bool:
    """Kings on both sides and 6 or 7 pieces in all."""
    return _kings_on_both_sides(position) and 6 <= _total(position) <= 7


def outside_those_endings(position: Position, board: Board) -> bool:
    """Wherever neither of the two endings above is on the board."""
    return not (_kings_on_both_sides(position) and 4 <= _total(position) <= 7)


def _lone_king_and_hunter(position: Position) -> tuple[Side, Side] | None:
    """(the side with one king and nothing else, the other), or None; K against K gives one."""
    for lone in Side:
        hunter = lone.other
        if (
            not position.men(lone)
            and position.kings(lone).bit_count() == 1
            and position.kings(hunter)
        ):
            return lone, hunter
    return None


def three_kings_against_one(position: Position, board: Board) -> bool:
    """Three kings or more, and no man, against a single king."""
    sides = _lone_king_and_hunter(position)
    if sides is None:
        return False
    _, hunter = sides
    return not position.men(hunter) and position.kings(hunter).bit_count() >= 3


def three_pieces_against_main_road(position: Position, board: Board) -> bool:
    """Three pieces, a king among them, against a single king that stands on the main road."""
    sides = _lone_king_and_hunter(position)
    if sides is None:
        return False
    lone, hunter = sides
    return position.pieces(hunter).bit_count() == 3 and bool(position.kings(lone) & board.main_road)


def three_pieces_against_king(position: Position, board: Board) -> bool:
    """Three pieces, a king among them, against a single king."""
    sides = _lone_king_and_hunter(position)
    return sides is not None and position.pieces(sides[1]).bit_count() == 3


def two_pieces_against_king(position: Position, board: Board) -> bool:
    """One or two pieces, a king among them, against a single king."""
    sides = _lone_king_and_hunter(position)
    return sides is not None and position.pieces(sides[1]).bit_count() <= 2


def two_kings_against_one(position: Position, board: Board) -> bool:
    """Two kings, and no man, against a single king."""
    sides = _lone_king_and_hunter(position)
    return (
        sides is not None
        and not position.men(sides[1])
        and position.kings(sides[1]).bit_count() == 2
    )


def king_against_king(position: Position, board: Board) -> bool:
    """One king each and nothing else."""
    sides = _lone_king_and_hunter(position)
    return sides is not None and position.pieces(sides[1]).bit_count() == 1
