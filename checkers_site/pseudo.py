"""A language that only marks: every translated text stands in brackets, ⟦Your turn⟧.

With ``CHECKERS_PSEUDO=true`` words outside brackets are words that nobody can translate. For
developers and tests (tests/web/shared/test_pseudo_locale.py).
"""

from __future__ import annotations

from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import trans_real


class PseudoTranslation(trans_real.DjangoTranslation):
    """Returns each message in brackets, without its context."""

    def gettext(self, message: str) -> str:
        """Return the message in brackets; the empty message has no translation."""
        text = message.rpartition(trans_real.CONTEXT_SEPARATOR)[2]
        return f"⟦{text}⟧" if text.strip() else text

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        """Return the form for the number in brackets."""
        return self.gettext(singular if n == 1 else plural)


class PseudoConfig(AppConfig):
    """Puts the marking language in the place of the site's own."""

    name = "checkers_site"

    def ready(self) -> None:
        """Install it; Django offers no other way to add a language without a catalogue."""
        language = settings.LANGUAGE_CODE
        marked = PseudoTranslation(language)
        trans_real._translations[language] = marked  # type: ignore[attr-defined]
        trans_real._default = marked  # type: ignore[attr-defined]
