"""Every page has exactly one description, a sentence for search engines."""

from __future__ import annotations

import pytest

from tests.player import Player

OWN = (
    "/learn/",
    "/about/",
    "/rules/",
    "/rules/english/",
    "/rules/brazilian/",
    "/faq/",
    "/accessibility/",
    "/keys",
    "/games",
    "/results",
    "/share",
    "/join",
)
OTHERS = ("/", "/new", "/start", "/settings", "/tables/", "/record", "/replay", "/no-such-page")


def description(player: Player, path: str) -> str:
    found = player.open(path).select("meta[name=description]")
    assert len(found) == 1, path
    return str(found[0]["content"])


@pytest.mark.parametrize("path", [*OWN, *OTHERS])
def test_every_page_has_one_description(alice: Player, path: str) -> None:
    assert description(alice, path).endswith(".")
    alice.lay_out(moves="11-15")
    assert 50 <= len(description(alice, path)) <= 160


def test_pages_to_read_have_descriptions_of_their_own(alice: Player) -> None:
    told = [description(alice, path) for path in OWN]
    assert len(set(told)) == len(told)
