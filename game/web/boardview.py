"""A game as rows of squares and lists of moves, with every word that is said about them.

Templates only loop over what stands here. What a position alone decides is made once and kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from game.notation import format_move
from game.play.solo import SoloGame
from game.rules import (
    Game,
    Move,
    Side,
    Variant,
    continuations,
)
from game.web import labels

GROUPED_FROM = 9
"""With this many moves they are listed under the piece that makes them."""


@dataclass(frozen=True)
class Button:
    """A submit button: ``name=value``, and the words on it."""

    name: str
    value: str
    words: str


@dataclass(frozen=True)
class Square:
    """A playing square of the board."""

    name: str
    css: str = ""
    words: str = ""
    """What stands there and what is special about it, to follow the name."""
    reason: str = ""
    """Why a piece that has the turn cannot move."""
    link: str | None = None
    """What the board's address is followed by when the square is a link; nothing lets go."""
    button: Button | None = None


@dataclass(frozen=True)
class Row:
    """A row of the board as it is turned: its header's words, and its cells as HTML."""

    name: str
    cells: SafeString


@dataclass(frozen=True)
class MoveGroup:
    """Moves listed together; without a heading when all moves are in one group."""

    heading: str
    buttons: tuple[Button, ...]


@dataclass(frozen=True)
class Pick:
    """A piece picked on the board: the squares it has visited, and where it may go."""

    route: tuple[int, ...]
    landings: dict[int, Button]
    words: str


def move_button(move: Move, variant: Variant) -> Button:
    """The button that plays ``move``."""
    return Button("move", format_move(move, variant), labels.move_order(move, variant))


def move_groups(game: Game) -> list[MoveGroup]:
    """Every legal move as a button, grouped by piece when there are many."""
    moves = game.legal_moves
    if len(moves) < GROUPED_FROM:
        buttons = tuple(move_button(move, game.variant) for move in moves)
        return [MoveGroup("", buttons)] if buttons else []
    return [
        MoveGroup(
            f"{labels.piece(game.position, origin).capitalize()} on "
            f"{labels.square(origin, game.variant)}",
            tuple(move_button(move, game.variant) for move in group),
        )
        for origin, group in groupby(sorted(moves), key=lambda move: move.origin)
    ]


def movable(game: Game) -> frozenset[int]:
    """The squares whose pieces have a legal move."""
    return frozenset(move.origin for move in game.legal_moves)


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
            landings[landing] = _step_button(route, landing, game)
    onward = [move for moves in following.values() for move in moves]
    for last in {move.destination for move in onward} - landings.keys():
        results = {move.result: move for move in onward if move.destination == last}
        if len(results) == 1:
            landings[last] = move_button(*results.values(), game.variant)
    if not landings and len(route) > 1:
        return None
    return Pick(route, landings, labels.picked(game, route, sorted(landings)))


def _step_button(route: tuple[int, ...], landing: int, game: Game) -> Button:
    value = "x".join(labels.square(number, game.variant) for number in (*route, landing))
    words = f"Jump to {labels.square(landing, game.variant)} and on"
    return Button("pick", value, words)


def board_rows(solo: SoloGame, pick: Pick | None, address: str) -> list[Row]:
    """The board as the session has it turned, top row first; links lead to ``address``."""
    variant = solo.variant
    board = variant.board
    can_move = movable(solo.game)
    drawn = {
        number: _drawn(_square(number, solo.game, can_move, pick))
        for number in board.square_at.values()
    }
    here = escape(address)
    rows = []
    for row in _turned(board.rows, solo.bottom):
        places = ((row, column) for column in _turned(board.columns, solo.bottom))
        cells = "".join(
            drawn[board.square_at[at]] if at in board.square_at else LIGHT for at in places
        )
        rows.append(Row(labels.row_name(row, variant), mark_safe(cells.replace(_HERE, here))))
    return rows


LIGHT = "<td></td>"
"""A square that nothing ever stands on."""
_HERE = "BOARD-ADDRESS"
"""Stands in a kept cell for the address of the board, the one thing that differs every ply."""


@lru_cache(maxsize=4096)
def _drawn(square: Square) -> str:
    """A playing square's cell. Few differ, and a template takes 50 times as long as a look-up."""
    return render_to_string("game/_square.html", {"square": square, "address": _HERE}).strip()


def _turned(count: int, bottom: Side) -> range:
    return range(count) if bottom is Side.WHITE else range(count)[::-1]


def _square(number: int, game: Game, can_move: frozenset[int], pick: Pick | None) -> Square:
    """One playing square: what stands there, what it did last, and what it may do now."""
    position, variant = game.position, game.variant
    owner = position.owner(number)
    name = labels.square(number, variant)
    css, words, reason, link = [], labels.contents(position, number), "", None
    if owner is not None:
        css.append(f"{owner.letter.lower()}{'k' if position.is_king(number) else 'm'}")
    if game.last_move is not None and number in (game.last_move.origin, game.last_move.destination):
        css.append("last")
        words += labels.last_move_mark(number, game.last_move)
    if game.outcome is None and owner is position.side:
        if number in can_move:
            css.append("must" if labels.must_capture(game) else "can")
            link = f"&pick={name}"
        else:
            reason = labels.why_it_stays(game, number)
    if pick is not None and number in pick.route:
        css.append("picked" if number == pick.route[0] else "via")
        words += labels.pick_mark(number, pick.route)
        if number == pick.route[0] and link:
            link = ""
    button = pick.landings.get(number) if pick else None
    if button is not None:
        css.append("landing")
    return Square(name, " ".join(css), words, reason, link, button)
