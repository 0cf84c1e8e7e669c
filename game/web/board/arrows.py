"""A move as an arrow on the board, for those who see it; the hint's words say the same."""

from __future__ import annotations

from itertools import pairwise

from django.utils.safestring import SafeString, mark_safe

from game.rules import Move, Side, Variant

START = 0.36
"""How far from the middle of its square the arrow begins: beside the piece, not on it."""
HEAD = 0.28
"""The length of the strokes of an arrowhead; all lengths are in squares."""


def draw_arrow(move: Move, variant: Variant, bottom: Side) -> SafeString:
    """Return an SVG for the cell where ``move`` begins, which it leaves: one head for each jump.

    It is drawn twice, dark and wide under bright, so that it shows on every square.
    """
    drawn = "".join(_stroke(*leg) for leg in pairwise(_points(move, variant, bottom)))
    line = f'<path d="{drawn}"/>'
    return mark_safe(f'<svg class="arrow" viewBox="0 0 1 1" aria-hidden="true">{line}{line}</svg>')


def _points(move: Move, variant: Variant, bottom: Side) -> list[tuple[float, float]]:
    """Return the squares that the piece comes to, as seen from the one where it stands."""
    places = variant.board.places
    first_row, first_column = places[move.origin - 1]
    turn = 1 if bottom is Side.WHITE else -1
    ways = [
        (turn * (column - first_column), turn * (row - first_row))
        for row, column in (places[square - 1] for square in move.path)
    ]
    # Moves are diagonal: the first leg begins a little on its way.
    (right, down), *_ = ways[1:]
    start = (START * (right > 0) - START * (right < 0), START * (down > 0) - START * (down < 0))
    return [start, *((float(x), float(y)) for x, y in ways[1:])]


def _stroke(begin: tuple[float, float], end: tuple[float, float]) -> str:
    """Return one leg and its head, whose strokes run along the board's rows and columns."""
    (x, y), (to_x, to_y) = begin, end
    back_x, back_y = (HEAD if to_x < x else -HEAD), (HEAD if to_y < y else -HEAD)
    return (
        f"M{x + 0.5:g} {y + 0.5:g}L{to_x + 0.5:g} {to_y + 0.5:g}"
        f"m{back_x:g} 0h{-back_x:g}v{back_y:g}"
    )
