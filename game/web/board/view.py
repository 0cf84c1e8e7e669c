"""A game as rows of squares and lists of moves, with all their labels.

Templates only loop over these values. What depends on the position alone is cached.
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
from game.web.board.arrows import draw_arrow
from game.web.shared import terms, wording
from game.web.shared.wording import Wording

GROUPED_FROM = 9
"""From this many legal moves on, they are grouped by piece."""


LAST_CSS = {"left": "last", "reached": "last", "passed": "passed", "captured": "gone"}
"""CSS classes of the squares where the last move began and ended, landed and captured."""


@dataclass(frozen=True)
class Button:
    """A submit button: ``name=value`` and its label."""

    name: str
    value: str
    words: str


class Square(NamedTuple):
    """What decides how one playing square looks and how it is described."""

    number: int
    piece: str = ""
    """``bm``, ``bk``, ``wm`` or ``wk``: side, then man or king; empty for an empty square."""
    last: str = ""
    """What the last move did here: a key of ``LAST_CSS``."""
    turn: str = ""
    """For a piece of the side to move: ``can``, ``must``, or why not: ``blocked``, ``waits``."""
    pick: str = ""
    """``picked`` where the picked piece stands, ``via`` where it jumped from in this move."""
    button: Button | None = None
    """What pressing the square does, if the picked piece can go there."""

    @property
    def css(self) -> str:
        """The cell's CSS classes."""
        marks = (
            self.piece,
            LAST_CSS.get(self.last),
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
    """A row of the board as shown: its header and its cells as HTML."""

    name: str
    cells: SafeString


@dataclass(frozen=True)
class MoveGroup:
    """Moves listed together, as HTML items; the heading is empty if it is the only group."""

    heading: str
    items: SafeString


@dataclass(frozen=True)
class Confirmation:
    """A move that was chosen and waits to be confirmed."""

    value: str
    words: str
    question: str


@dataclass(frozen=True)
class Pick:
    """A piece picked on the board: the squares it has visited and where it can go."""

    route: tuple[int, ...]
    landings: dict[int, Button]
    words: str
    text: str
    """The route as written in URLs and button values."""


def move_button(move: Move, variant: Variant) -> Button:
    """Return the button that plays ``move``."""
    return Button("move", labels.move_text(move, variant), labels.move_label(move, variant))


def confirmation(active: ActiveGame, move: Move) -> Confirmation:
    """Return the confirmation of ``move``, for people who confirm each move."""
    button = move_button(move, active.variant)
    return Confirmation(button.value, button.words, labels.move_question(move, active.variant))


def move_groups(game: Game) -> list[MoveGroup]:
    """Return every legal move as a button, grouped by piece if there are many."""
    moves = sorted(game.legal_moves, key=lambda move: terms.move_sort_key(move, game.variant))
    if len(moves) < GROUPED_FROM:
        return [MoveGroup("", _items(moves, game.variant))] if moves else []
    return [
        MoveGroup(labels.group_heading(game, origin), _items(group, game.variant))
        for origin, group in groupby(moves, key=lambda move: move.origin)
    ]


def _items(moves: Iterable[Move], variant: Variant) -> SafeString:
    words = wording.active()
    return mark_safe("\n".join([_render_move(variant.key, move, words) for move in moves]))


@lru_cache(maxsize=8192)
def _render_move(variant: str, move: Move, words: Wording) -> str:
    """Render a move's list item, cached like a square's cell: games share most of their moves.

    ``words`` is the active wording, an argument because the cached item depends on it.
    """
    rules = find_variant(variant)
    return render_to_string(
        "board/_move.html",
        {
            "button": move_button(move, rules),
            "path": _names(move.path, rules),
            "takes": _names(move.captures, rules),
            "crowns": move.promotes,
        },
    ).strip()


def last_path(game: Game) -> str:
    """Return the squares of the last move, for the script that slides its piece along them."""
    move = game.last_move
    return "" if move is None else _names(move.path, game.variant)


def _names(squares: Iterable[int], variant: Variant) -> str:
    return " ".join(terms.square(number, variant) for number in squares)


def pick_piece(game: Game, route: tuple[int, ...]) -> Pick | None:
    """Return where the mover's piece that has gone ``route`` can go; None without such a piece.

    A landing square is a button. One that ends a move plays it; so does the last square of a
    multi-jump if only one result leads there. One on the way asks for the next landing.
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


def board_rows(
    active: ActiveGame, pick: Pick | None, address: str, hint: Move | None = None
) -> list[Row]:
    """Return the board as it is turned, top row first; links lead to ``address``.

    A ``hint`` is an arrow along the way of that move.
    """
    variant, words, here = active.variant, wording.active(), escape(address)
    cells = {
        square.number: _render_square(variant.key, square, words).replace(_HERE, here)
        for square in _squares(active, pick)
    }
    if hint is not None:
        drawn = f"{draw_arrow(hint, variant, active.bottom)}</td>"
        cells[hint.origin] = cells[hint.origin].replace("</td>", drawn)
    return lay_out_rows(cells, variant, active.bottom)


def lay_out_rows(cells: Mapping[int, str], variant: Variant, bottom: Side) -> list[Row]:
    """Return cells, keyed by square number, as rows of the turned board, top row first."""
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


def text_board(game: Game, bottom: Side, *, names_squares: bool = False) -> str:
    """Return the board as lines of letters, ``bottom`` at the bottom, for braille and plain text.

    A side's initial is a man, a king if in capitals; a dot is an empty dark square, a dash a light
    one. Rows are numbered as in the square names; if those have letters, files are named below,
    else ``names_squares`` adds each row's squares at its end.
    """
    board = game.variant.board
    has_letters = wording.active().notation(game.variant) is Notation.ALGEBRAIC
    columns = turned(board.columns, bottom)
    letters = {side: terms.initial(side) for side in Side}
    lines = []
    for row in turned(board.rows, bottom):
        places = [board.square_at.get((row, column)) for column in columns]
        marks = "".join("-" if at is None else _mark(game.position, at, letters) for at in places)
        squares = [at for at in places if at is not None]
        is_named = names_squares and not has_letters
        names = f"  {_names(squares, game.variant)}" if is_named else ""
        lines.append(f"{terms.row_number(row, game.variant):>2} {marks}{names}")
    if has_letters:
        lines.append("   " + "".join(FILES[column] for column in columns))
    return "\n".join(lines)


def _mark(position: Position, square: int, letters: Mapping[Side, str]) -> str:
    owner = position.owner(square)
    if owner is None:
        return "."
    initial = letters[owner]
    return initial if position.is_king(square) else initial.lower()


LIGHT = "<td></td>"
"""A light square, which is never played on."""
_HERE = "BOARD-ADDRESS"
"""Placeholder in a cached cell for the board's URL, the one thing that differs every ply."""


def turned(count: int, bottom: Side) -> range:
    """Return the order to draw rows or columns in, with ``bottom`` at the bottom."""
    return range(count) if bottom is Side.WHITE else range(count)[::-1]


def _squares(active: ActiveGame, pick: Pick | None) -> list[Square]:
    """Return every playing square: what just happened there, and what can happen next."""
    game = active.game
    pieces, last = pieces_on(game.position), last_move_marks(game)
    turns = {} if not active.may_move else _turns(game)
    picked: dict[int, str] = {}
    landings: dict[int, Button] = {}
    if pick is not None:
        first, *_, at = (*pick.route, pick.route[-1])
        # In the middle of a jump the piece stands where it has jumped to.
        pieces[at], turns[at] = pieces.pop(first), turns.pop(first)
        picked = dict.fromkeys(pick.route, "via") | {at: "picked"}
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
    """Return the piece on each occupied square, in the letters of ``Square.piece``."""
    pieces: dict[int, str] = {}
    for side in Side:
        letter = side.letter.lower()
        pieces |= dict.fromkeys(squares_of(position.men(side)), f"{letter}m")
        pieces |= dict.fromkeys(squares_of(position.kings(side)), f"{letter}k")
    return pieces


def last_move_marks(game: Game) -> dict[int, str]:
    """Return where the last move began, landed, captured and ended, as in ``Square.last``."""
    move = game.last_move
    if move is None:
        return {}
    on_the_way = dict.fromkeys(move.captures, "captured") | dict.fromkeys(move.path, "passed")
    return on_the_way | {move.origin: "left", move.destination: "reached"}


def _turns(game: Game) -> dict[int, str]:
    """Return what each piece of the side to move can do; nothing once the game is over."""
    if game.outcome is not None:
        return {}
    is_capture = labels.must_capture(game)
    own = squares_of(game.position.pieces(game.position.side))
    turns = dict.fromkeys(own, "waits" if is_capture else "blocked")
    return turns | {move.origin: "must" if is_capture else "can" for move in game.legal_moves}


@lru_cache(maxsize=8192)
def _render_square(variant: str, square: Square, words: Wording) -> str:
    """Render a playing square's cell, cached: few differ, and rendering costs 50 look-ups.

    ``words`` is the active wording, an argument because the cached cell depends on it.
    """
    name = terms.square(square.number, find_variant(variant))
    return render_to_string(
        "board/_square.html",
        {
            "square": square,
            "name": name,
            "words": terms.describe_square(square.piece, square.last, square.turn, square.pick),
            "title": terms.IMMOBILE.get(square.turn, ""),
            # Picking the picked piece again unpicks it.
            "link": _HERE if square.pick else f"{_HERE}&pick={name}",
        },
    ).strip()
