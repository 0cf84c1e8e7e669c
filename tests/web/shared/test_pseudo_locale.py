"""Every word that people read can be translated: with CHECKERS_PSEUDO it stands in brackets."""

from __future__ import annotations

import http.cookiejar
import re
import urllib.parse
import urllib.request
from collections.abc import Iterator

import pytest
from bs4 import BeautifulSoup, NavigableString, Tag

from tests.running_site import RunningSite, running_site

pytestmark = pytest.mark.heavy

ATTRIBUTES = ("aria-label", "title", "alt", "placeholder")
NAMES = {"Crownhead", "PDN", "FEN", "Enter", "Escape", "Tab"}
"""Words that are the same in every language."""


@pytest.fixture(scope="module")
def pseudo_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with running_site(tmp_path_factory.mktemp("pseudo"), CHECKERS_PSEUDO="true") as site:
        yield site


class Visitor:
    """Someone who opens pages and presses the first move."""

    def __init__(self, site: RunningSite) -> None:
        self.site = site
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.opener = urllib.request.build_opener(cookies)

    def open(self, path: str, sent: dict[str, str] | None = None) -> BeautifulSoup:
        data = urllib.parse.urlencode(sent).encode() if sent else None
        with self.opener.open(urllib.parse.urljoin(self.site.url, path), data) as answer:
            return BeautifulSoup(answer.read(), "html.parser")

    def move(self) -> BeautifulSoup:
        form = self.open("/").select_one("form.play")
        assert form
        fields = {str(field["name"]): str(field["value"]) for field in form.select("input[name]")}
        button = form.select_one("button[name=move]")
        assert button
        return self.open("/move", fields | {"move": str(button["value"])})


def unmarked(page: BeautifulSoup) -> list[str]:
    """Return the words of a page outside of brackets, where they are not names or notation."""
    # A sentence may have links in it, so brackets open in one text and close in another.
    texts = ["".join(str(text) for text in page.find_all(string=True) if is_read(text))]
    for tag in page.find_all(True):
        texts += [str(tag[name]) for name in ATTRIBUTES if tag.has_attr(name)]
    return [word for text in texts for word in words_outside_brackets(text)]


def words_outside_brackets(text: str) -> list[str]:
    outside, depth = "", 0
    for letter in text:
        depth += (letter == "⟦") - (letter == "⟧")
        outside += letter if depth == 0 and letter != "⟧" else ""
    return [word for word in re.findall(r"[^\W\d_]{2,}", outside) if word not in NAMES]


def is_read(text: NavigableString) -> bool:
    """Return whether people read a text; code blocks and names hold no words of ours."""
    if type(text) is not NavigableString:
        return False
    return not any(
        parent.name in ("pre", "script", "style", "bdi", "kbd", "code") or parent.get("translate")
        for parent in text.parents
        if isinstance(parent, Tag)
    )


@pytest.mark.parametrize("path", ["/"])
def test_every_word_of_a_page_can_be_translated(pseudo_site: RunningSite, path: str) -> None:
    assert unmarked(Visitor(pseudo_site).open(path)) == []


def test_every_word_after_a_move_can_be_translated(pseudo_site: RunningSite) -> None:
    assert unmarked(Visitor(pseudo_site).move()) == []
