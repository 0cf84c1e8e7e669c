"""``{{ variant|game_name }}``: the name of a game in the reader's language."""

from __future__ import annotations

from django import template

from game.rules import Variant
from game.web.shared import terms

register = template.Library()


@register.filter
def game_name(variant: Variant) -> str:
    """Return the name of a game."""
    return terms.game_name(variant)
