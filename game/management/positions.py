"""Rule sets and positions named on the command line."""

from __future__ import annotations

from django.core.management.base import CommandError

from game.notation import parse_fen
from game.rules import VARIANTS, InvalidNotation, Position, Variant

START = "start"
"""In place of a FEN: the starting position."""


def named_variant(key: str) -> Variant:
    """Return the rule set of that key; CommandError, with all keys, if there is none."""
    if key not in VARIANTS:
        known = ", ".join(sorted(VARIANTS))
        raise CommandError(f"there is no rule set {key[:40]!r}: choose one of {known}")
    return VARIANTS[key]


def read_position(text: str, variant: Variant) -> Position:
    """Return the position of a FEN or the word ``start``; InvalidNotation if it is neither."""
    return variant.start if text.strip() == START else parse_fen(text, variant)


def named_position(text: str, variant: Variant) -> Position:
    """Return the position of an argument; CommandError, with the reason, if it is invalid."""
    try:
        return read_position(text, variant)
    except InvalidNotation as problem:
        raise CommandError(f"not a position of {variant.name}: {problem}") from problem
