"""Diagrams of lessons: fixed positions, rendered like the game's board, with marked squares."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language

from game.rules import Game, Move, Side
from game.web.board import labels as board_labels
from game.web.board.still import StillSquare, still_rows
from game.web.board.view import Row, pieces_on
from game.web.learn import labels
from game.web.learn.lessons import LESSONS, Lesson
from game.web.shared import wording
from game.web.shared.wording import Wording


@dataclass(frozen=True)
class Diagram:
    """A lesson as its template renders it."""

    lesson: Lesson
    title: str
    """What it shows, worded for the middle of a sentence."""
    caption: str
    rows: tuple[Row, ...]
    explanation: list[str]
    """The explanation, a sentence for each move or piece."""
    steps: list[str]
    """The explanation step by step, if there is more to it."""
    pieces: list[str]
    """All pieces in text, a line for each side."""


FIXED_BOTTOM = {"black": Side.BLACK, "white": Side.WHITE}
"""The side at the bottom by the reader's preference; by default it is the side to move."""


def diagrams(rules: str, bottom: str) -> dict[str, Diagram]:
    """Return a rule set's lessons in the reader's words; ``bottom`` is their preference."""
    words, always = wording.active(), FIXED_BOTTOM.get(bottom)
    language = get_language()
    return {key: _make_diagram(rules, key, always, words, language) for key in LESSONS[rules]}


@lru_cache(maxsize=512)
def _make_diagram(
    rules: str, key: str, always: Side | None, words: Wording, language: str | None
) -> Diagram:
    """Make a lesson's diagram, cached for each wording; ``words`` and ``language`` are active."""
    lesson = LESSONS[rules][key]
    position = lesson.game.position
    bottom = position.side if always is None else always
    return Diagram(
        lesson=lesson,
        title=str(labels.TITLES[key]),
        caption=labels.diagram_caption(lesson, bottom),
        rows=tuple(still_rows(_squares(lesson), lesson.variant, bottom)),
        explanation=labels.explain(lesson),
        steps=labels.explain_steps(lesson),
        pieces=[board_labels.pieces_of(position, side, lesson.variant) for side in Side],
    )


def _squares(lesson: Lesson) -> dict[int, StillSquare]:
    occupants, marks = pieces_on(lesson.game.position), _marks(lesson)
    squares = {}
    for number in range(1, lesson.variant.board.size + 1):
        occupant, mark = occupants.get(number, ""), marks.get(number, "")
        name, words = labels.diagram_square(number, occupant, mark, lesson)
        squares[number] = StillSquare(name, words, f"{occupant} {mark}".strip())
    return squares


def _marks(lesson: Lesson) -> dict[int, str]:
    """Return each square's mark, from the line's first move or all moves of the pieces shown."""
    marks: dict[int, str] = {}
    for move in lesson.shown[:1] or _moves_shown(lesson.game, lesson.origins):
        marks |= dict.fromkeys(move.captures, "taken")
        marks |= dict.fromkeys(move.path[1:-1], "via")
        marks |= {move.origin: "picked", move.destination: "landing"}
    return marks


def _moves_shown(game: Game, origins: list[int]) -> list[Move]:
    return [move for move in game.legal_moves if move.origin in origins]
