"""Labels of the lobby's forms: a guest's name, and a new table."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from game.play.openings import OPENING_PLIES
from game.play.tables.names import LONGEST, SHORTEST, NameProblem

CHOICES = {
    "name": gettext_lazy("Your name"),
    "player": gettext_lazy("You play"),
    "clock": gettext_lazy("Time control"),
    "minutes": gettext_lazy("Minutes each"),
    "seconds": gettext_lazy("Seconds added per move"),
    "days": gettext_lazy("Days for each move"),
    "opening": gettext_lazy("Opening"),
    "ballot": gettext_lazy("Ballot number, moves or name"),
    "listed": gettext_lazy("Who can join or watch"),
    "opposite": gettext_lazy("Opponent"),
    "take_backs": gettext_lazy("Allow takebacks if the opponent agrees"),
}
"""Labels of a new table's fields, besides the rules."""


def pick_one() -> str:
    """Return the error for a missing or unknown choice."""
    return _("Choose one of these.")


def random_side() -> str:
    """Return the label of the choice that leaves the sides to chance."""
    return _("Random")


def clocks() -> list[tuple[str, str]]:
    """Return the kinds of time control."""
    return [
        ("game", _("Minutes for the whole game")),
        ("days", _("Days for each move, played over days or weeks")),
        ("none", _("No clock")),
    ]


def openings() -> list[tuple[str, str]]:
    """Return the kinds of opening."""
    return [
        ("usual", _("Standard start")),
        (
            "random",
            ngettext("%(count)s random move", "%(count)s random moves", OPENING_PLIES)
            % {"count": OPENING_PLIES},
        ),
        ("lot", _("A random three-move ballot (English checkers only)")),
        ("ballot", _("The ballot below (English checkers only)")),
    ]


def audiences() -> list[tuple[str, str]]:
    """Return who may join or watch."""
    return [("room", _("Anyone in the lobby")), ("link", _("Anyone with the link"))]


def opponents() -> list[tuple[str, str]]:
    """Return who may play the other side."""
    return [
        ("", _("Another player online")),
        ("here", _("A friend on this device: you move for both sides")),
    ]


def name_rules() -> str:
    """Say what a name may be."""
    return _(
        "A name has up to %(longest)s letters, digits, spaces, hyphens, full stops and "
        "apostrophes. It can’t look like the name of someone who is here. Leave it empty to get "
        "a random name."
    ) % {"longest": LONGEST}


def name_problem(problem: NameProblem) -> str:
    """Say why a name is not possible."""
    return {
        NameProblem.TOO_SHORT: _("A name has at least %(shortest)s letters or digits."),
        NameProblem.TOO_LONG: _("A name has at most %(longest)s characters."),
        NameProblem.MARKS: _(
            "A name can only have letters, digits, spaces, hyphens, full stops and apostrophes."
        ),
        NameProblem.TAKEN: _(
            "Someone here already has that name. Choose another, or add a word or a number."
        ),
        NameProblem.ALIKE: _(
            "Someone here has a name that looks like this one. Capitals, accents, spaces and "
            "similar letters make no difference. Choose another, or add a word or a number."
        ),
        NameProblem.RESERVED: _("That name is reserved for the site. Choose another."),
    }[problem] % {"shortest": SHORTEST, "longest": LONGEST}
