"""A game of draughts as data: one frozen record of the traits that the move generator reads.

``game.rules.variants`` has the table of games. Code outside it never asks which game is being
played, only for a trait.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from game.rules.draws import DrawCounter
from game.rules.geometry import Board, Direction, Lines, Side, bit
from game.rules.position import Position


class Precedence(Enum):
    """What makes one capture compulsory over another; a variant's earlier keys decide first."""

    VALUE = "value"
    """The total value captured, a king being worth a little less than two men."""
    QUANTITY = "quantity"
    """How many pieces are captured."""
    WITH_KING = "with king"
    """Whether a king captures."""
    KINGS_TAKEN = "kings taken"
    """How many kings are captured."""
    ORDER = "order"
    """How early in the capture the kings are captured."""


class Notation(Enum):
    """How a game's own books name squares."""

    NUMERIC = "numeric"
    ALGEBRAIC = "algebraic"


class Jump:
    """A jump of a man or a short king from a given square: over ``victim``, onto ``landing``."""

    __slots__ = ("direction", "landing", "landing_bit", "victim", "victim_bit")

    def __init__(self, direction: Direction, victim: int, landing: int) -> None:
        self.direction = direction
        self.victim = victim
        self.victim_bit = bit(victim)
        self.landing = landing
        self.landing_bit = bit(landing)


Ray = tuple[tuple[int, int], ...]
"""(square, its bit) of each square on a line, nearest first."""


@dataclass(frozen=True)
class Reach:
    """The squares that a man or a king can reach from each square; index 0 is unused."""

    steps: tuple[tuple[tuple[int, int], ...], ...]
    """(landing, its bit) of every single step."""
    jumps: tuple[tuple[Jump, ...], ...]
    """Every jump over an adjacent piece onto the square behind it."""
    step_rays: tuple[tuple[Ray, ...], ...]
    """The lines along which a flying king moves, nearest square first."""
    jump_rays: tuple[tuple[tuple[Direction, Ray], ...], ...]
    """The lines along which a flying king captures."""


@dataclass(frozen=True)
class HouseRules:
    """What players change in a rule set by agreement; ``game.rules.house`` lists the options."""

    takes_most: bool = False
    """Whether the capture of the most pieces is compulsory."""
    quiet_plies: int = 0
    """Plies without a capture or a man's move after which the game is drawn, replacing the rule
    set's own draw counters; 0 keeps those."""


@dataclass(frozen=True)
class Variant:
    """The rules of one game. Each default is the commonest rule; a variant states what differs."""

    key: str
    """Name in URLs, commands and sessions; never changes. Includes the house rules, if any."""
    name: str
    """Name for people, as its players call it."""
    pdn_game_type: str
    """The PDN GameType tag, board suffix included."""
    board: Board = Board()
    rows_of_men: int = 3
    """How many rows each side's men fill at the start."""
    rows_behind_men: int = 0
    """How many rows behind them are empty at the start."""
    first_to_move: Side = Side.WHITE
    move_lines: Lines = Lines.DIAGONAL
    capture_lines: Lines = Lines.DIAGONAL
    king_is_flying: bool = True
    """Whether kings move and capture from any distance; short kings go one step or one jump."""
    king_lands_next: bool = False
    """Whether a flying king that captures must land on the square right behind the piece (Thai)."""
    king_stops_behind_king: bool = False
    """Whether a flying king that captures a king last must stop right behind it (Killer)."""
    men_capture_backward: bool = False
    men_capture_kings: bool = True
    promotes_in_passing: bool = False
    """Whether a man that reaches the king row in mid-capture goes on as a king (Russian).

    Elsewhere it is crowned only if its move ends there.
    """
    removes_in_passing: bool = False
    """Whether pieces are removed as they are jumped; else after the move (Turkish strike)."""
    may_turn_back: bool = True
    """Whether a capture may go back the way it came: possible only where pieces are removed as they
    are jumped, as elsewhere the piece just jumped is in the way."""
    capture_precedence: tuple[Precedence, ...] = ()
    """Keys to maximise, in order; empty means that any complete capture may be chosen."""
    max_same_king_moves: int = 0
    """How many quiet moves in a row the same king may make while its side has men; 0 for no
    limit."""
    max_repetitions: int = 3
    """The game is drawn when a position, same side to move, occurs this many times."""
    draw_counters: tuple[DrawCounter, ...] = ()
    notation: Notation = Notation.NUMERIC
    capture_sign: str = "x"
    """What this game's notation puts between the squares of a capture."""
    house_rules: HouseRules = HouseRules()
    parent: str = ""
    """Key of the rule set that the house rules were added to; empty without house rules."""

    @property
    def rule_set(self) -> str:
        """The rule set's key, whatever the house rules."""
        return self.parent or self.key

    @property
    def moves_key(self) -> str:
        """Key of the rules with the same moves, whatever their draws; they share endgame tables."""
        return self.key if self.house_rules.takes_most else self.rule_set

    @cached_property
    def start(self) -> Position:
        """The starting position."""
        rows = range(self.rows_behind_men, self.rows_behind_men + self.rows_of_men)
        return Position(
            black_men=sum(self.board.row_set(row) for row in rows),
            black_kings=0,
            white_men=sum(self.board.row_set(self.board.rows - 1 - row) for row in rows),
            white_kings=0,
            side=self.first_to_move,
        )

    @property
    def men_per_side(self) -> int:
        """How many men each side has at the start."""
        return self.start.white_men.bit_count()

    @cached_property
    def man_reach(self) -> tuple[Reach, Reach]:
        """The reach of men, by side."""
        return self._man_reach(Side.BLACK), self._man_reach(Side.WHITE)

    def _man_reach(self, side: Side) -> Reach:
        moving = [d for d in self.board.directions(self.move_lines) if not d.is_backward(side)]
        capturing = [
            d
            for d in self.board.directions(self.capture_lines)
            if self.men_capture_backward or not d.is_backward(side)
        ]
        return _reach(self.board, moving, capturing)

    @cached_property
    def king_reach(self) -> Reach:
        """The reach of kings."""
        return _reach(
            self.board,
            list(self.board.directions(self.move_lines)),
            list(self.board.directions(self.capture_lines)),
        )

    @cached_property
    def crownheads(self) -> tuple[int, int]:
        """The king row, as a set of squares, by the side whose men are crowned there."""
        return self.board.crownhead(Side.BLACK), self.board.crownhead(Side.WHITE)


def _reach(board: Board, moving: list[Direction], capturing: list[Direction]) -> Reach:
    steps: list[tuple[tuple[int, int], ...]] = [()]
    jumps: list[tuple[Jump, ...]] = [()]
    step_rays: list[tuple[Ray, ...]] = [()]
    jump_rays: list[tuple[tuple[Direction, Ray], ...]] = [()]
    for square in range(1, board.size + 1):
        moves = [ray for d in moving if (ray := _ray(board, square, d))]
        captures = [(d, ray) for d in capturing if len(ray := _ray(board, square, d)) > 1]
        steps.append(tuple(sorted(ray[0] for ray in moves)))
        single_jumps = [Jump(d, ray[0][0], ray[1][0]) for d, ray in captures]
        jumps.append(tuple(sorted(single_jumps, key=lambda jump: jump.landing)))
        step_rays.append(tuple(moves))
        jump_rays.append(tuple(captures))
    return Reach(tuple(steps), tuple(jumps), tuple(step_rays), tuple(jump_rays))


def _ray(board: Board, square: int, direction: Direction) -> Ray:
    return tuple((number, bit(number)) for number in board.ray(square, direction))
