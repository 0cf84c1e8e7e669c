"""Boards that teach: fixed positions, drawn as the game's board is, with what is shown marked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from game.rules import Game, Move, Side
from game.web import labels, wording
from game.web.boardview import LIGHT, Row, pieces_on, turned
from game.web.labels import teaching
from game.web.lessons import LESSONS, Lesson
from game.web.wording import Wording


@dataclass(frozen=True)
class Diagram:
    """A lesson as its template needs it."""

    lesson: Lesson
    title: str
    """What it shows, in the middle of a sentence."""
    caption: str
    rows: tuple[Row, ...]
    told: list[str]
    """What is shown, a sentence for each move or piece."""
    worked: list[str]
    """The same step by step, where there is more to it."""
    pieces: list[str]
    """All pieces in words, a line for each side."""


ALWAYS_AT_THE_BOTTOM = {"black": Side.BLACK, "white": Side.WHITE}
"""By what the reader has chosen; else it is the side to move."""


def diagrams(rules: str, bottom: str) -> dict[str, Diagram]:
    """The lessons of a rule set in the reader's words; ``bottom`` is what they have chosen."""
    words, always = wording.active(), ALWAYS_AT_THE_BOTTOM.get(bottom)
    return {key: _drawn(rules, key, always, words) for key in LESSONS[rules]}


@lru_cache(maxsize=512)
def _drawn(rules: str, key: str, always: Side | None, words: Wording) -> Diagram:
    """A lesson, drawn once for each way of saying it; ``words`` are the active ones."""
    lesson = LESSONS[rules][key]
    position = lesson.game.position
    bottom = position.side if always is None else always
    return Diagram(
        lesson=lesson,
        title=teaching.TITLES[key],
        caption=teaching.diagram_caption(lesson, bottom),
        rows=tuple(_rows(lesson, bottom)),
        told=teaching.told(lesson),
        worked=teaching.worked(lesson),
        pieces=[labels.pieces_of(position, side, lesson.variant) for side in Side],
    )


def _rows(lesson: Lesson, bottom: Side) -> list[Row]:
    board = lesson.variant.board
    occupants, marks = pieces_on(lesson.game.position), _marks(lesson)
    cells = {
        board.places[number - 1]: _cell(
            number, occupants.get(number, ""), marks.get(number, ""), lesson
        )
        for number in range(1, board.size + 1)
    }
    columns = turned(board.columns, bottom)
    return [
        Row(
            labels.row_name(row, lesson.variant),
            mark_safe("".join([cells.get((row, column), LIGHT) for column in columns])),
        )
        for row in turned(board.rows, bottom)
    ]


def _cell(number: int, occupant: str, mark: str, lesson: Lesson) -> SafeString:
    name, words = teaching.diagram_square(number, occupant, mark, lesson)
    css = " ".join(part for part in (occupant, mark) if part)
    return mark_safe(
        render_to_string("learn/_square.html", {"css": css, "name": name, "words": words}).strip()
    )


def _marks(lesson: Lesson) -> dict[int, str]:
    """What happens on which square: in the line's first move, or in all moves of some pieces."""
    marks: dict[int, str] = {}
    for move in lesson.shown[:1] or _moves_shown(lesson.game, lesson.origins):
        marks |= dict.fromkeys(move.captures, "taken")
        marks |= dict.fromkeys(move.path[1:-1], "via")
        marks |= {move.origin: "picked", move.destination: "landing"}
    return marks


def _moves_shown(game: Game, origins: list[int]) -> list[Move]:
    return [move for move in game.legal_moves if move.origin in origins]
