"""Every word that people read can be translated: with CHECKERS_PSEUDO it stands in brackets.

The players of all other tests here check every page that they are sent (tests/pseudo.py).
"""

from __future__ import annotations

import http.cookiejar
import urllib.parse
import urllib.request
from collections.abc import Iterator

import pytest
from bs4 import BeautifulSoup
from django.test import Client
from django.utils import translation

from tests.player import Player
from tests.pseudo import LANGUAGE, unmarked, words_outside_brackets
from tests.running_site import RunningSite, running_site


@pytest.fixture(scope="module")
def pseudo_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with running_site(tmp_path_factory.mktemp("pseudo"), CHECKERS_PSEUDO="true") as site:
        yield site


@pytest.mark.heavy
def test_a_site_in_the_marking_language_plays(pseudo_site: RunningSite) -> None:
    cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
    opener = urllib.request.build_opener(cookies)
    page = BeautifulSoup(opener.open(pseudo_site.url).read(), "html.parser")
    assert unmarked(page) == []
    form = page.select_one("form.play")
    assert form
    sent = {str(field["name"]): str(field["value"]) for field in form.select("input[name]")}
    sent["move"] = str(form.select("button[name=move]")[0]["value"])
    address = urllib.parse.urljoin(pseudo_site.url, "/move")
    played = opener.open(address, urllib.parse.urlencode(sent).encode())
    assert unmarked(BeautifulSoup(played.read(), "html.parser")) == []


def test_a_word_without_a_mark_is_found(alice: Player) -> None:
    page = BeautifulSoup(
        "<p>⟦Your ⟦turn⟧⟧ <b>now</b></p><p title='Play it'>11-15 c3xb4</p>", "html.parser"
    )
    assert unmarked(page) == ["now", "Play", "it"]


def test_the_manifest_is_in_the_readers_language(alice: Player) -> None:
    alice.open("/keys")  # From the first page on, the marking language is there.
    with translation.override(LANGUAGE):
        described = Client().get("/manifest.webmanifest").json()["description"]
    assert words_outside_brackets([described]) == []
