"""What a game of draughts is, as data: one frozen record of traits that the generator reads.

``game.rules.variants`` holds the table of games. No code outside it asks which game is being
played; it asks for a trait.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from game.rules.draws import DrawCounter
from game.rules.geometry import Board, Direction, Lines, Side, bit
from game.rules.position import Position


class Precedence(Enum):
    """What a capture is preferred for; earlier keys of a variant decide first."""

    VALUE = "value"
    """The summed worth of what is taken, where a king is a little less than two men."""
    QUANTITY = "quantity"
    """How many pieces are taken."""
    WITH_KING = "with king"
    """Whether a king does the taking."""
    KINGS_TAKEN = "kings taken"
    """How many kings are taken."""
    ORDER = "order"
    """Whether the kings taken come early in the capture."""


class Notation(Enum):
    """How a game's own literature names squares."""

    NUMERIC = "numeric"
    ALGEBRAIC = "algebraic"


class Jump:
    """Where a short-ranged piece may jump from one square: over ``victim`` to ``landing``."""

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
    """Which squares a kind of piece reaches from each square; index 0 is unused."""

    steps: tuple[tuple[tuple[int, int], ...], ...]
    """(landing, its bit) of every single step."""
    jumps: tuple[tuple[Jump, ...], ...]
    """Every jump over a neighbour onto the square behind it."""
    step_rays: tuple[tuple[Ray, ...], ...]
    """The lines along which a flying king moves, each nearest first."""
    jump_rays: tuple[tuple[tuple[Direction, Ray], ...], ...]
    """The lines along which a flying king captures."""


@dataclass(frozen=True)
class HouseRules:
    """What players agree on beyond a rule set; ``game.rules.house`` says what may be agreed."""

    takes_most: bool = False
    """Whether the capture that takes the most pieces must be chosen."""
    quiet_plies: int = 0
    """Plies without a capture or a man's move after which the game is drawn, in place of the rule
    set's own draw counters; 0 keeps those."""


@dataclass(frozen=True)
class Variant:
    """The rules of one game. A field's default is the commonest rule; a row states what differs."""

    key: str
    """Name in URLs, commands and sessions; never changes. With house rules it names those too."""
    name: str
    """Name for people, as its players call it."""
    pdn_game_type: str
    """The PDN GameType tag with its board suffix."""
    board: Board = Board()
    rows_of_men: int = 3
    """How many rows each side fills with men at the start."""
    first_to_move: Side = Side.WHITE
    move_lines: Lines = Lines.DIAGONAL
    capture_lines: Lines = Lines.DIAGONAL
    king_is_flying: bool = True
    """Kings move any distance and capture from afar, else one step and one jump."""
    men_capture_backward: bool = False
    men_capture_kings: bool = True
    promotes_in_passing: bool = False
    """A man that touches the king row in mid-capture goes on as a king, else it must end there."""
    removes_in_passing: bool = False
    """Pieces leave the board as they are jumped, else when the move has ended (Turkish strike)."""
    capture_precedence: tuple[Precedence, ...] = ()
    """Keys to be maximised in order; empty means any complete capture may be chosen."""
    max_king_moves: int = 0
    """Quiet moves in a row that one king may make while its side has men; 0 is any number."""
    max_repetitions: int = 3
    """The game is drawn when a position, same side to move, stands this many times."""
    draw_counters: tuple[DrawCounter, ...] = ()
    notation: Notation = Notation.NUMERIC
    capture_sign: str = "x"
    """Between the squares of a capture in this game's notation."""
    house_rules: HouseRules = HouseRules()
    """What is played differently by agreement, in this game only."""
    parent: str = ""
    """Key of the rule set that house rules were added to; empty where there are none."""

    @property
    def rule_set(self) -> str:
        """Key of the rule set, without regard to house rules."""
        return self.parent or self.key

    @property
    def moves_as(self) -> str:
        """Key of the rules with the same moves, whatever counts as a draw: endings are alike."""
        return self.key if self.house_rules.takes_most else self.rule_set

    @cached_property
    def start(self) -> Position:
        """The position a game begins with."""
        rows = range(self.rows_of_men)
        return Position(
            black_men=sum(self.board.row_set(row) for row in rows),
            black_kings=0,
            white_men=sum(self.board.row_set(self.board.rows - 1 - row) for row in rows),
            white_kings=0,
            side=self.first_to_move,
        )

    @property
    def men_a_side(self) -> int:
        """How many men each side starts with."""
        return self.start.white_men.bit_count()

    @cached_property
    def man_reach(self) -> tuple[Reach, Reach]:
        """A man's reach, by side."""
        return self._man_reach(Side.BLACK), self._man_reach(Side.WHITE)

    def _man_reach(self, side: Side) -> Reach:
        ahead = [d for d in self.board.directions(self.move_lines) if not d.is_backward(side)]
        strikes = [
            d
            for d in self.board.directions(self.capture_lines)
            if self.men_capture_backward or not d.is_backward(side)
        ]
        return _reach(self.board, ahead, strikes)

    @cached_property
    def king_reach(self) -> Reach:
        """A king's reach."""
        return _reach(
            self.board,
            list(self.board.directions(self.move_lines)),
            list(self.board.directions(self.capture_lines)),
        )

    @cached_property
    def crownheads(self) -> tuple[int, int]:
        """The set of squares on which a man is crowned, by side."""
        return self.board.crownhead(Side.BLACK), self.board.crownhead(Side.WHITE)


def _reach(board: Board, moving: list[Direction], striking: list[Direction]) -> Reach:
    steps: list[tuple[tuple[int, int], ...]] = [()]
    jumps: list[tuple[Jump, ...]] = [()]
    step_rays: list[tuple[Ray, ...]] = [()]
    jump_rays: list[tuple[tuple[Direction, Ray], ...]] = [()]
    for square in range(1, board.size + 1):
        lines = [ray for d in moving if (ray := _ray(board, square, d))]
        strikes = [(d, ray) for d in striking if len(ray := _ray(board, square, d)) > 1]
        steps.append(tuple(sorted(ray[0] for ray in lines)))
        single_jumps = [Jump(d, ray[0][0], ray[1][0]) for d, ray in strikes]
        jumps.append(tuple(sorted(single_jumps, key=lambda jump: jump.landing)))
        step_rays.append(tuple(lines))
        jump_rays.append(tuple(strikes))
    return Reach(tuple(steps), tuple(jumps), tuple(step_rays), tuple(jump_rays))


def _ray(board: Board, square: int, direction: Direction) -> Ray:
    return tuple((number, bit(number)) for number in board.ray(square, direction))
