"""What things are called: squares, pieces, sides, rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from game.notation import square_name
from game.rules import Move, Notation, Position, Side, Variant
from game.web.shared import wording
from game.web.shared.labels import listed


class _Sides(Mapping[Side, str]):
    """The pair of colour words that the reader has chosen."""

    def __getitem__(self, side: Side) -> str:
        return wording.active().sides[side]

    def __iter__(self) -> Iterator[Side]:
        return iter(Side)

    def __len__(self) -> int:
        return len(Side)


SIDES = _Sides()
"""The one pair of colour words of the page that is being made."""

A_FRIEND = "a friend"
"""Whoever plays at another's device and so has no name of their own."""

KINDS = {"m": "man", "k": "king"}

LAST = {"left": "just left", "reached": "just moved here"}

STAYS = {"blocked": "blocked", "waits": "cannot move: another piece must jump"}
"""Why a piece of the side to move has no move."""

PICKS = {"picked": "picked", "via": "jumped to"}


def square(number: int, variant: Variant) -> str:
    """A square's name as this game's players say it."""
    return square_name(number, variant.board, wording.active().notation(variant))


def squares(numbers: Iterable[int], variant: Variant, last_word: str = "and") -> str:
    """Several squares' names, listed in the order given."""
    return listed((square(number, variant) for number in numbers), last_word)


def sorted_squares(numbers: Iterable[int], variant: Variant) -> list[int]:
    """Squares as people look for them: by number, or by letter and digit."""
    return sorted(numbers, key=lambda number: _order_key(number, variant))


def move_sort_key(move: Move, variant: Variant) -> list[tuple[str, int]]:
    """What moves are sorted by in lists."""
    return [_order_key(number, variant) for number in move.path]


def _order_key(number: int, variant: Variant) -> tuple[str, int]:
    is_numeric = wording.active().notation(variant) is Notation.NUMERIC
    return ("" if is_numeric else square(number, variant), number)


def piece(position: Position, number: int) -> str:
    """``man`` or ``king``."""
    return "king" if position.is_king(number) else "man"


def occupant_words(occupant: str) -> str:
    """What stands on a square: ``bm`` is a black man, an empty text nothing."""
    if not occupant:
        return "empty"
    side = Side.WHITE if occupant[0] == "w" else Side.BLACK
    return f"{SIDES[side].lower()} {KINDS[occupant[1]]}"


def square_words(occupant: str, last: str, turn: str, pick: str) -> str:
    """All that is said of a square after its name: ``black man, just moved here``.

    That another piece must jump is said once, above the board, and of a piece only when it is
    asked for: with each of ten pieces it is noise.
    """
    stays = STAYS["blocked"] if turn == "blocked" else None
    said = (occupant_words(occupant), LAST.get(last), stays, PICKS.get(pick))
    return ", ".join(words for words in said if words)


def row_name(row: int, variant: Variant) -> str:
    """A board row's header; rows count as the game's squares do, from square 1 or from a1."""
    # Not to be broken: with "row" and the number in two lines w3m's board had over 80 columns.
    return f"row\u00a0{row_number(row, variant)}"


def row_number(row: int, variant: Variant) -> int:
    """The number of a board row, counted as the squares' names do."""
    return (
        variant.board.rows - row
        if wording.active().notation(variant) is Notation.ALGEBRAIC
        else row + 1
    )


def square_range(variant: Variant) -> str:
    """How squares are named in this game."""
    if wording.active().notation(variant) is Notation.ALGEBRAIC:
        return f"Squares are named by letter and digit, a1 at {SIDES[Side.WHITE]}’s left hand."
    return f"Squares are numbered 1 to {variant.board.size}."


def marks() -> str:
    """What the letters of a board in text mean."""
    black, white = (SIDES[side][0] for side in Side)
    return f"{black.lower()} and {white.lower()} are men, {black} and {white} kings"


LEVELS = {
    "beginner": "Beginner",
    "easy": "Easy",
    "medium": "Medium",
    "hard": "Hard",
    "master": "Master",
}
