"""The scripts that pages load."""

from __future__ import annotations

from tests.player import Player
from tools import join_scripts


def test_scripts_are_made_of_what_is_kept() -> None:
    """If not, run `python -m tools.join_scripts`."""
    for name in join_scripts.JOINED:
        made = (join_scripts.FOLDER / name).read_text()
        assert made.partition("\n")[0] == join_scripts.stamp(name), name
        assert join_scripts.htmx_for(name) in made, name


def test_htmx_is_the_version_that_was_decided_on() -> None:
    """Decision 0053; `python -m tools.update_htmx` fetches a newer one."""
    assert join_scripts.htmx_version() == "2.0.11"
    assert "Zero-Clause BSD" in join_scripts.LICENCE.read_text()
    assert 'version:"2.0.11"' in (join_scripts.FOLDER / "game.js").read_text()


def test_every_page_loads_at_most_one_script(alice: Player) -> None:
    for path in ("/", "/new", "/replay", "/games", "/tables/", "/settings", "/no-such-page"):
        page = alice.open(path)
        assert len(page.select("script")) == 1, path
    for path in ("/faq/", "/tables/new"):
        assert not alice.open(path).select("script"), path
