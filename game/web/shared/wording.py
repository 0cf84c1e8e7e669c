"""The reader's wording: the pair of colour words, and how squares are named.

As with Django's languages, one wording is active while a request is answered; labels and templates
read it. It is looked up when a word is first needed, so that responses without words need no
session.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cache
from typing import cast

from django.http import HttpRequest
from django.utils.translation import get_language, pgettext

from game.play.preferences import preferences
from game.play.solo.actions import rules_played
from game.rules import Notation, Side, Variant
from game.web.shared.http import GameRequest

PALETTES = {
    "black-white": ("Black", "White"),
    "red-white": ("Red", "White"),
    "red-black": ("Red", "Black"),
    "dark-light": ("Dark", "Light"),
}
"""The words for the sides that FEN calls black and white, by palette."""
BEGINNER_IS_RED = "red-black"
"""The palette whose first word goes to the side that begins (by custom red begins)."""
NOTATIONS = {"numeric": Notation.NUMERIC, "algebraic": Notation.ALGEBRAIC}


@dataclass(frozen=True)
class Wording:
    """A pair of colour words and a way to name squares, by their keys in the preferences."""

    palette: str = "black-white"
    numbering: str = "own"
    first_to_move: Side = Side.BLACK
    """The side that begins in the game that the page is about."""
    language: str = ""
    """The reader's language, as what is cached for a wording is in it."""

    @property
    def sides(self) -> tuple[str, str]:
        """The words for both sides, indexed by ``Side``."""
        one, other = PALETTES[self.palette]
        return (other, one) if self._is_reversed else (one, other)

    @property
    def colours(self) -> str:
        """The palette for the style sheet: its key, reversed if the words are."""
        return "-".join(reversed(self.palette.split("-"))) if self._is_reversed else self.palette

    @property
    def beginner_is_red(self) -> bool:
        """Whether the first word belongs to the side that begins, not to the darker side."""
        return self.palette == BEGINNER_IS_RED

    def side_meant(self, side: Side, variant: Variant) -> Side:
        """Return the side that, in a game of ``variant``, has the word of ``side`` on this page."""
        is_swapped = self.beginner_is_red and variant.first_to_move != self.first_to_move
        return side.other if is_swapped else side

    @property
    def _is_reversed(self) -> bool:
        return self.beginner_is_red and self.first_to_move is Side.WHITE

    @property
    def black(self) -> str:
        """The word for the darker side."""
        return pgettext("side", self.sides[Side.BLACK])

    @property
    def white(self) -> str:
        """The word for the lighter side."""
        return pgettext("side", self.sides[Side.WHITE])

    def notation(self, variant: Variant) -> Notation:
        """Return how squares are named in a game of ``variant``."""
        return NOTATIONS.get(self.numbering, variant.notation)


USUAL = Wording()
_active: ContextVar[Callable[[], Wording]] = ContextVar("wording", default=lambda: USUAL)


def active() -> Wording:
    """Return the wording of the current request; the default outside of any."""
    return _active.get()()


@contextmanager
def about(variant: Variant) -> Iterator[None]:
    """Word everything for a game of ``variant``, whatever game the reader is playing."""
    before = _active.get()
    # Needed for every square and word of a page, so it is made once.
    once = cache(lambda: replace(before(), first_to_move=variant.first_to_move))
    token = _active.set(once)
    try:
        yield
    finally:
        _active.reset(token)


@contextmanager
def use_wording_of(request: HttpRequest) -> Iterator[None]:
    """Use the wording of the person who sent ``request``, as it is when first needed."""
    found: list[Wording] = []

    def look_up() -> Wording:
        if not found:
            game_request = cast(GameRequest, request)
            chosen = preferences(game_request.session)
            first = rules_played(game_request.game_session).first_to_move
            found.append(Wording(chosen.palette, chosen.numbering, first, get_language() or ""))
        return found[0]

    token = _active.set(look_up)
    try:
        yield
    finally:
        _active.reset(token)
