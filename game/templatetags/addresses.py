"""``{% page "solo-undo" %}``: the address of a page that needs no argument.

The same as ``{% url "game:solo-undo" %}``, but looked up once: a game's page names twenty of its
own addresses, and asking the resolver for each of them costs an eighth of the page
(docs/decisions/0050).
"""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.urls import reverse

register = template.Library()


@register.simple_tag(name="page")
@lru_cache(maxsize=128)
def page(name: str) -> str:
    """Return the address of the page of that name; NoReverseMatch if there is none."""
    return reverse(f"game:{name}")
