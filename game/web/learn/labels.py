"""Labels for lessons: titles, captions, explanations, an opening move by move."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from game.rules import Game, Move, Side
from game.rules.geometry import bit
from game.web.board.labels import move_label, move_text, moves_numbered, narrate_move
from game.web.learn.lessons import LESSONS, Lesson
from game.web.shared.labels import listed_or, sentence
from game.web.shared.terms import SIDES, describe_occupant, sorted_squares, square, squares_or

TITLES = {
    "start": gettext_lazy("the start"),
    "man": gettext_lazy("how men move"),
    "must": gettext_lazy("a forced jump"),
    "backward": gettext_lazy("a man jumps backward"),
    "double": gettext_lazy("a double jump"),
    "choice": gettext_lazy("two ways to jump"),
    "king": gettext_lazy("how a king moves"),
    "afar": gettext_lazy("a king jumps from a distance"),
    "stays": gettext_lazy("jumped pieces in the way"),
    "crowned": gettext_lazy("the king row in mid-jump"),
    "opening": gettext_lazy("after the opening"),
    "shot": gettext_lazy("give one, take two"),
    "opposition": gettext_lazy("the side to move loses"),
}
"""What a lesson shows, as named on its button."""
CAPTIONS = {
    "start": gettext_lazy("The start. %(side)s at the bottom"),
    "man": gettext_lazy("How men move. %(side)s at the bottom"),
    "must": gettext_lazy("A forced jump. %(side)s at the bottom"),
    "backward": gettext_lazy("A man jumps backward. %(side)s at the bottom"),
    "double": gettext_lazy("A double jump. %(side)s at the bottom"),
    "choice": gettext_lazy("Two ways to jump. %(side)s at the bottom"),
    "king": gettext_lazy("How a king moves. %(side)s at the bottom"),
    "afar": gettext_lazy("A king jumps from a distance. %(side)s at the bottom"),
    "stays": gettext_lazy("Jumped pieces in the way. %(side)s at the bottom"),
    "crowned": gettext_lazy("The king row in mid-jump. %(side)s at the bottom"),
    "opening": gettext_lazy("After the opening. %(side)s at the bottom"),
    "shot": gettext_lazy("Give one, take two. %(side)s at the bottom"),
    "opposition": gettext_lazy("The side to move loses. %(side)s at the bottom"),
}
"""What a lesson shows, as the caption of its board."""
MARKS = {
    "picked": pgettext_lazy("square", "moves from here"),
    "via": pgettext_lazy("square", "lands here on the way"),
    "landing": pgettext_lazy("square", "can go here"),
    "taken": pgettext_lazy("piece", "jumped"),
}
"""What happens on a marked square of a lesson."""
OPENING_NAMES = {
    "english": gettext_lazy("the Single Corner"),
    "brazilian": gettext_lazy("the Stake"),
}
COMMENTS = {
    "english": (
        gettext_lazy("A man leaves the front row for the centre."),
        gettext_lazy(
            "The reply walks right up to it with an empty square behind, so it must be jumped."
        ),
        gettext_lazy("It has to be taken."),
        gettext_lazy(
            "It is taken back at once: one man each, an even trade, and a man in the centre."
        ),
        gettext_lazy("A man comes up from behind to support the ones in front."),
        gettext_lazy("The same idea: a man fills the square that the trade left empty."),
    ),
    "brazilian": (
        gettext_lazy("A man leaves the front row for the centre."),
        gettext_lazy("The reply goes to the edge, where nothing can ever jump it."),
        gettext_lazy("The centre man walks up to the other side, with an empty square behind it."),
        gettext_lazy("So it has to be taken."),
        gettext_lazy(
            "The capture is answered at once: one man each, an even trade. The capturing man now "
            "stands like a stake in enemy territory: strong while it is supported, lost if not."
        ),
        gettext_lazy("A man on the other wing comes forward, and the game has begun."),
    ),
}
"""A comment on each move of the opening lesson."""


def diagram_caption(lesson: Lesson, bottom: Side) -> str:
    """Return what a lesson's board shows, and which side is at the bottom."""
    return str(CAPTIONS[lesson.key] % {"side": SIDES[bottom]})


def diagram_square(number: int, occupant: str, mark: str, lesson: Lesson) -> tuple[str, str]:
    """Return a square's name and its description."""
    parts = (describe_occupant(occupant), MARKS.get(mark))
    return square(number, lesson.variant), ", ".join(str(words) for words in parts if words)


def explain(lesson: Lesson) -> list[str]:
    """Explain a lesson: the moves of its line, or where the pieces shown can go."""
    game, variant = lesson.game, lesson.variant
    if lesson.line:
        side = game.position.side
        movers = (side if at % 2 == 0 else side.other for at in range(len(lesson.shown)))
        return [
            sentence(narrate_move(SIDES[mover], move, variant))
            for mover, move in zip(movers, lesson.shown, strict=True)
        ]
    lines = [_reach(lesson, origin) for origin in sorted_squares(lesson.origins, variant)]
    return lines or [_("%(side)s moves next.") % {"side": SIDES[game.position.side]}]


def _reach(lesson: Lesson, origin: int) -> str:
    """Say where the piece on a square can go."""
    moves = [move for move in lesson.game.legal_moves if move.origin == origin]
    sentences = {
        (False, False): _("The man on %(square)s can move to %(squares)s."),
        (False, True): _("The man on %(square)s can jump to %(squares)s."),
        (True, False): _("The king on %(square)s can move to %(squares)s."),
        (True, True): _("The king on %(square)s can jump to %(squares)s."),
    }
    where = sorted_squares((move.destination for move in moves), lesson.variant)
    sentence = sentences[lesson.game.position.is_king(origin), moves[0].is_capture]
    return sentence % {
        "square": square(origin, lesson.variant),
        "squares": squares_or(where, lesson.variant),
    }


def explain_steps(lesson: Lesson) -> list[str]:
    """Explain a lesson step by step: a move's jumps, what crowning ends, what is not allowed."""
    if not lesson.line:
        return [_barred(lesson, move) for move in _too_short(lesson)]
    move, variant = lesson.shown[0], lesson.variant
    crownhead = variant.crownheads[lesson.game.position.side]
    lines = _jump_by_jump(lesson, move) if len(move.captures) > 1 else []
    lines += [
        _("Square %(square)s is on the king row, but the jump goes on, so the man stays a man.")
        % {"square": square(at, variant)}
        for at in move.path[1:-1]
        if crownhead & bit(at) and not move.promotes
    ]
    if move.promotes and (onward := _onward(lesson, move)):
        lines.append(_stops_short(lesson, move, onward.captures[0]))
    return lines


def _jump_by_jump(lesson: Lesson, move: Move) -> list[str]:
    """Tell each jump of a capture in a sentence."""
    lines = []
    for number, (taken, landing) in enumerate(zip(move.captures, move.path[1:], strict=True)):
        sentences = {
            (True, False): _("It jumps the man on %(piece)s and lands on %(landing)s."),
            (True, True): _("It jumps the king on %(piece)s and lands on %(landing)s."),
            (False, False): _("Then it must jump the man on %(piece)s and land on %(landing)s."),
            (False, True): _("Then it must jump the king on %(piece)s and land on %(landing)s."),
        }
        sentence = sentences[number == 0, lesson.game.position.is_king(taken)]
        names = {"piece": taken, "landing": landing}
        lines.append(sentence % {name: square(at, lesson.variant) for name, at in names.items()})
    return lines


def _stops_short(lesson: Lesson, move: Move, victim: int) -> str:
    """Say what a man just crowned could jump, were its move not over."""
    sentence = (
        _("From %(square)s the new king could jump the king on %(piece)s, but its move is over.")
        if lesson.game.position.is_king(victim)
        else _(
            "From %(square)s the new king could jump the man on %(piece)s, but its move is over."
        )
    )
    return sentence % {
        "square": square(move.destination, lesson.variant),
        "piece": square(victim, lesson.variant),
    }


def _too_short(lesson: Lesson) -> list[Move]:
    """Return the captures that only the rule to take the most pieces forbids."""
    free = Game(replace(lesson.variant, capture_precedence=()), lesson.game.position)
    return [move for move in free.legal_moves if move not in lesson.game.legal_moves]


def _barred(lesson: Lesson, move: Move) -> str:
    return _(
        "The jump from %(origin)s to %(landing)s is not allowed: it captures %(fewer)d, and "
        "another jump captures %(most)d."
    ) % {
        "origin": square(move.origin, lesson.variant),
        "landing": square(move.destination, lesson.variant),
        "fewer": len(move.captures),
        "most": max(len(legal.captures) for legal in lesson.game.legal_moves),
    }


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
        (
            sentence(narrate_move(SIDES[before.position.side], move, lesson.variant)),
            str(comment),
        )
        for before, move, comment in zip(
            lesson.played, lesson.game.moves, COMMENTS[lesson.rules], strict=False
        )
    ]
    return Opening(str(OPENING_NAMES[lesson.rules]), " ".join(moves_numbered(lesson.game)), moves)


def example_moves() -> str:
    """Return moves as they can be typed: a quiet move and a double jump."""
    step, jump = LESSONS["english"]["start"], LESSONS["english"]["double"]
    moves = ((step, step.game.legal_moves[0]), (jump, jump.shown[0]))
    return listed_or(move_text(move, lesson.variant) for lesson, move in moves)


def example_action() -> str:
    """Return the button label of a double jump."""
    lesson = LESSONS["english"]["double"]
    return move_label(lesson.shown[0], lesson.variant)
