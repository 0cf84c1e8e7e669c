"""Stepping through the moves in place: on the page of the game and in a replay."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from game.rules import VARIANTS
from tests.chromium.player import PATIENCE, Player
from tests.chromium.tables import start_table
from tests.kit import random_games

pytestmark = [pytest.mark.browser, pytest.mark.rotates(2)]

LINE = "11-15 22-18 15x22 25x18"
HEADINGS = [
    "Start of the game",
    "Move 1: Black moved 11 to 15",
    "Move 1: White moved 22 to 18",
    "Move 2: Black jumped 15 to 22, taking 18",
    "Move 2: White jumped 25 to 18, taking 22",
]
BOARD = """
() => [...document.querySelectorAll(".board td:not(:empty)")].map((cell) => [
    cell.textContent.match(/^\\w+/)[0],
    cell.className.match(/\\b[bw][mk]\\b/)?.[0] ?? "",
    cell.className.match(/\\blast\\b/)?.[0] ?? "",
].join(" ")).sort().concat([...document.querySelectorAll(".strip")].map((strip) => [
    strip.className,
    strip.querySelectorAll(".taken b").length,
    strip.querySelector(".taken small")?.textContent,
].join(" "))).join()
"""
"""What every square shows, and above and below the board who moves and what was captured."""
LISTEN = """
() => {
    window.announced = []
    const region = document.querySelector("#said")
    new MutationObserver(() => announced.push(region.textContent))
        .observe(region, {childList: true, characterData: true, subtree: true})
}
"""


def board(page: Page) -> str:
    return str(page.evaluate(BOARD))


def current(page: Page) -> list[str]:
    return page.locator(".record [aria-current]").all_inner_texts()


def boards_by_address(player: Player, path: str, plies: range) -> list[str]:
    """Return what the pages without scripts show after each number of moves."""
    boards = []
    for ply in plies:
        player.page.goto(f"{path}?ply={ply}")
        boards.append(board(player.page))
    return boards


def wait_for_step(page: Page, heading: str) -> None:
    expect(page.locator("#said")).to_have_text(heading)


def test_the_record_shows_every_board_on_the_page_of_the_game(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.set_up(LINE)
    page = player.page
    expected = boards_by_address(player, "/replay", range(5))
    page.goto("/")
    live, address = board(page), page.url
    page.evaluate(LISTEN)
    page.evaluate("window.same = true")
    assert current(page) == ["25x18"]

    page.get_by_role("link", name="1 White: 22-18").click()
    wait_for_step(page, HEADINGS[2])
    assert board(page) == expected[2]
    assert current(page) == ["22-18"]
    # No move of the game can be pressed or typed beside a board of the past.
    assert page.locator(".moves button, #typed").first.is_hidden()
    assert page.locator(".stepped span").inner_text() == HEADINGS[2]

    for ply, key in ((1, "ArrowLeft"), (0, "ArrowLeft"), (1, "ArrowRight"), (3, ""), (0, "Home")):
        if key:
            page.keyboard.press(key)
        else:
            page.get_by_role("link", name="2 Black: 15x22").press("Enter")
        wait_for_step(page, HEADINGS[ply])
        assert board(page) == expected[ply]
        assert current(page) == ([player.record()[ply - 1]] if ply else [])

    page.keyboard.press("End")
    wait_for_step(page, HEADINGS[4])
    assert board(page) == live == expected[4]
    assert page.locator(".moves button").first.is_visible()
    told = page.evaluate("announced")
    assert [HEADINGS.index(words) for words in told] == [2, 1, 0, 1, 3, 0, 4]
    assert (page.url, page.evaluate("same")) == (address, True)

    # The game goes on from where it stands.
    page.locator("#to-1").click()
    wait_for_step(page, HEADINGS[3])
    page.get_by_role("link", name="Back to the game").press("Enter")
    expect(page.locator("#turn")).to_be_focused()
    assert board(page) == live
    player.press_move(player.listed_moves()[0])
    assert len(player.record()) == 5
    assert player.errors == []


def test_arrows_in_the_grid_and_in_a_field_do_not_step(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.set_up(LINE)
    page = player.page
    page.locator("#typed").fill("11")
    for key in ("ArrowLeft", "Home", "End"):
        page.keyboard.press(key)
    page.locator("#game table a").first.focus()
    page.locator("[role=grid]").wait_for()
    page.locator("#game td[tabindex='0']").focus()
    page.keyboard.press("ArrowLeft")
    page.locator("#turn").focus()
    page.keyboard.press("Home")  # the page's own until somebody steps
    assert current(page) == ["25x18"]
    page.keyboard.press("ArrowLeft")
    wait_for_step(page, HEADINGS[3])
    # The grid is one of the past now, without anything to press.
    page.locator("#game td[tabindex='0']").focus()
    page.keyboard.press("n")
    assert page.locator("#game td :is(a, button)").count() == 0
    page.keyboard.press("m")
    expect(page.locator("#said")).to_have_text("No move from or to this square.")


def test_a_move_that_arrives_ends_the_look_back(new_player: Callable[..., Player]) -> None:
    black, white = new_player(), new_player()
    start_table(black, white)
    black.press_move("11-15")
    page = black.page
    page.get_by_role("link", name="First position").click()
    wait_for_step(page, HEADINGS[0])
    expect(white.page.locator("#last")).to_contain_text("11 to 15")
    white.press_move("22-18")
    expect(page.locator(".record li")).to_contain_text("22-18")
    expect(page.locator(".stepped")).to_have_count(0)
    assert current(page) == ["22-18"]
    assert page.locator(".moves button").first.is_visible()
    page.keyboard.press("ArrowLeft")
    wait_for_step(page, HEADINGS[1])
    page.keyboard.press("Escape")
    assert current(page) == ["22-18"]


@pytest.mark.parametrize("path", ["/replay", "my game", "table"])
def test_a_replay_steps_in_place_too(new_player: Callable[..., Player], path: str) -> None:
    player = new_player()
    page = player.page
    if path == "table":
        path = f"{start_table(player, other := new_player())}/replay"
        for number, text in enumerate(LINE.split()):
            mover = (player, other)[number % 2]
            mover.page.locator(f".moves button[value='{text}']").wait_for()
            mover.press_move(text)
    else:
        player.set_up(LINE)
    if path == "my game":
        page.goto("/resign")
        player.press("Black resigns")
        page.goto("/games")
        path = str(page.locator(".played a").get_attribute("href"))
    expected = boards_by_address(player, path, range(5))
    page.goto(path)
    page.evaluate("window.same = true")
    back = page.locator("#to-1")
    back.focus()
    for ply in (3, 2, 1, 0):
        page.keyboard.press("Enter")
        wait_for_step(page, HEADINGS[ply])
        assert board(page) == expected[ply]
        assert page.locator("#step").inner_text() == HEADINGS[ply]
        assert page.title() == f"{HEADINGS[ply]} - Crownhead"
        assert f"ply={ply}" in page.url
    # Where it leads no further the link keeps the focus, and does nothing.
    expect(back).to_be_focused()
    assert back.get_attribute("aria-disabled") == "true"
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    wait_for_step(page, HEADINGS[1])
    assert page.evaluate("same")
    if "games" in path:
        player.press("Play from this position")
        assert player.heading().startswith("White to move")


def test_stepping_needs_no_request_after_the_first(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.set_up(LINE)
    page = player.page
    page.keyboard.press("ArrowLeft")
    wait_for_step(page, HEADINGS[3])
    player.context.set_offline(True)
    page.keyboard.press("Home")
    wait_for_step(page, HEADINGS[0])


def test_without_scripts_the_moves_lead_to_pages(new_player: Callable[..., Player]) -> None:
    player = new_player(scripts=False)
    player.set_up(LINE)
    player.press(player.page.get_by_role("link", name="1 White: 22-18"))
    assert player.page.locator("#step").inner_text() == HEADINGS[2]
    player.press("Back")
    assert player.page.locator("#step").inner_text() == HEADINGS[1]
    player.press("Back to your game")
    assert player.listed_moves()


def test_a_long_record_scrolls_in_a_box_that_the_keyboard_reaches(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    page = player.page
    page.set_viewport_size({"width": 1280, "height": 800})
    player.set_up(" ".join(map(str, next(random_games(VARIANTS["english"], seed=3)).moves[:60])))
    is_shown = """
    () => {
        const at = (document.querySelector(".played [aria-current]")
            ?? document.querySelector(".played a")).getBoundingClientRect()
        const box = document.querySelector(".played").getBoundingClientRect()
        return at.top >= box.top - 1 && at.bottom <= box.bottom + 1
            && document.querySelector(".played").scrollHeight > box.height
    }
    """
    assert page.evaluate(is_shown)
    page.evaluate("scrollTo(0, 0)")
    last = page.locator(".record [aria-current]")
    last.focus()
    scrolled = page.evaluate("scrollY")
    page.keyboard.press("Home")
    wait_for_step(page, HEADINGS[0])
    page.wait_for_function(is_shown, timeout=PATIENCE)
    assert page.evaluate("scrollY") == scrolled
    # One stop of Tab for the whole list.
    assert page.locator(".played a[tabindex='0']").count() == 1
