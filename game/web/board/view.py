"""A game as rows of squares and lists of moves, with every word that is said about them.

Templates only loop over what stands here. What a position alone decides is made once and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from game.notation.squares import FILES
from game.play.active_game import ActiveGame
from game.rules import (
    Game,
    Move,
    Notation,
    Position,
    Side,
    Variant,
    continuations,
    find_variant,
    squares_of,
)
from game.web.board import labels
from game.web.shared import terms, wording
from game.web.shared.wording import Wording

GROUPED_FROM = 9
"""With this many moves they are listed under the piece that makes them."""


@dataclass(frozen=True)
class Button:
    """A submit button: ``name=value``, and the words on it."""

    name: str
    value: str
    words: str


class Square(NamedTuple):
    """What decides how one playing square looks and what is said of it."""

    number: int
    piece: str = ""
    """``bm``, ``bk``, ``wm`` or ``wk``: side, then man or king; empty when nothing stands there."""
    last: str = ""
    """``left`` or ``reached``, when the last move began or ended here."""
    turn: str = ""
    """For a piece whose side is to move: ``can``, ``must``, or why not: ``blocked``, ``waits``."""
    pick: str = ""
    """``picked`` where the picked piece stands, ``via`` where it has jumped to."""
    button: Button | None = None
    """What pressing the square does, when a picked piece may go there."""

    @property
    def css(self) -> str:
        """The cell's classes."""
        marks = (
            self.piece,
            self.last and "last",
            self.turn if self.is_movable else "",
            self.pick,
            self.button and "landing",
        )
        return " ".join(mark for mark in marks if mark)

    @property
    def is_movable(self) -> bool:
        """Whether a piece here has a legal move, so that the square is a link."""
        return self.turn in ("can", "must")


@dataclass(frozen=True)
class Row:
    """A row of the board as it is turned: its header's words, and its cells as HTML."""

    name: str
    cells: SafeString


@dataclass(frozen=True)
class MoveGroup:
    """Moves listed together, as HTML items; without a heading when there is one group only."""

    heading: str
    items: SafeString


@dataclass(frozen=True)
class Confirmation:
    """A move chosen and not yet played."""

    value: str
    words: str
    question: str


@dataclass(frozen=True)
class Pick:
    """A piece picked on the board: the squares it has visited, and where it may go."""

    route: tuple[int, ...]
    landings: dict[int, Button]
    words: str
    text: str
    """The route as addresses and buttons give it."""


def move_button(move: Move, variant: Variant) -> Button:
    """The button that plays ``move``."""
    return Button("move", labels.move_text(move, variant), labels.move_label(move, variant))


def confirmation(active: ActiveGame, move: Move) -> Confirmation:
    """What is asked of a person who wants every move asked for once more."""
    button = move_button(move, active.variant)
    return Confirmation(button.value, button.words, labels.move_question(move, active.variant))


def move_groups(game: Game) -> list[MoveGroup]:
    """Every legal move as a button, grouped by piece when there are many."""
    moves = sorted(game.legal_moves, key=lambda move: terms.move_sort_key(move, game.variant))
    if len(moves) < GROUPED_FROM:
        return [MoveGroup("", _items(moves, game.variant))] if moves else []
    return [
        MoveGroup(labels.group_heading(game, origin), _items(group, game.variant))
        for origin, group in groupby(moves, key=lambda move: move.origin)
    ]


def _items(moves: Iterable[Move], variant: Variant) -> SafeString:
    words = wording.active()
    return mark_safe("\n".join([_drawn_move(variant.key, move, words) for move in moves]))


@lru_cache(maxsize=8192)
def _drawn_move(variant: str, move: Move, words: Wording) -> str:
    """A move's list item, kept like a square's cell: games share most of their moves.

    ``words`` are the active ones; they are an argument because the item depends on them.
    """
    button = move_button(move, find_variant(variant))
    return render_to_string("board/_move.html", {"button": button}).strip()


def pick_piece(game: Game, route: tuple[int, ...]) -> Pick | None:
    """What the mover's piece that has gone ``route`` may do next; None if none stands there.

    A landing square is a button. One that ends a move plays it; so does the last square of a
    multi-jump when one result leads there. One on the way asks for the next landing.
    """
    if game.outcome is not None or game.position.owner(route[0]) is not game.position.side:
        return None
    landings: dict[int, Button] = {}
    following = continuations(game.position, game.variant, route)
    for landing, moves in following.items():
        ends = [move for move in moves if move.path == (*route, landing)]
        if ends:
            landings[landing] = move_button(ends[0], game.variant)
        else:
            landings[landing] = _step_button((*route, landing), game.variant)
    onward = [move for moves in following.values() for move in moves]
    for last in {move.destination for move in onward} - landings.keys():
        one, *others = {move.result: move for move in onward if move.destination == last}.values()
        if not others:
            landings[last] = move_button(one, game.variant)
    if not landings and len(route) > 1:
        return None
    words = labels.picked(game, route, landings)
    return Pick(route, landings, words, _route_text(route, game.variant))


def _step_button(route: tuple[int, ...], variant: Variant) -> Button:
    return Button("pick", _route_text(route, variant), labels.step_label(route[-1], variant))


def _route_text(route: tuple[int, ...], variant: Variant) -> str:
    return "x".join(terms.square(number, variant) for number in route)


def board_rows(active: ActiveGame, pick: Pick | None, address: str) -> list[Row]:
    """The board as it is turned, top row first; links lead to ``address``."""
    variant, words, here = active.variant, wording.active(), escape(address)
    cells = {
        square.number: _drawn(variant.key, square, words).replace(_HERE, here)
        for square in _squares(active, pick)
    }
    return laid_out(cells, variant, active.bottom)


def laid_out(cells: Mapping[int, str], variant: Variant, bottom: Side) -> list[Row]:
    """Cells, by the number of their square, in rows as the board is turned, the top one first."""
    board = variant.board
    placed = {board.places[number - 1]: cell for number, cell in cells.items()}
    columns = turned(board.columns, bottom)
    return [
        Row(
            terms.row_name(row, variant),
            mark_safe("".join([placed.get((row, column), LIGHT) for column in columns])),
        )
        for row in turned(board.rows, bottom)
    ]


def text_board(active: ActiveGame) -> str:
    """The board as lines of letters, as the session has it turned, for braille and plain text.

    A side's initial is a man, in capitals a king; a dot is an empty dark square, a dash a light
    one. Rows are numbered as the squares' names count them; files are named below where names
    have letters.
    """
    board = active.variant.board
    has_letters = wording.active().notation(active.variant) is Notation.ALGEBRAIC
    columns = turned(board.columns, active.bottom)
    lines = []
    for row in turned(board.rows, active.bottom):
        squares = (board.square_at.get((row, column)) for column in columns)
        marks = "".join("-" if at is None else _mark(active.game.position, at) for at in squares)
        lines.append(f"{terms.row_number(row, active.variant):>2} {marks}")
    if has_letters:
        lines.append("   " + "".join(FILES[column] for column in columns))
    return "\n".join(lines)


def _mark(position: Position, square: int) -> str:
    owner = position.owner(square)
    if owner is None:
        return "."
    initial = terms.SIDES[owner][0]
    return initial if position.is_king(square) else initial.lower()


LIGHT = "<td></td>"
"""A square that nothing ever stands on."""
_HERE = "BOARD-ADDRESS"
"""Stands in a kept cell for the address of the board, the one thing that differs every ply."""


def turned(count: int, bottom: Side) -> range:
    """Rows or columns in the order they are drawn in, with ``bottom`` at the bottom."""
    return range(count) if bottom is Side.WHITE else range(count)[::-1]


def _squares(active: ActiveGame, pick: Pick | None) -> list[Square]:
    """Every playing square with what happened there and what may happen now."""
    game = active.game
    pieces, last = pieces_on(game.position), last_move_on(game)
    turns = {} if not active.may_move else _turns(game)
    picked: dict[int, str] = {}
    landings: dict[int, Button] = {}
    if pick is not None:
        picked = dict.fromkeys(pick.route, "via") | {pick.route[0]: "picked"}
        landings = pick.landings
    return [
        Square(
            number,
            pieces.get(number, ""),
            last.get(number, ""),
            turns.get(number, ""),
            picked.get(number, ""),
            landings.get(number),
        )
        for number in range(1, game.variant.board.size + 1)
    ]


def pieces_on(position: Position) -> dict[int, str]:
    """What stands where, as ``Square.piece`` says it."""
    pieces: dict[int, str] = {}
    for side in Side:
        letter = side.letter.lower()
        pieces |= dict.fromkeys(squares_of(position.men(side)), f"{letter}m")
        pieces |= dict.fromkeys(squares_of(position.kings(side)), f"{letter}k")
    return pieces


def last_move_on(game: Game) -> dict[int, str]:
    """Where the last move began and ended, as ``Square.last`` says it."""
    move = game.last_move
    return {} if move is None else {move.origin: "left", move.destination: "reached"}


def _turns(game: Game) -> dict[int, str]:
    """What each piece of the side to move may do; nothing once the game is over."""
    if game.outcome is not None:
        return {}
    is_capture = labels.must_capture(game)
    own = squares_of(game.position.pieces(game.position.side))
    turns = dict.fromkeys(own, "waits" if is_capture else "blocked")
    return turns | {move.origin: "must" if is_capture else "can" for move in game.legal_moves}


@lru_cache(maxsize=8192)
def _drawn(variant: str, square: Square, words: Wording) -> str:
    """A playing square's cell. Few differ, and a template takes 50 times as long as a look-up.

    ``words`` are the active ones; they are an argument because the cell depends on them.
    """
    name = terms.square(square.number, find_variant(variant))
    return render_to_string(
        "board/_square.html",
        {
            "square": square,
            "name": name,
            "words": terms.square_words(square.piece, square.last, square.turn, square.pick),
            "title": terms.STAYS.get(square.turn, ""),
            # Picking the picked piece again lets it go.
            "link": _HERE if square.pick else f"{_HERE}&pick={name}",
        },
    ).strip()
