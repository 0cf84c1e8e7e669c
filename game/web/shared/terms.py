"""Names of things: squares, pieces, sides, rows, levels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from game.notation import square_name
from game.rules import Move, Notation, Position, Side, Variant
from game.web.shared import wording
from game.web.shared.labels import listed, listed_or


class _Sides(Mapping[Side, str]):
    """The pair of colour words that the reader chose."""

    def __getitem__(self, side: Side) -> str:
        return pgettext("side", wording.active().sides[side])

    def __iter__(self) -> Iterator[Side]:
        return iter(Side)

    def __len__(self) -> int:
        return len(Side)


SIDES = _Sides()
"""The colour words of the page being rendered."""

COLOURS = [
    pgettext_lazy("side", "Black"),
    pgettext_lazy("side", "White"),
    pgettext_lazy("side", "Red"),
    pgettext_lazy("side", "Dark"),
    pgettext_lazy("side", "Light"),
]
"""The words of all palettes, for translators."""

A_FRIEND = gettext_lazy("a friend")
"""The name of someone who plays on another person's device."""

GAMES = [
    pgettext_lazy("game", "English checkers"),
    pgettext_lazy("game", "Brazilian draughts"),
    pgettext_lazy("game", "Russian draughts"),
    pgettext_lazy("game", "Pool checkers"),
    pgettext_lazy("game", "International draughts"),
    pgettext_lazy("game", "Canadian checkers"),
    pgettext_lazy("game", "Frisian draughts"),
    pgettext_lazy("game", "Italian draughts"),
    pgettext_lazy("game", "Spanish draughts"),
    pgettext_lazy("game", "Portuguese draughts"),
    pgettext_lazy("game", "Czech draughts"),
]
"""The names of all rule sets, for translators."""

_MEN = {
    "Black": pgettext_lazy("piece", "black man"),
    "White": pgettext_lazy("piece", "white man"),
    "Red": pgettext_lazy("piece", "red man"),
    "Dark": pgettext_lazy("piece", "dark man"),
    "Light": pgettext_lazy("piece", "light man"),
}
_KINGS = {
    "Black": pgettext_lazy("piece", "black king"),
    "White": pgettext_lazy("piece", "white king"),
    "Red": pgettext_lazy("piece", "red king"),
    "Dark": pgettext_lazy("piece", "dark king"),
    "Light": pgettext_lazy("piece", "light king"),
}
INITIALS = [
    pgettext_lazy("letter of a side on a text board", "B"),
    pgettext_lazy("letter of a side on a text board", "W"),
    pgettext_lazy("letter of a side on a text board", "R"),
    pgettext_lazy("letter of a side on a text board", "D"),
    pgettext_lazy("letter of a side on a text board", "L"),
]
"""The letters of all colour words, for translators."""

LAST = {
    "left": gettext_lazy("just left"),
    "reached": gettext_lazy("just moved here"),
    "passed": gettext_lazy("just passed"),
    "captured": gettext_lazy("just captured"),
}
"""What the last move did with a square."""

IMMOBILE = {
    "blocked": gettext_lazy("blocked"),
    "waits": gettext_lazy("can’t move: another piece must jump"),
}
"""Why a piece of the side to move has no move."""

PICKS = {"picked": gettext_lazy("picked"), "via": gettext_lazy("jumped from here")}


def square(number: int, variant: Variant) -> str:
    """Return a square's name in this game's notation or the reader's choice."""
    return square_name(number, variant.board, wording.active().notation(variant))


def squares(numbers: Iterable[int], variant: Variant) -> str:
    """Return several squares' names as a list, in the given order: ``22, 26 and 30``."""
    return listed(square(number, variant) for number in numbers)


def squares_or(numbers: Iterable[int], variant: Variant) -> str:
    """Return squares to choose from, in the given order: ``22, 26 or 30``."""
    return listed_or(square(number, variant) for number in numbers)


def sorted_squares(numbers: Iterable[int], variant: Variant) -> list[int]:
    """Sort squares as people look for them: by number, or by letter and digit."""
    return sorted(numbers, key=lambda number: _square_sort_key(number, variant))


def move_sort_key(move: Move, variant: Variant) -> list[tuple[str, int]]:
    """Return the key that sorts moves in lists."""
    return [_square_sort_key(number, variant) for number in move.path]


def _square_sort_key(number: int, variant: Variant) -> tuple[str, int]:
    is_numeric = wording.active().notation(variant) is Notation.NUMERIC
    return ("" if is_numeric else square(number, variant), number)


def piece(position: Position, number: int) -> str:
    """Return ``man`` or ``king``."""
    return "king" if position.is_king(number) else "man"


def describe_occupant(occupant: str) -> str:
    """Describe what is on a square: ``bm`` is a black man, an empty string nothing."""
    if not occupant:
        return _("empty")
    side = Side.WHITE if occupant[0] == "w" else Side.BLACK
    kinds = _MEN if occupant[1] == "m" else _KINGS
    return str(kinds[wording.active().sides[side]])


def describe_square(occupant: str, last: str, turn: str, pick: str) -> str:
    """Describe a square after its name: ``black man, just moved here``.

    The page says once, above the board, that another piece must jump; a piece's own label says so
    only when the piece is picked, as on each of ten pieces it would be noise.
    """
    stays = IMMOBILE["blocked"] if turn == "blocked" else None
    parts = (describe_occupant(occupant), LAST.get(last), stays, PICKS.get(pick))
    return ", ".join(str(words) for words in parts if words)


def row_name(row: int, variant: Variant) -> str:
    """Return a row's header; rows are counted as squares are, from square 1 or from a1."""
    # No line break: with "row" and the number on two lines, w3m's board had over 80 columns.
    return _("row\u00a0%(number)d") % {"number": row_number(row, variant)}


def row_number(row: int, variant: Variant) -> int:
    """Return the number of a board row, counted as in the square names."""
    return (
        variant.board.rows - row
        if wording.active().notation(variant) is Notation.ALGEBRAIC
        else row + 1
    )


def square_range(variant: Variant) -> str:
    """Say how squares are named in this game."""
    if wording.active().notation(variant) is Notation.ALGEBRAIC:
        lower_left = {"side": SIDES[Side.WHITE]}
        return _("Squares are named by letter and digit, a1 at %(side)s’s left hand.") % lower_left
    return _("Squares are numbered 1 to %(last)d.") % {"last": variant.board.size}


def game_name(variant: Variant) -> str:
    """Return the name of a game."""
    return pgettext("game", variant.name)


def initial(side: Side) -> str:
    """Return the letter of a side on a text board."""
    return pgettext("letter of a side on a text board", wording.active().sides[side][0])


def marks() -> str:
    """Say what the letters of a text board mean."""
    black, white = (initial(side) for side in Side)
    return _("%(black_man)s and %(white_man)s are men, %(black_king)s and %(white_king)s kings") % {
        "black_man": black.lower(),
        "white_man": white.lower(),
        "black_king": black,
        "white_king": white,
    }


LEVELS = {
    "novice": gettext_lazy("Novice"),
    "beginner": gettext_lazy("Beginner"),
    "easy": gettext_lazy("Easy"),
    "medium": gettext_lazy("Medium"),
    "hard": gettext_lazy("Hard"),
    "master": gettext_lazy("Master"),
}
