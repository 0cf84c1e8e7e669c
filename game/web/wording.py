"""The words that a reader has chosen: the pair of colours, and how squares are named.

As with Django's languages, one choice is active while a request is answered; ``game.web.labels``
and the templates read it. It is looked up when a word is first needed, so that answers without
words need no session.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import cast

from django.http import HttpRequest

from game.play.preferences import Preferences, preferences
from game.play.sessions import SessionStore
from game.rules import Notation, Side, Variant

PALETTES = {
    "black-white": ("Black", "White"),
    "red-white": ("Red", "White"),
    "red-black": ("Black", "Red"),
    "dark-light": ("Dark", "Light"),
}
"""The words for the darker and the lighter side, by key of the palette."""
NOTATIONS = {"numeric": Notation.NUMERIC, "algebraic": Notation.ALGEBRAIC}


@dataclass(frozen=True)
class Wording:
    """A pair of colour words and a way to name squares; the keys are those of preferences."""

    palette: str = "black-white"
    numbering: str = "own"

    @property
    def sides(self) -> tuple[str, str]:
        """The words for both sides, to be looked up by ``Side``."""
        return PALETTES[self.palette]

    @property
    def black(self) -> str:
        """The word for the darker side."""
        return self.sides[Side.BLACK]

    @property
    def white(self) -> str:
        """The word for the lighter side."""
        return self.sides[Side.WHITE]

    def notation(self, variant: Variant) -> Notation:
        """How squares are named in a game of ``variant``."""
        return NOTATIONS.get(self.numbering, variant.notation)


USUAL = Wording()
_active: ContextVar[Callable[[], Wording]] = ContextVar("wording", default=lambda: USUAL)


def active() -> Wording:
    """The words of the request that is being answered; the usual ones outside of any."""
    return _active.get()()


def wording_of(chosen: Preferences) -> Wording:
    """The words that go with someone's preferences."""
    return Wording(chosen.palette, chosen.numbering)


@contextmanager
def speaking_to(request: HttpRequest) -> Iterator[None]:
    """Use the words of the person who sent ``request``, as they are when first needed."""
    found: list[Wording] = []

    def look_up() -> Wording:
        if not found:
            found.append(wording_of(preferences(cast(SessionStore, request.session))))
        return found[0]

    token = _active.set(look_up)
    try:
        yield
    finally:
        _active.reset(token)
