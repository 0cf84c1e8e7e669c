"""Draw counters: how many plies each one allows, with which material it runs, what resets it.

A counter is a row of data; the conditions below decide in which positions it runs. Wins are
decided before any counter is asked (``Game.outcome``).
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
"""The plies that each counter has counted, in the counters' order; None where it does not run."""


class Event(Flag):
    """What a move may do that resets a counter; crowning a man is a man's move as well."""

    CAPTURE = 1
    MANS_MOVE = 2
    CROWNING = 4


NOTHING = Event(0)
"""The event of a king's quiet move; also resets a counter that counts on while its material
lasts."""


_EVENTS = {
    (captures, by_man, crowns): (Event.CAPTURE if captures else NOTHING)
    | (Event.MANS_MOVE if by_man else NOTHING)
    | (Event.CROWNING if crowns else NOTHING)
    for captures in (False, True)
    for by_man in (False, True)
    for crowns in (False, True)
}
"""By whether a move captures, is a man's, and crowns: combining flags for every move is slow."""


def never(position: Position, board: Board) -> bool:
    """Run in no position."""
    return False


@dataclass(frozen=True)
class DrawCounter:
    """A rule that draws the game after ``plies`` plies with certain material on the board.

    It starts at 0 in the first position in which it ``runs`` and counts every ply from there until
    it no longer does. Its article says what resets it meanwhile. A limit of 15 moves each is 30
    plies.
    """

    kind: str
    """What the counter watches: a key to the words that players read."""
    article: str
    """Rulebook and article, shown when the counter draws a game."""
    plies: int
    """The limit."""
    runs: Condition
    """In which positions the counter runs."""
    reset_by: Event
    """Which events reset it to 0; any one is enough."""
    lasts: Condition = never
    """In which positions it also keeps running, but does not start."""

    def initial_count(self, position: Position, board: Board) -> int | None:
        """Return the count in a starting position."""
        return 0 if self.runs(position, board) else None

    def next_count(
        self, count: int | None, event: Event, position: Position, board: Board
    ) -> int | None:
        """Return the count in ``position``, reached by a move from where it was ``count``."""
        if count is None:
            return self.initial_count(position, board)
        if not (self.runs(position, board) or self.lasts(position, board)):
            return None
        return 0 if event & self.reset_by else count + 1


def initial_counts(counters: Sequence[DrawCounter], position: Position, board: Board) -> Counts:
    """Return the counts in a starting position."""
    return tuple(counter.initial_count(position, board) for counter in counters)


def counts_after(
    counters: Sequence[DrawCounter],
    counts: Counts,
    before: Position,
    move: Move,
    after: Position,
    board: Board,
) -> Counts:
    """Return the counts in ``after``, which ``move`` leads to from ``before``."""
    event = _event_of(move, before)
    # Collected in a list first: a generator makes playing a move measurably slower.
    following = [
        counter.next_count(count, event, after, board)
        for counter, count in zip(counters, counts, strict=True)
    ]
    return tuple(following)


def is_quiet(move: Move, before: Position) -> bool:
    """Return whether ``move``, played in ``before``, is a king's move without a capture."""
    return not move.captures and bool(before.kings(before.side) & bit(move.path[0]))


def _event_of(move: Move, before: Position) -> Event:
    by_man = not before.kings(before.side) & bit(move.path[0])
    return _EVENTS[bool(move.captures), by_man, move.promotes]


def always(position: Position, board: Board) -> bool:
    """Run in every position."""
    return True


def _piece_count(position: Position) -> int:
    return position.occupied.bit_count()


def _kings_on_both_sides(position: Position) -> bool:
    return bool(position.black_kings and position.white_kings)


def small_ending(position: Position, board: Board) -> bool:
    """Run with kings on both sides and 4 or 5 pieces in all."""
    return _kings_on_both_sides(position) and 4 <= _piece_count(position) <= 5


def middle_ending(position: Position, board: Board) -> bool:
    """Run with kings on both sides and 6 or 7 pieces in all."""
    return _kings_on_both_sides(position) and 6 <= _piece_count(position) <= 7


def outside_small_endings(position: Position, board: Board) -> bool:
    """Run in all positions but small and middle endings."""
    return not (_kings_on_both_sides(position) and 4 <= _piece_count(position) <= 7)


def _lone_king_side(position: Position) -> Side | None:
    """Return the side with one king and nothing else, if the opponent has a king too.

    With a lone king on both sides, it is Black.
    """
    if not _kings_on_both_sides(position):
        return None
    for side in Side:
        if not position.men(side) and position.kings(side).bit_count() == 1:
            return side
    return None


def three_kings_against_one(position: Position, board: Board) -> bool:
    """Run with three or more kings, and no men, against a lone king."""
    weaker = _lone_king_side(position)
    if weaker is None:
        return False
    stronger = weaker.other
    return not position.men(stronger) and position.kings(stronger).bit_count() >= 3


def three_pieces_against_main_road(position: Position, board: Board) -> bool:
    """Run with three pieces, a king among them, against a lone king on the main road."""
    weaker = _lone_king_side(position)
    if weaker is None:
        return False
    holds_main_road = bool(position.kings(weaker) & board.main_road)
    return holds_main_road and position.pieces(weaker.other).bit_count() == 3


def three_pieces_against_king(position: Position, board: Board) -> bool:
    """Run with three pieces, a king among them, against a lone king."""
    weaker = _lone_king_side(position)
    return weaker is not None and position.pieces(weaker.other).bit_count() == 3


def two_pieces_against_king(position: Position, board: Board) -> bool:
    """Run with one or two pieces, a king among them, against a lone king."""
    weaker = _lone_king_side(position)
    return weaker is not None and position.pieces(weaker.other).bit_count() <= 2


def two_kings_against_one(position: Position, board: Board) -> bool:
    """Run with two kings, and no men, against a lone king."""
    weaker = _lone_king_side(position)
    return (
        weaker is not None
        and not position.men(weaker.other)
        and position.kings(weaker.other).bit_count() == 2
    )


def king_against_king(position: Position, board: Board) -> bool:
    """Run with one king each and nothing else."""
    weaker = _lone_king_side(position)
    return weaker is not None and position.pieces(weaker.other).bit_count() == 1


def one_piece_each(position: Position, board: Board) -> bool:
    """Run with one piece each, whatever it is."""
    return all(position.pieces(side).bit_count() == 1 for side in Side)
