"""Sentences about moves that were played and about how a game ended.

Each is whole, one per person and case, so that it can be translated: verbs change with who acts.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game.rules import Game, Move, Outcome, Side, Termination, Variant
from game.rules.draws import DrawCounter
from game.web.shared.labels import sentence
from game.web.shared.terms import SIDES, square, squares

COUNTED = {
    "quiet": gettext_lazy(
        "%(made)s moves each without a capture or a man’s move; %(limit)d is a draw."
    ),
    "three kings": gettext_lazy(
        "%(made)s moves each with three or more kings against one; %(limit)d is a draw."
    ),
    "small ending": gettext_lazy(
        "%(made)s moves each with 4 or 5 pieces and kings on both sides; %(limit)d is a draw."
    ),
    "middle ending": gettext_lazy(
        "%(made)s moves each with 6 or 7 pieces and kings on both sides; %(limit)d is a draw."
    ),
    "main road": gettext_lazy(
        "%(made)s moves each with three pieces against a king on the main road; "
        "%(limit)d is a draw."
    ),
    "three pieces": gettext_lazy(
        "%(made)s moves each with three pieces against a lone king; %(limit)d is a draw."
    ),
    "two kings": gettext_lazy(
        "%(made)s moves each with two kings against one; %(limit)d is a draw."
    ),
    "king against king": gettext_lazy(
        "%(made)s moves each with one king against another; %(limit)d is a draw."
    ),
    "lone king": gettext_lazy(
        "%(made)s moves each with one or two pieces against a lone king; %(limit)d is a draw."
    ),
}
"""What the draw watch says of each draw counter."""

_COUNTED_OUT = {
    "quiet": gettext_lazy("Draw: %(limit)d moves each without a capture or a man’s move"),
    "three kings": gettext_lazy("Draw: %(limit)d moves each with three or more kings against one"),
    "small ending": gettext_lazy(
        "Draw: %(limit)d moves each with 4 or 5 pieces and kings on both sides"
    ),
    "middle ending": gettext_lazy(
        "Draw: %(limit)d moves each with 6 or 7 pieces and kings on both sides"
    ),
    "main road": gettext_lazy(
        "Draw: %(limit)d moves each with three pieces against a king on the main road"
    ),
    "three pieces": gettext_lazy(
        "Draw: %(limit)d moves each with three pieces against a lone king"
    ),
    "two kings": gettext_lazy("Draw: %(limit)d moves each with two kings against one"),
    "king against king": gettext_lazy("Draw: %(limit)d moves each with one king against another"),
    "lone king": gettext_lazy(
        "Draw: %(limit)d moves each with one or two pieces against a lone king"
    ),
}


class Person(Enum):
    """Who a sentence is about, as its verb sees it."""

    YOU = "you"
    COMPUTER = "computer"
    OTHER = "other"


class Speaker(NamedTuple):
    """Who plays a side: the reader, the computer, or a name or colour."""

    person: Person
    name: str = ""


YOU = Speaker(Person.YOU)
COMPUTER = Speaker(Person.COMPUTER)


def named(name: str) -> Speaker:
    """Return somebody with a name, or a side that is known by its colour."""
    return Speaker(Person.OTHER, name)


_MOVED = {
    Person.YOU: gettext_lazy("You moved %(route)s"),
    Person.COMPUTER: gettext_lazy("The computer moved %(route)s"),
    Person.OTHER: gettext_lazy("%(who)s moved %(route)s"),
}
_CROWNED = {
    Person.YOU: gettext_lazy("You moved %(route)s, crowned"),
    Person.COMPUTER: gettext_lazy("The computer moved %(route)s, crowned"),
    Person.OTHER: gettext_lazy("%(who)s moved %(route)s, crowned"),
}
_JUMPED = {
    Person.YOU: gettext_lazy("You jumped %(route)s, taking %(captured)s"),
    Person.COMPUTER: gettext_lazy("The computer jumped %(route)s, taking %(captured)s"),
    Person.OTHER: gettext_lazy("%(who)s jumped %(route)s, taking %(captured)s"),
}
_JUMPED_AND_CROWNED = {
    Person.YOU: gettext_lazy("You jumped %(route)s, taking %(captured)s, crowned"),
    Person.COMPUTER: gettext_lazy("The computer jumped %(route)s, taking %(captured)s, crowned"),
    Person.OTHER: gettext_lazy("%(who)s jumped %(route)s, taking %(captured)s, crowned"),
}
_JUMPED_BRIEFLY = {
    Person.YOU: gettext_lazy("You jumped %(route)s"),
    Person.COMPUTER: gettext_lazy("The computer jumped %(route)s"),
    Person.OTHER: gettext_lazy("%(who)s jumped %(route)s"),
}


def describe_move(who: Speaker, move: Move, variant: Variant) -> str:
    """Describe a move in the past tense: ``White jumped 22 to 15, taking 18``."""
    if move.captures:
        cases = _JUMPED_AND_CROWNED if move.promotes else _JUMPED
    else:
        cases = _CROWNED if move.promotes else _MOVED
    return _told(cases, who, move, route(move, variant), variant)


def describe_briefly(who: Speaker, move: Move, variant: Variant) -> str:
    """Describe a move by where it began and ended, in the past tense: ``White jumped 22 to 8``."""
    cases = _JUMPED_BRIEFLY if move.captures else _MOVED
    ends = _to(square(move.origin, variant), square(move.destination, variant))
    return _told(cases, who, move, ends, variant)


def _told(
    cases: Mapping[Person, Promise], who: Speaker, move: Move, way: str, variant: Variant
) -> str:
    captured = squares(move.captures, variant) if move.captures else ""
    return str(cases[who.person] % {"who": who.name, "route": way, "captured": captured})


def route(move: Move, variant: Variant) -> str:
    """Return the squares that a move visits: ``30 to 23 to 14``."""
    first, *others = (square(number, variant) for number in move.path)
    for landing in others:
        first = _to(first, landing)
    return first


def _to(way: str, landing: str) -> str:
    return _("%(route)s to %(square)s") % {"route": way, "square": landing}


_YOU_WON = {
    Termination.NO_PIECES: gettext_lazy("You won: %(loser)s has no pieces left"),
    Termination.BLOCKED: gettext_lazy("You won: %(loser)s has no moves left"),
    Termination.RESIGNATION: gettext_lazy("You won: %(loser)s resigned"),
    Termination.FLAG: gettext_lazy("You won on time"),
    Termination.ABSENCE: gettext_lazy("You won: %(loser)s left the game"),
}
_YOU_BEAT_THE_COMPUTER = {
    Termination.NO_PIECES: gettext_lazy("You won: the computer has no pieces left"),
    Termination.BLOCKED: gettext_lazy("You won: the computer has no moves left"),
}
_YOU_LOST = {
    Termination.NO_PIECES: gettext_lazy("You lost: you have no pieces left"),
    Termination.BLOCKED: gettext_lazy("You lost: you have no moves left"),
    Termination.RESIGNATION: gettext_lazy("You lost: you resigned"),
    Termination.FLAG: gettext_lazy("You lost on time"),
    Termination.ABSENCE: gettext_lazy("You lost: you left the game"),
}
_OTHERS_WON = {
    Termination.NO_PIECES: gettext_lazy("%(winner)s won: %(loser)s has no pieces left"),
    Termination.BLOCKED: gettext_lazy("%(winner)s won: %(loser)s has no moves left"),
    Termination.RESIGNATION: gettext_lazy("%(winner)s won: %(loser)s resigned"),
    Termination.FLAG: gettext_lazy("%(winner)s won on time"),
    Termination.ABSENCE: gettext_lazy("%(winner)s won: %(loser)s left the game"),
}
_DRAWN = {
    Termination.REPETITION: gettext_lazy("Draw: third repetition"),
    Termination.AGREEMENT: gettext_lazy("Draw: both players agreed"),
    Termination.FLAG: gettext_lazy("Draw: time ran out, but a lone king could not have won"),
}


def verdict(game: Game, speakers: Mapping[Side, Speaker]) -> str:
    """Say what the end of a game means for the reader, and why: ``You lost: you resigned``."""
    outcome = game.outcome
    assert outcome is not None
    if outcome.winner is None:
        return _drawn(game, outcome)
    winner, loser = speakers[outcome.winner], speakers[outcome.winner.other]
    if winner.person is Person.YOU and loser.person is Person.COMPUTER:
        cases: Mapping[Termination, Promise] = _YOU_BEAT_THE_COMPUTER
    elif winner.person is Person.YOU:
        cases = _YOU_WON
    else:
        cases = _YOU_LOST if loser.person is Person.YOU else _OTHERS_WON
    return str(cases[outcome.termination] % {"winner": winner.name, "loser": loser.name})


def _drawn(game: Game, outcome: Outcome) -> str:
    if outcome.termination is not Termination.DRAW_COUNTER:
        return str(_DRAWN[outcome.termination])
    counter = _counter_that_ran_out(game)
    return str(_COUNTED_OUT[counter.kind] % {"limit": counter.plies // 2})


_REASONS = {
    Termination.NO_PIECES: gettext_lazy("%(side)s has no pieces left."),
    Termination.BLOCKED: gettext_lazy("%(side)s has no moves left."),
    Termination.REPETITION: gettext_lazy("The same position occurred for the third time."),
    Termination.AGREEMENT: gettext_lazy("Both players agreed to a draw."),
    Termination.RESIGNATION: gettext_lazy("%(side)s resigned."),
    Termination.FLAG: gettext_lazy("%(side)s ran out of time."),
    Termination.ABSENCE: gettext_lazy("%(side)s left the game."),
}


def reason(game: Game) -> str:
    """Return why the game ended, as a sentence; empty while it goes on."""
    outcome = game.outcome
    if outcome is None:
        return ""
    if outcome.termination is Termination.DRAW_COUNTER:
        return sentence(_drawn(game, outcome))
    if outcome.winner is None and outcome.termination is Termination.FLAG:
        return _("One side ran out of time, and a lone king could not have won.")
    loser = SIDES[outcome.winner.other] if outcome.winner is not None else ""
    return str(_REASONS[outcome.termination] % {"side": loser})


def source(game: Game) -> str:
    """Return the article of the rulebook by which a draw counter ended the game; else empty."""
    outcome = game.outcome
    if outcome is None or outcome.termination is not Termination.DRAW_COUNTER:
        return ""
    return _("Rule: %(article)s.") % {"article": outcome.article}


def _counter_that_ran_out(game: Game) -> DrawCounter:
    """Return the draw counter that ended the game; one article may have several."""
    return next(counter for counter, count in game.running_counters if count >= counter.plies)
