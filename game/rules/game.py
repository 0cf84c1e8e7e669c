"""A game: where it started, every move since, and whether it is over.

A ``Game`` never changes: ``play`` gives the next one, which remembers the one before, so undo is
to look back and any number of readers may hold the same game. Draws by repetition or counter end a
game for those who play it, but ``play`` goes on regardless: real games were played on past them,
and an import or a replay must not stop there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import islice

from game.rules.draws import Counts, DrawCounter, begun, carried, is_quiet
from game.rules.geometry import Side, bit
from game.rules.move import Move
from game.rules.movegen import legal_moves
from game.rules.outcome import Outcome, Termination
from game.rules.position import Position
from game.rules.variant import Variant


class Game:
    """One point of a game, with its history behind it.

    Fields are read-only by convention and never written after construction, so that games can be
    shared between threads and cached.
    """

    def __init__(
        self, variant: Variant, start: Position | None = None, counts: Counts | None = None
    ) -> None:
        self.variant = variant
        self.position = variant.start if start is None else start
        self.ply = 0
        """How many moves were played since the start."""
        self.previous: Game | None = None
        self.last_move: Move | None = None
        self.counts = counts or begun(variant.draw_counters, self.position, variant.board)
        """What each of the variant's draw counters shows, in their order."""
        self.quiet_plies = 0
        """Turns in a row without a capture or a man's move."""
        self._ending: Outcome | None = None

    def play(self, move: Move) -> Game:
        """The game after ``move``, which must be one of ``legal_moves`` or a route to one."""
        before, variant = self.position, self.variant
        position = before.after(move)
        counts = carried(variant.draw_counters, self.counts, before, move, position, variant.board)
        after = Game(variant, position, counts)
        after.ply = self.ply + 1
        after.previous = self
        after.last_move = move
        if is_quiet(move, before):
            after.quiet_plies = self.quiet_plies + 1
        return after

    def undo(self) -> Game:
        """The game before the last move; ValueError at the start."""
        if self.previous is None:
            raise ValueError("no move has been played yet")
        return self.previous

    def resign(self, side: Side) -> Game:
        """This game, ended because ``side`` gave up."""
        return self.ended(Outcome(side.other, Termination.RESIGNATION))

    def agree_draw(self) -> Game:
        """This game, ended as a draw by agreement."""
        return self.ended(Outcome(None, Termination.AGREEMENT))

    def ended(self, outcome: Outcome) -> Game:
        """This game, ended by something that is not on the board, such as a clock."""
        return self._copy(outcome)

    @property
    def was_broken_off(self) -> bool:
        """Whether something off the board ended it: the players themselves, or a clock."""
        return self._ending is not None

    def resume(self) -> Game:
        """This game without the players' having ended it."""
        return self._copy(None)

    def _copy(self, ending: Outcome | None) -> Game:
        copy = Game(self.variant, self.position, self.counts)
        copy.ply, copy.previous, copy.last_move = self.ply, self.previous, self.last_move
        copy.quiet_plies = self.quiet_plies
        copy._ending = ending
        return copy

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves of the side to move, one per result; draws and resignation do not empty it."""
        moves = legal_moves(self.position, self.variant)
        tired = self.tired_king
        if tired is None or moves[0].is_capture:
            return moves
        # No article says that a side is lost which could move this king alone: it may.
        return tuple(move for move in moves if move.origin != tired) or moves

    @property
    def tired_king(self) -> int | None:
        """The square of a king of the side to move that has made as many quiet moves as it may.

        Only where the variant has such a rule, and while that side has men; it may still capture.
        """
        most, side = self.variant.max_king_moves, self.position.side
        if not most or self.ply < 2 * most or not self.position.men(side):
            return None
        square = origin = None
        for at in islice(self._line(), 1, 2 * most, 2):
            move, before = at.last_move, at.previous
            if move is None or before is None or move.captures:
                return None
            if not before.position.kings(side) & bit(move.origin):
                return None
            if origin is not None and move.destination != origin:
                return None
            origin = move.origin
            square = move.destination if square is None else square
        return square if square and self.position.kings(side) & bit(square) else None

    def _line(self) -> Iterator[Game]:
        """This game and every one before it, newest first."""
        at: Game | None = self
        while at is not None:
            yield at
            at = at.previous

    @property
    def start(self) -> Position:
        """The position the game started from."""
        *_, first = self._line()
        return first.position

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """Every move played, oldest first."""
        played = [at.last_move for at in self._line() if at.last_move is not None]
        return tuple(reversed(played))

    @cached_property
    def earlier_positions(self) -> tuple[Position, ...]:
        """The positions that could still come back, oldest first, the present one excluded."""
        line = islice(self._line(), 1, self.quiet_plies + 1)
        return tuple(at.position for at in line)[::-1]

    @cached_property
    def repetitions(self) -> int:
        """How often this position, same side to move, has stood so far; 1 when it is new.

        Nothing before the last capture or man's move can come back, so only later ones are read.
        """
        times = 0
        for age, at in enumerate(self._line()):
            if age > self.quiet_plies:
                break
            times += at.position == self.position
        return times

    @cached_property
    def most_repetitions(self) -> int:
        """How often the most frequent of the positions that could still come back has stood."""
        return max(Counter((*self.earlier_positions, self.position)).values())

    @property
    def running_counters(self) -> list[tuple[DrawCounter, int]]:
        """Each draw counter that runs in this position, with the plies it has counted."""
        return [
            (counter, count)
            for counter, count in zip(self.variant.draw_counters, self.counts, strict=True)
            if count is not None
        ]

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on.

        What the board decides comes before what the players said, and both before a draw by rule.
        """
        side = self.position.side
        if not self.position.pieces(side):
            return Outcome(side.other, Termination.NO_PIECES)
        if not self.legal_moves:
            return Outcome(side.other, Termination.BLOCKED)
        if self._ending is not None:
            return self._ending
        if self.repetitions >= self.variant.max_repetitions:
            return Outcome(None, Termination.REPETITION)
        for counter, count in self.running_counters:
            if count >= counter.plies:
                return Outcome(None, Termination.DRAW_COUNTER, counter.article)
        return None
