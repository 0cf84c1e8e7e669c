"""Labels for lessons: titles, captions, explanations, an opening move by move."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.rules import Game, Move, Side
from game.rules.geometry import bit
from game.web.board.labels import move_label, move_shown, move_text, moves_numbered
from game.web.learn.lessons import LESSONS, Lesson
from game.web.shared.labels import listed
from game.web.shared.terms import SIDES, occupant_words, piece, sorted_squares, square, squares

TITLES = {
    "start": "the start",
    "man": "how men move",
    "must": "a jump that must be taken",
    "backward": "a man jumps backward",
    "double": "a double jump",
    "choice": "two ways to jump",
    "king": "how a king moves",
    "afar": "a king jumps from afar",
    "stays": "jumped pieces in the way",
    "crowned": "the far row in mid-jump",
    "opening": "after the opening",
    "shot": "give one, take two",
    "opposition": "whoever moves, loses",
}
"""What a lesson shows, as named under its board and on its button."""
MARKS = {
    "picked": "to move",
    "via": "landed on in passing",
    "landing": "where it can go",
    "taken": "jumped",
}
"""What happens on a marked square of a lesson."""
OPENING_NAMES = {"english": "the Single Corner", "brazilian": "the Stake"}
COMMENTS = {
    "english": (
        "A man steps from the front row into the centre.",
        "The answer walks right up to it and leaves the square behind it empty, so a jump is due.",
        "It has to be taken.",
        "And straight back: one man each, an even trade. The jumping man now stands in the centre.",
        "A man comes up from behind, so that the ones in front are backed again.",
        "The same idea: the square that the trade left empty is filled.",
    ),
    "brazilian": (
        "A man steps from the front row into the centre.",
        "The answer goes to the edge, where nothing can ever jump it.",
        "Now the centre man walks up to the other side. The square behind it is empty.",
        "So it has to be taken.",
        "And straight back: one man each, an even trade. The man that took stands like a stake in "
        "the other side’s half: strong while it is backed, lost if it is not.",
        "A man on the other wing comes forward, and the game has begun.",
    ),
}
"""A comment on each move of the opening lesson."""


def diagram_caption(lesson: Lesson, bottom: Side) -> str:
    """Return what a lesson's board shows, and which side is at the bottom."""
    return f"{TITLES[lesson.key].capitalize()}. {SIDES[bottom]} at the bottom"


def diagram_square(number: int, occupant: str, mark: str, lesson: Lesson) -> tuple[str, str]:
    """Return a square's name and its description."""
    parts = (occupant_words(occupant), MARKS.get(mark))
    return square(number, lesson.variant), ", ".join(words for words in parts if words)


def explain(lesson: Lesson) -> list[str]:
    """Explain a lesson: the moves of its line, or where the pieces shown can go."""
    game, variant = lesson.game, lesson.variant
    if lesson.line:
        side = game.position.side
        movers = (side if at % 2 == 0 else side.other for at in range(len(lesson.shown)))
        return [
            f"{move_shown(SIDES[mover], move, variant)}."
            for mover, move in zip(movers, lesson.shown, strict=True)
        ]
    lines = []
    for origin in sorted_squares(lesson.origins, variant):
        moves = [move for move in game.legal_moves if move.origin == origin]
        where = sorted_squares((move.destination for move in moves), variant)
        verb = "jump" if moves[0].is_capture else "go"
        name = f"The {piece(game.position, origin)} on {square(origin, variant)}"
        lines.append(f"{name} can {verb} to {squares(where, variant, 'or')}.")
    return lines or [f"{SIDES[game.position.side]} is to move."]


def explain_steps(lesson: Lesson) -> list[str]:
    """Explain a lesson step by step: a move's jumps, what crowning ends, what is not allowed."""
    if not lesson.line:
        return [_barred(lesson, move) for move in _too_short(lesson)]
    move, variant = lesson.shown[0], lesson.variant
    crownhead = variant.crownheads[lesson.game.position.side]
    lines = []
    if len(move.captures) > 1:
        steps = zip(move.captures, move.path[1:], strict=True)
        first, *others = [(_victim(lesson, taken), square(at, variant)) for taken, at in steps]
        onward = [f"from there it must jump {victim} and land on {at}" for victim, at in others]
        lines.append("; ".join([f"It jumps {first[0]} and lands on {first[1]}", *onward]) + ".")
    lines += [
        f"The square {square(at, variant)} lies on the far row, but the jump goes on, so the man "
        f"is not crowned."
        for at in move.path[1:-1]
        if crownhead & bit(at) and not move.promotes
    ]
    if move.promotes and (onward_jump := _onward(lesson, move)):
        lines.append(
            f"From {square(move.destination, variant)} the new king could jump "
            f"{_victim(lesson, onward_jump.captures[0])}, but its move is over."
        )
    return lines


def _victim(lesson: Lesson, taken: int) -> str:
    return f"the {piece(lesson.game.position, taken)} on {square(taken, lesson.variant)}"


def _too_short(lesson: Lesson) -> list[Move]:
    """Return the captures that only the rule to take the most pieces forbids."""
    free = Game(replace(lesson.variant, capture_precedence=()), lesson.game.position)
    return [move for move in free.legal_moves if move not in lesson.game.legal_moves]


def _barred(lesson: Lesson, move: Move) -> str:
    origin, landing = (square(at, lesson.variant) for at in (move.origin, move.destination))
    most = max(len(legal.captures) for legal in lesson.game.legal_moves)
    return (
        f"The jump from {origin} to {landing} is not allowed: it takes {len(move.captures)}, and "
        f"{most} can be taken."
    )


def _onward(lesson: Lesson, move: Move) -> Move | None:
    """Return a capture by the piece that has just moved, if it were its turn again."""
    after = lesson.game.play(move).position
    again = Game(lesson.variant, after._replace(side=lesson.game.position.side))
    captures = (m for m in again.legal_moves if m.is_capture and m.origin == move.destination)
    return next(captures, None)


@dataclass(frozen=True)
class Opening:
    """An opening lesson: its name, its moves in notation, and each move explained."""

    name: str
    line: str
    moves: list[tuple[str, str]]


def opening(lesson: Lesson) -> Opening:
    """Return the opening that leads to a lesson's position."""
    moves = [
        (f"{move_shown(SIDES[before.position.side], move, lesson.variant)}.", comment)
        for before, move, comment in zip(
            lesson.played, lesson.game.moves, COMMENTS[lesson.rules], strict=False
        )
    ]
    return Opening(OPENING_NAMES[lesson.rules], " ".join(moves_numbered(lesson.game)), moves)


def example_moves() -> str:
    """Return moves as they can be typed: a quiet move and a double jump."""
    step, jump = LESSONS["english"]["start"], LESSONS["english"]["double"]
    moves = ((step, step.game.legal_moves[0]), (jump, jump.shown[0]))
    return listed([move_text(move, lesson.variant) for lesson, move in moves], "or")


def example_action() -> str:
    """Return the button label of a double jump."""
    lesson = LESSONS["english"]["double"]
    return move_label(lesson.shown[0], lesson.variant)
