"""Updates of a game shared by two devices: each shows what the other does and loses nothing."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.chromium.board import focus_board, square
from tests.chromium.interception import intercept
from tests.chromium.player import Player

pytestmark = [pytest.mark.browser, pytest.mark.rotates(2)]

Pair = Callable[..., tuple[Player, Player]]
OFFER = "Your opponent offers a draw."
COLLECT_ANNOUNCEMENTS = """
() => {
    window.announced = []
    new MutationObserver(() => announced.push(said.innerText)).observe(said, {childList: true})
}
"""


@pytest.fixture
def pair(new_player: Callable[..., Player]) -> Pair:
    """A function that shares the owner's game with another device; both have it open."""

    def share(line: str = "", opponent: str = "friend") -> tuple[Player, Player]:
        owner, guest = new_player(), new_player()
        if opponent == "friend":
            owner.set_up(line)
        else:
            owner.begin(opponent=opponent)
        owner.page.goto("/share")
        owner.press("Make a link")
        guest.page.goto(owner.page.locator("pre.wraps").inner_text())
        guest.press("Join the game")
        owner.page.goto("/")
        for player in (owner, guest):
            player.page.evaluate(COLLECT_ANNOUNCEMENTS)
        return owner, guest

    return share


def announced(player: Player) -> list[str]:
    messages: list[str] = player.page.evaluate("announced")
    return messages


def polls(page: Page) -> list[str]:
    """Return a list that collects the page's polls from now on."""
    found: list[str] = []
    page.on("request", lambda it: found.append(it.url) if "/news" in it.url else None)
    return found


def test_moves_and_undo_appear_on_the_other_device(pair: Pair) -> None:
    black, white = pair()
    assert "every 2s" in str(white.page.locator("#offers").get_attribute("data-hx-trigger"))
    black.press_move("11-15")
    expect(white.page.locator("#last")).to_have_text("Black moved 11 to 15.")
    assert announced(white) == ["Black moved 11 to 15."]
    assert white.page.title() == "White to move: Black moved 11 to 15 - Crownhead"
    white.press_move("23-19")
    expect(black.page.locator("#last")).to_have_text("White moved 23 to 19.")
    black.press("Undo")
    expect(white.page.locator("#last")).to_have_text("Black moved 11 to 15.")
    assert announced(white)[-1] == "Undone: back at move 1."
    white.press_move("22-18")


def test_computers_reply_appears_on_the_other_device(pair: Pair) -> None:
    owner, guest = pair(opponent="computer")
    owner.press_move("11-15")
    expect(guest.page.locator("#last")).to_contain_text("The computer")
    expect(guest.page.locator(".record li")).to_contain_text("11-15 ")
    assert guest.record() == owner.record()
    assert len(guest.record()) == 2


def test_update_keeps_half_typed_move_and_focus(pair: Pair) -> None:
    black, white = pair()
    typed = white.page.locator("#typed")
    typed.focus()
    typed.type("23-1")
    black.press_move("11-15")
    expect(white.page.locator("#last")).to_have_text("Black moved 11 to 15.")
    white.expect_focus("#typed")
    typed.type("9")
    white.wait_for_update(lambda: typed.press("Enter"))
    assert white.record() == ["11-15", "23-19"]


def test_update_keeps_focus_on_the_current_square(pair: Pair) -> None:
    black, white = pair()
    focus_board(white)
    white.page.keyboard.press("ArrowUp")
    here = square(white)
    black.press_move("11-15")
    expect(white.page.locator("#last")).to_have_text("Black moved 11 to 15.")
    assert square(white) == here


def test_draw_offer_arrives_and_the_pick_stays(pair: Pair) -> None:
    black, white = pair("11-15")
    white.pick("23")
    black.press("Offer a draw")
    black.press("Offer")
    expect(white.page.locator("#offers")).to_contain_text(OFFER)
    assert OFFER in announced(white)[-1]
    assert white.page.locator("td.picked").count() == 1
    white.press("Accept the draw")
    expect(black.page.locator("#turn")).to_have_text("Draw: both players agreed")
    expect(black.page.locator("#turn")).to_be_focused()


def test_move_planned_on_one_device_follows_the_move_of_the_other(pair: Pair) -> None:
    black, white = pair()
    hint = white.page.locator("#keys-hint")
    for name in ("23", "19"):
        white.page.locator("#game td").filter(has_text=re.compile(rf"^{name}\b")).click()
    expect(hint).to_contain_text("Planned: 23 to 19.")
    black.press_move("11-15")
    expect(white.page.locator("#played li")).to_have_text(["11-15 23-19"])
    for name in ("21", "14"):
        white.page.locator("#game td").filter(has_text=re.compile(rf"^{name}\b")).click()
    black.press_move("8-11")
    expect(hint).to_have_text("Your planned move, 21 to 14, was not played.")
    assert white.record()[-1] == "8-11"


def test_resignation_and_next_game_appear_on_the_other_device(pair: Pair) -> None:
    black, white = pair("11-15")
    black.press("Resign")
    black.press("White resigns")
    expect(white.page.locator("#turn")).to_contain_text("Black won")
    black.press("Rematch")
    expect(white.page.locator("#turn")).to_have_text("Black to move")
    assert announced(white)[-1] == "A new game has started."


def test_heading_shows_a_change_of_variant(pair: Pair) -> None:
    black, white = pair()
    black.press("Play Brazilian draughts")
    expect(white.page.locator("h1")).to_have_text("Brazilian draughts: two players")
    assert white.page.locator("h1").count() == 1


def test_removed_device_learns_of_it(pair: Pair) -> None:
    owner, guest = pair("11-15")
    owner.page.goto("/share")
    owner.press("Remove Device 2")
    expect(guest.page.locator("#notice")).to_contain_text("no longer shared with you")
    assert guest.record() == []
    assert guest.page.locator("#offers").count() == 0


def test_waiting_owner_sees_a_device_join_and_leave(
    new_player: Callable[..., Player],
) -> None:
    owner, guest = new_player(), new_player()
    owner.set_up("11-15")
    owner.press("Share game")
    owner.press("Make a link")
    link = owner.page.locator("pre.wraps").inner_text()
    owner.press("Back to your game")
    guest.page.goto(link)
    guest.press("Join the game")
    expect(owner.page.locator(".mode")).to_contain_text("Another device joined this game.")
    guest.press_move("23-19")
    expect(owner.page.locator("#last")).to_have_text("White moved 23 to 19.")
    guest.press("Leave the shared game")
    expect(owner.page.locator("#said")).to_have_text("The other device left this game.")


def test_unshared_game_does_not_poll(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.set_up("11-15")
    found = polls(player.page)
    player.page.wait_for_timeout(3000)
    assert found == []


def test_stale_update_does_not_overwrite_a_newer_move(pair: Pair) -> None:
    black, white = pair()
    held: list[Route] = []
    intercept(white.page, "**/news?*", lambda route: held.append(route))
    black.press_move("11-15")
    while not held:
        white.page.wait_for_timeout(20)
    late = held[0].fetch()
    assert "Black moved 11 to 15" in late.text()
    white.press("Refresh")
    white.press_move("23-19")
    held[0].fulfill(response=late)
    white.page.unroute("**/news?*")
    for route in held[1:]:
        route.continue_()
    white.page.wait_for_timeout(300)
    assert white.heading() == "Black to move: White moved 23 to 19"
    expect(black.page.locator("#last")).to_have_text("White moved 23 to 19.")
    black.press_move("8-11")
    expect(white.page.locator("#last")).to_have_text("Black moved 8 to 11.")
