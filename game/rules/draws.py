"""Draw counters: what each one counts, in which balances of pieces it runs, what restarts it.

A counter is a row of data; the conditions below say in which positions it runs. Winning and losing
are decided before any counter is asked (``Game.outcome``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Flag

from game.rules.geometry import Board, Side, bit
from game.rules.move import Move
from game.rules.position import Position

Condition = Callable[[Position, Board], bool]
Counts = tuple[int | None, ...]
"""Plies that each counter has counted, in the order of the counters; None where it does not run."""


class Event(Flag):
    """What a move may bring that restarts a counter; crowning a man is a man's move as well."""

    CAPTURE = 1
    MANS_MOVE = 2
    CROWNING = 4


NOTHING = Event(0)
"""A quiet move of a king brings nothing; and nothing restarts a counter that runs from the moment
in which its balance of pieces arises."""


_EVENTS = {
    (takes, by_man, crowns): (Event.CAPTURE if takes else NOTHING)
    | (Event.MANS_MOVE if by_man else NOTHING)
    | (Event.CROWNING if crowns else NOTHING)
    for takes in (False, True)
    for by_man in (False, True)
    for crowns in (False, True)
}
"""By whether a move takes, is a man's, and crowns it: adding up flags for every move is slow."""


def never(position: Position, board: Board) -> bool:
    """In no position."""
    return False


@dataclass(frozen=True)
class DrawCounter:
    """The game is drawn once this has counted ``plies`` turns.

    It begins at 0 in the position in which its balance of pieces arises, and counts every turn
    after that as long as the balance holds. What restarts it within the balance is for its article
    to say. Limits are in plies: a rule of 15 moves each is 30.
    """

    kind: str
    """What the counter watches, a key for the words shown to players."""
    article: str
    """Rulebook and article, shown when the counter strikes."""
    plies: int
    runs: Condition
    restarted_by: Event
    lasts: Condition = never
    """Where the counter also goes on, once it has begun."""

    def begun(self, position: Position, board: Board) -> int | None:
        """What it shows in a position that a game starts from."""
        return 0 if self.runs(position, board) else None

    def carried(
        self, count: int | None, event: Event, position: Position, board: Board
    ) -> int | None:
        """What it shows in ``position``, reached from where it showed ``count``."""
        if count is None:
            return self.begun(position, board)
        if not (self.runs(position, board) or self.lasts(position, board)):
            return None
        return 0 if event & self.restarted_by else count + 1


def begun(counters: Sequence[DrawCounter], position: Position, board: Board) -> Counts:
    """What the counters show in a position that a game starts from."""
    return tuple(counter.begun(position, board) for counter in counters)


def carried(
    counters: Sequence[DrawCounter],
    counts: Counts,
    before: Position,
    move: Move,
    after: Position,
    board: Board,
) -> Counts:
    """What the counters show ``after`` a move, if they showed ``counts`` before it."""
    event = _event_of(move, before)
    return tuple(
        counter.carried(count, event, after, board)
        for counter, count in zip(counters, counts, strict=True)
    )


def is_quiet(move: Move, before: Position) -> bool:
    """Whether a move of the position ``before`` is a king's and takes nothing."""
    return not move.captures and bool(before.kings(before.side) & bit(move.origin))


def _event_of(move: Move, before: Position) -> Event:
    by_man = not before.kings(before.side) & bit(move.origin)
    return _EVENTS[bool(move.captures), by_man, move.promotes]


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
    if not _kings_on_both_sides(position):
        return None
    for lone in Side:
        hunter = lone.other
        if not position.men(lone) and position.kings(lone).bit_count() == 1:
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
