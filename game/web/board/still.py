"""Boards to look at: a game at some ply, a position that teaches. Nothing there can be pressed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string

from game.rules import Side, Variant
from game.web.board.view import Row, laid_out


class StillSquare(NamedTuple):
    """What decides how a playing square looks and what is said of it."""

    name: str
    words: str
    css: str
    """The cell's classes: what stands there, and how it is marked."""


def still_rows(squares: Mapping[int, StillSquare], variant: Variant, bottom: Side) -> list[Row]:
    """The board with these squares, by number, in rows as it is turned."""
    cells = {number: _drawn(square) for number, square in squares.items()}
    return laid_out(cells, variant, bottom)


@lru_cache(maxsize=4096)
def _drawn(square: StillSquare) -> str:
    """A cell, kept as those of boards in play are: games and lessons share most of them."""
    return render_to_string("board/_still_square.html", {"square": square}).strip()
