"""Every page has exactly one description, a sentence for search engines."""

from __future__ import annotations

import re
from collections import deque

import pytest

from game.models import Table
from tests.player import Player
from tests.web.visits import join, open_table

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


NAMED = re.compile(r"(?<=/)[\w-]{16,}|(?<=/)[0-9a-f]{24}")
"""Ids of games and tables: one page of each kind is enough."""


def test_every_page_that_links_lead_to_has_one_description(alice: Player, bob: Player) -> None:
    """Follow all links from the pages of a player with games of every kind."""
    alice.lay_out(moves="11-15 23-19")
    alice.open("/resign")
    alice.press("/resign")
    alice.press("/again")
    alice.move("11-15")
    open_table(alice)
    join(bob)
    open_table(alice)
    ways, seen = deque(["/", "/tables/", f"/tables/{Table.objects.last().pk}"]), set[str]()
    while ways:
        way = ways.popleft()
        kind = NAMED.sub("ID", way.partition("?")[0])
        if kind in seen:
            continue
        seen.add(kind)
        page = alice.open(way)
        assert alice.response.status_code in (200, 409), way
        (found,) = page.select("meta[name=description]")
        assert 20 <= len(str(found["content"])) <= 160, way
        links = [str(link["href"]).partition("#")[0] for link in page.select("a[href]")]
        ways += [link for link in links if re.match(r"/(?!.*\.pdn\b)", link)]
    assert len(seen) > 30, seen
