"""Parts of sentences that every feature uses: lists, numbers as words, durations."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext, pgettext_lazy

_NUMBERS = (
    pgettext_lazy("number", "no"),
    pgettext_lazy("number", "one"),
    pgettext_lazy("number", "two"),
    pgettext_lazy("number", "three"),
    pgettext_lazy("number", "four"),
    pgettext_lazy("number", "five"),
    pgettext_lazy("number", "six"),
)


def number_word(number: int) -> str:
    """Return a number up to six as a word."""
    return str(_NUMBERS[number])


def listed(names: Iterable[str]) -> str:
    """Join names: ``22``, ``22 and 26``, ``22, 26 and 30``."""
    *others, last = names
    if not others:
        return last
    return _("%(others)s and %(last)s") % {"others": _commas(others), "last": last}


def listed_or(names: Iterable[str]) -> str:
    """Join names to choose from: ``22``, ``22 or 26``, ``22, 26 or 30``."""
    *others, last = names
    if not others:
        return last
    return _("%(others)s or %(last)s") % {"others": _commas(others), "last": last}


def _commas(names: list[str]) -> str:
    return pgettext("between the names of a list", ", ").join(names)


def sentence(words: str) -> str:
    """Return words that make a sentence with the full stop at its end."""
    return _("%(sentence)s.") % {"sentence": words}


def paragraph(sentences: Iterable[str]) -> str:
    """Join whole sentences, leaving out those that are empty."""
    return pgettext("between sentences", " ").join(filter(None, sentences))


def minutes_left(seconds: float) -> str:
    """Format a time left in whole minutes, rounded up; at least one."""
    minutes = max(1, ceil(seconds / 60))
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
