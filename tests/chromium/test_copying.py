"""The button that copies a game's moves, present only with scripts."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from game.notation.pdn import read_pdn
from tests.chromium.player import Player
from tests.chromium.states import CAPTURE_DUE, game_as_text

pytestmark = pytest.mark.browser


def test_copies_the_moves_and_announces_it(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.context.grant_permissions(["clipboard-read", "clipboard-write"])
    game_as_text(player)
    player.page.get_by_role("button", name="Copy the moves").click()
    expect(player.page.locator("#said")).to_have_text("The moves are copied.")
    text = player.page.evaluate("navigator.clipboard.readText()")
    assert text == player.page.locator("#moves").text_content()
    assert "1. 11-15 22-18" in text
    assert CAPTURE_DUE in text


def test_copies_the_moves_or_the_file_from_the_page_of_the_game(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.context.grant_permissions(["clipboard-read", "clipboard-write"])
    player.set_up("")
    for move in ("11-15", "22-18", "15x22"):
        player.press_move(move)
    page, said = player.page, player.page.locator("#said")
    page.get_by_role("button", name="Copy moves").click()
    expect(said).to_have_text("The moves are copied.")
    assert page.evaluate("navigator.clipboard.readText()") == "1. 11-15 22-18 2. 15x22"
    page.get_by_role("button", name="Copy PDN").click()
    expect(said).to_have_text("The PDN is copied.")
    (read,) = read_pdn(page.evaluate("navigator.clipboard.readText()"))
    assert (read.plies, read.problems) == (3, [])
    assert re.fullmatch(r"20\d\d\.\d\d\.\d\d", read.tags["Date"])


def test_no_copy_button_without_scripts(
    new_player: Callable[..., Player],
) -> None:
    player = new_player(scripts=False)
    game_as_text(player)
    assert player.page.get_by_role("button").count() == 0
    assert player.page.locator("#moves").is_visible()
