"""A game: where it started, every move since, and whether it is over.

A ``Game`` is frozen: ``play`` returns the next one, which holds the one before it, so undo means
looking back and any number of threads may share a game. Draws by repetition or counter show in
``outcome``, but ``play`` goes on regardless: real games were played on past them, and an import or
a replay must not stop there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from game.rules.draws import Counts, DrawCounter, counts_after, initial_counts, is_quiet
from game.rules.geometry import Side, bit
from game.rules.move import Move
from game.rules.movegen import legal_moves
from game.rules.outcome import Outcome, Termination
from game.rules.position import Position
from game.rules.variant import Variant


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Game:
    """One point of a game, with its history behind it.

    Frozen, so that games can be shared between threads and cached. Compared by identity: two games
    with the same moves are two games.
    """

    variant: Variant
    position: Position
    """The current position."""
    ply: int
    """How many moves have been played since the start."""
    previous: Game | None
    """The game before the last move; None at the start."""
    last_move: Move | None
    counts: Counts
    """What each of the variant's draw counters has counted, in their order."""
    quiet_plies: int
    """Plies in a row without a capture or a man's move."""
    _ending: Outcome | None
    """How the game ended off the board, if it did."""

    def __init__(
        self, variant: Variant, start: Position | None = None, counts: Counts | None = None
    ) -> None:
        position = variant.start if start is None else start
        # __setattr__ is blocked, and object.__setattr__ would make play() nearly a third slower.
        fields = self.__dict__
        fields["variant"] = variant
        fields["position"] = position
        fields["ply"] = 0
        fields["previous"] = None
        fields["last_move"] = None
        fields["counts"] = counts or initial_counts(variant.draw_counters, position, variant.board)
        fields["quiet_plies"] = 0
        fields["_ending"] = None

    def play(self, move: Move) -> Game:
        """Return the game after ``move``, a legal move by any of its routes."""
        before, variant = self.position, self.variant
        position = before.after(move)
        after: Game = object.__new__(Game)
        fields = after.__dict__
        fields["variant"] = variant
        fields["position"] = position
        fields["ply"] = self.ply + 1
        fields["previous"] = self
        fields["last_move"] = move
        fields["counts"] = counts_after(
            variant.draw_counters, self.counts, before, move, position, variant.board
        )
        fields["quiet_plies"] = self.quiet_plies + 1 if is_quiet(move, before) else 0
        fields["_ending"] = None
        return after

    def undo(self) -> Game:
        """Return the game before the last move; ValueError at the start."""
        if self.previous is None:
            raise ValueError("no move has been played yet")
        return self.previous

    def resign(self, side: Side) -> Game:
        """Return this game, ended by ``side`` resigning."""
        return self.ended(Outcome(side.other, Termination.RESIGNATION))

    def agree_draw(self) -> Game:
        """Return this game, ended as a draw by agreement."""
        return self.ended(Outcome(None, Termination.AGREEMENT))

    def ended(self, outcome: Outcome) -> Game:
        """Return this game with an outcome decided off the board, such as by a clock."""
        return self._with_ending(outcome)

    @property
    def ended_off_board(self) -> bool:
        """Whether the game was ended off the board, by the players or a clock."""
        return self._ending is not None

    def resume(self) -> Game:
        """Return this game without the outcome that was decided off the board."""
        return self._with_ending(None)

    def _with_ending(self, ending: Outcome | None) -> Game:
        copy = Game(self.variant, self.position, self.counts)
        copy.__dict__.update(
            ply=self.ply,
            previous=self.previous,
            last_move=self.last_move,
            quiet_plies=self.quiet_plies,
            _ending=ending,
        )
        return copy

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves of the side to move, one per result; not emptied by a draw or a resignation."""
        moves = legal_moves(self.position, self.variant)
        barred = self.king_at_move_limit
        if barred is None or moves[0].is_capture:
            return moves
        # No article says that a side loses when it can move nothing but this king, so it may.
        return tuple(move for move in moves if move.origin != barred) or moves

    @property
    def king_at_move_limit(self) -> int | None:
        """The square of the king that has made ``max_same_king_moves`` quiet moves in a row.

        None where the variant has no such limit, or the side to move has no men. A king at the
        limit may still capture.
        """
        limit, side = self.variant.max_same_king_moves, self.position.side
        if not limit or self.ply < 2 * limit or not self.position.men(side):
            return None
        square = origin = None
        for at in islice(self._history(), 1, 2 * limit, 2):
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

    def _history(self) -> Iterator[Game]:
        """This game and every one before it, newest first."""
        at: Game | None = self
        while at is not None:
            yield at
            at = at.previous

    @property
    def start(self) -> Position:
        """The position the game started from."""
        *_, first = self._history()
        return first.position

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """Every move played, oldest first."""
        played = [at.last_move for at in self._history() if at.last_move is not None]
        return tuple(reversed(played))

    @cached_property
    def earlier_positions(self) -> tuple[Position, ...]:
        """The earlier positions that could still be repeated, oldest first."""
        repeatable = islice(self._history(), 1, self.quiet_plies + 1)
        return tuple(at.position for at in repeatable)[::-1]

    @cached_property
    def repetitions(self) -> int:
        """How many times this position, with the same side to move, has occurred; 1 when new.

        Nothing before the last capture or man's move can be repeated, so only later positions are
        compared.
        """
        times = 0
        for age, at in enumerate(self._history()):
            if age > self.quiet_plies:
                break
            times += at.position == self.position
        return times

    @cached_property
    def most_repetitions(self) -> int:
        """The most times that any position that could still be repeated has occurred."""
        return max(Counter((*self.earlier_positions, self.position)).values())

    @property
    def running_counters(self) -> list[tuple[DrawCounter, int]]:
        """The draw counters that run in this position, each with the plies it has counted."""
        return [
            (counter, count)
            for counter, count in zip(self.variant.draw_counters, self.counts, strict=True)
            if count is not None
        ]

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on.

        A win on the board comes first, then what was decided off the board, then draws by rule.
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
