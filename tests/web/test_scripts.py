"""The scripts that pages load."""

from __future__ import annotations

from tests.player import Player
from tools import join_scripts


def test_the_script_that_pages_load_is_what_its_maker_joins() -> None:
    assert (join_scripts.FOLDER / "scripts.js").read_text() == join_scripts.joined()


def test_every_page_loads_one_script_or_none(alice: Player) -> None:
    for path in ("/", "/new", "/replay", "/games", "/tables/", "/no-such-page"):
        page = alice.open(path)
        assert len(page.select("script")) == 1, path
    for path in ("/faq/", "/settings"):
        assert not alice.open(path).select("script"), path
