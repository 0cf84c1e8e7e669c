"""The links that every page has to the others."""

from __future__ import annotations

import pytest

from tests.player import Player

PLACES = {
    "Play": ("/", "/new", "/start", "/replay", "/record"),
    "Online": ("/tables/", "/tables/new"),
    "Learn": ("/learn/", "/rules/", "/rules/english/", "/faq/", "/about/", "/keys"),
    "My games": ("/games", "/results"),
    "Settings": ("/settings",),
}
"""Each link of the navigation, with pages on which it is the current one."""


@pytest.mark.parametrize(("place", "paths"), PLACES.items())
def test_every_page_leads_on_and_marks_where_one_is(
    alice: Player, place: str, paths: tuple[str, ...]
) -> None:
    alice.lay_out(moves="11-15")
    for path in paths:
        page = alice.open(path)
        links = page.select("nav .places a")
        assert [link.get_text() for link in links] == list(PLACES)
        (current,) = page.select("nav [aria-current=page]")
        assert current.get_text() == place, path
        # For text browsers and screen readers it comes after the page, one link away.
        assert page.select_one("main") in current.find_all_previous("main")
        (menu,) = page.select("header a[href='#menu']")
        assert menu.get_text() == "Menu"


def test_an_error_page_leads_on_and_is_no_place_itself(alice: Player) -> None:
    page = alice.open("/no-such-page")
    assert [link.get_text() for link in page.select("nav .places a")] == list(PLACES)
    assert page.select("[aria-current]") == []


def test_a_first_visit_says_how_to_move_and_starts_in_one_press(alice: Player) -> None:
    welcome = alice.open("/").select_one("form.welcome")
    told = "To move, press one of your pieces and then a square, or press a move."
    assert welcome.select_one("p").get_text() == told
    labels = [it.find(string=True, recursive=False).strip() for it in welcome.select("label")]
    assert labels == ["Game", "Opponent", "The computer’s level"]
    (button,) = welcome.select("button")
    assert button.get_text() == "Start this game"
    assert alice.press("/new", variant="english", opponent="computer", level="novice") == 303
    assert alice.heading == "Your turn"
    assert alice.moves
