"""Filters: ``{{ variant|game_name }}`` names a game, ``{{ news|sentence }}`` ends a sentence."""

from __future__ import annotations

from django import template

from game.rules import Variant
from game.web.shared import labels, terms

register = template.Library()


@register.filter
def game_name(variant: Variant) -> str:
    """Return the name of a game."""
    return terms.game_name(variant)


@register.filter
def sentence(words: object) -> str:
    """Return words that make a sentence with the full stop at its end."""
    return labels.sentence(str(words))
