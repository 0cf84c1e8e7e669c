"""Labels for the settings and their choices."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game.web.shared.wording import PALETTES

GROUPS = {
    "look": (gettext_lazy("Look"), ("palette", "board", "pieces", "scheme", "size")),
    "words": (gettext_lazy("Words"), ("numbering", "announcements")),
    "playing": (gettext_lazy("Playing"), ("bottom", "motion")),
}
"""The groups of the page: heading and fields."""

SETTINGS = {
    "palette": gettext_lazy("Set of pieces"),
    "board": gettext_lazy("Board"),
    "pieces": gettext_lazy("Style of pieces"),
    "scheme": gettext_lazy("Light or dark"),
    "size": gettext_lazy("Size of the board"),
    "numbering": gettext_lazy("Names of squares"),
    "announcements": gettext_lazy("After a move, a screen reader hears"),
    "bottom": gettext_lazy("At the bottom of the board"),
    "motion": gettext_lazy("Pieces slide"),
}
_CHOICES = {
    "numbering": {
        "own": gettext_lazy("As in each game’s books: 11-15 in English checkers, c3-d4 otherwise"),
        "numeric": gettext_lazy("Always numbers: 11-15"),
        "algebraic": gettext_lazy("Always letters and digits: c3-d4"),
    },
    "board": {
        "green": gettext_lazy("Tournament green"),
        "wood": gettext_lazy("Wood"),
        "slate": gettext_lazy("Slate"),
        "sand": gettext_lazy("Sand"),
        "contrast": gettext_lazy("High contrast"),
    },
    "pieces": {
        "classic": gettext_lazy("Turned discs"),
        "flat": gettext_lazy("Flat discs"),
        "letters": gettext_lazy("Discs with letters"),
    },
    "scheme": {
        "system": gettext_lazy("Match my device"),
        "light": gettext_lazy("Light"),
        "dark": gettext_lazy("Dark"),
    },
    "size": {
        "normal": gettext_lazy("Beside the moves"),
        "large": gettext_lazy("As large as the window"),
    },
    "bottom": {
        "player": gettext_lazy("My side; between friends, the side that moves first"),
        "black": gettext_lazy("Always the side that moves first in English checkers"),
        "white": gettext_lazy("Always the side that moves first in Brazilian draughts"),
        "mover": gettext_lazy("Between friends, the side to move"),
    },
    "announcements": {
        "full": gettext_lazy("The moves, and whose turn it is"),
        "short": gettext_lazy("Only the moves"),
    },
    "motion": {
        "normal": gettext_lazy("At normal speed"),
        "fast": gettext_lazy("Fast"),
        "slow": gettext_lazy("Slowly"),
        "off": gettext_lazy("Never, as on devices set to reduce motion"),
    },
}
_SETS = {
    "black-white": gettext_lazy("Club"),
    "red-white": gettext_lazy("Tournament"),
    "red-black": gettext_lazy("Fireside"),
    "dark-light": gettext_lazy("Walnut and maple"),
}
"""The names of the sets of pieces."""
SWITCHES = {
    "autoplay": gettext_lazy("Play forced captures automatically (not at tables)"),
    "confirm": gettext_lazy("Confirm each move"),
    "hints": gettext_lazy("Offer hints (not at tables)"),
    "plans": gettext_lazy(
        "Plan my next move while my opponent thinks (at tables with a clock and on two devices)"
    ),
    "sounds": gettext_lazy("Play sounds: moves, captures, new kings, the end of a game, low time"),
    "vibration": gettext_lazy("Vibrate as well, where the phone can"),
}


def choice(name: str, key: str) -> str:
    """Return the label of one choice of a setting."""
    if name == "palette":
        first, second = PALETTES[key]
        words = {"set": _SETS[key], "first": first, "second": second}
        return _("%(set)s: %(first)s and %(second)s") % words
    return str(_CHOICES[name][key])


def draws(game: str) -> str:
    """Return the label of a game's draw limit."""
    return _("%(game)s: draw after this many moves without a capture or a man’s move") % {
        "game": game
    }


def takes_most(game: str) -> str:
    """Return the label of the house rule that the most pieces must be captured."""
    return _("%(game)s: you must capture the most pieces you can") % {"game": game}
