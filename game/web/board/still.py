"""Read-only boards: a game at some ply, a lesson's position. Nothing on them can be pressed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string

from game.rules import Side, Variant
from game.web.board.view import Row, laid_out


class StillSquare(NamedTuple):
    """What decides how a playing square looks and how it is described."""

    name: str
    words: str
    css: str
    """The cell's CSS classes: the piece on it and its marks."""


def still_rows(squares: Mapping[int, StillSquare], variant: Variant, bottom: Side) -> list[Row]:
    """Return the board as rows, ``bottom`` at the bottom; ``squares`` are keyed by number."""
    cells = {number: _render_square(square) for number, square in squares.items()}
    return laid_out(cells, variant, bottom)


@lru_cache(maxsize=4096)
def _render_square(square: StillSquare) -> str:
    """Render a cell, cached as in ``board.view``: games and lessons share most of them."""
    return render_to_string("board/_still_square.html", {"square": square}).strip()
