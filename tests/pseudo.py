"""A client that reads every answer in the marking language (checkers_site/pseudo.py).

Words outside its brackets are words that nobody can translate: they fail the test, whatever that is
about. Then the brackets are taken away, and the test reads English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from bs4 import BeautifulSoup, NavigableString, Tag
from django.http import HttpResponse
from django.test import Client
from django.utils import translation
from django.utils.translation import trans_real

from checkers_site.pseudo import PseudoTranslation

LANGUAGE = "xp"
BRACKETS = str.maketrans("", "", "⟦⟧")
OPENING, CLOSING = ("\\u27e6", ""), ("\\u27e7", "")
"""The same as JSON writes them."""
ATTRIBUTES = ("aria-label", "title", "alt", "placeholder", "content")
UNREAD = ("pre", "script", "style", "bdi", "kbd", "code")
"""Elements whose text is notation, code or a name."""
NAMES = {"Crownhead", "PDN", "FEN", "QR", "WCDF", "FMJD"}
"""Words that are the same in every language."""
VALUES = re.compile(r'value="[^"]*"|\d+')
NOTATION = re.compile(r"\b[a-h]?\d+(?:[-x][a-h]?\d+)+\b")


class MarkingClient(Client):
    """Answers in English once every word has been found to be marked for translation."""

    def request(self, **request: Any) -> Any:
        """Answer a request; raise AssertionError if the answer has unmarked words."""
        languages: dict[str, trans_real.DjangoTranslation] = trans_real._translations  # type: ignore[attr-defined]
        if LANGUAGE not in languages:
            # By a name of its own: what is cached in English is not what is to be looked at.
            languages[LANGUAGE] = PseudoTranslation(LANGUAGE)
        with translation.override(LANGUAGE):
            answer = super().request(**request)
        if isinstance(answer, HttpResponse) and is_text(answer):
            text = answer.content.decode()
            if answer["Content-Type"].startswith("text/html") and text and _is_new(text):
                found = unmarked(BeautifulSoup(text, "html.parser"))
                assert not found, f"{request['PATH_INFO']} has words without a mark: {found}"
            answer.content = text.replace(*OPENING).replace(*CLOSING).translate(BRACKETS).encode()
        return answer


_checked: set[int] = set()
"""Hashes of the pages checked so far, without values and numbers: thousands have the same words."""


def _is_new(text: str) -> bool:
    """Return whether no page with these words has been checked."""
    words = hash(VALUES.sub("", text))
    is_new = words not in _checked
    _checked.add(words)
    return is_new


def is_text(answer: HttpResponse) -> bool:
    """Return whether an answer is a page, a game's file or data for scripts."""
    return answer["Content-Type"].startswith(("text/", "application/"))


def unmarked(page: BeautifulSoup) -> list[str]:
    """Return the words of a page outside of brackets, where they are not names or notation."""
    # A sentence may have links in it, so brackets open in one text and close in another.
    texts = [" ".join(str(text) for text in page.find_all(string=True) if _is_read(text))]
    for tag in page.find_all(True):
        texts += [str(tag[name]) for name in ATTRIBUTES if tag.has_attr(name) and _is_told(tag)]
        texts += [str(value) for name, value in tag.attrs.items() if _is_for_scripts(name, value)]
    return words_outside_brackets(texts)


def words_outside_brackets(texts: Iterable[str]) -> list[str]:
    """Return the words of two letters or more that no brackets enclose."""
    found = []
    for text in texts:
        outside, depth = "", 0
        for part in re.split("([⟦⟧])", text):
            depth += (part == "⟦") - (part == "⟧")
            outside += part if depth == 0 and part != "⟧" else " "
        outside = NOTATION.sub(" ", outside)
        found += [word for word in re.findall(r"[^\W\d_]{2,}", outside) if word not in NAMES]
    return found


def _is_read(text: NavigableString) -> bool:
    if type(text) is not NavigableString:
        return False
    return not any(
        parent.name in UNREAD or parent.get("translate") == "no"
        for parent in text.parents
        if isinstance(parent, Tag)
    )


def _is_for_scripts(name: str, value: object) -> bool:
    """Return whether an attribute has a sentence that a script tells."""
    return name.startswith("data-") and not name.startswith("data-hx-") and " " in str(value)


def _is_told(tag: Tag) -> bool:
    """Return whether an element's content attribute is a text: not of a viewport or a link."""
    told = ("description", "og:description", "og:image:alt")
    return tag.name != "meta" or str(tag.get("name") or tag.get("property")) in told
