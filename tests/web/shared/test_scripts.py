"""The scripts that pages load."""

from __future__ import annotations

from tests.player import Player
from tools import join_scripts


def test_the_script_matches_its_generator() -> None:
    for name in join_scripts.JOINED:
        assert (join_scripts.FOLDER / name).read_text() == join_scripts.joined(name)


def test_every_page_loads_at_most_one_script(alice: Player) -> None:
    for path in ("/", "/new", "/replay", "/games", "/tables/", "/no-such-page"):
        page = alice.open(path)
        assert len(page.select("script")) == 1, path
    for path in ("/faq/", "/settings", "/tables/new"):
        assert not alice.open(path).select("script"), path


def test_only_comments_and_spaces_are_removed_from_a_script() -> None:
    script = """
// Why.
const a = "b => c"; // pixels
/** What it does. */
const e = (f) => {
  if (f > 1) g(`${h} - i`, "http://j");
};
"""
    assert join_scripts.bare(script) == (
        'const a="b => c";\nconst e=(f)=>{\nif(f>1)g(`${h} - i`,"http://j");\n};\n'
    )
