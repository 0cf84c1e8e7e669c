"""Dragging pieces with the mouse, which presses the same buttons."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.chromium.board import announcement, square
from tests.chromium.player import Player
from tests.chromium.states import CAPTURE_DUE, MULTI_JUMP_FORK, SEVERAL_ROUTES

pytestmark = [pytest.mark.browser, pytest.mark.rotates(3)]

WRONG_SQUARE = "{} is not open to it. The man on 15 can go to 22. You must jump with the man on 15."


def cell(player: Player, name: str) -> Locator:
    return player.page.locator("td").filter(has_text=re.compile(rf"^{name}\b"))


def drag(player: Player, start: str, end: str) -> None:
    cell(player, start).hover()
    expect(player.page.locator("[role=grid]")).to_have_count(1)
    player.page.mouse.down()
    box = cell(player, end).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    player.page.mouse.move(x - 20, y - 20)
    player.page.mouse.move(x, y)
    player.page.mouse.up()


def test_drags_a_piece_to_its_landing_square(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.set_up(CAPTURE_DUE)
    player.wait_for_update(lambda: drag(player, "15", "22"))
    assert player.record()[-1] == "15x22"
    assert square(player) == "22"
    assert "Black jumped 15 to 22" in announcement(player)


def test_drags_multi_jump_to_its_last_square(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.set_up(MULTI_JUMP_FORK)
    player.wait_for_update(lambda: drag(player, "26", "12"))
    assert player.record()[-1] == "26x19x12"


@pytest.mark.parametrize(
    ("line", "start", "end"), [(SEVERAL_ROUTES, "15", "31"), (MULTI_JUMP_FORK, "26", "19")]
)
def test_ambiguous_drag_picks_the_piece_and_asks_for_the_route(
    new_player: Callable[..., Player], line: str, start: str, end: str
) -> None:
    player = new_player()
    player.set_up(line)
    offered = [move for move in player.listed_moves() if move.startswith(start) and end in move]
    assert len(offered) > 1, player.listed_moves()
    player.wait_for_update(lambda: drag(player, start, end))
    assert player.record() == line.split()
    assert player.page.locator(".picked").count() == 1


@pytest.mark.rotates(2)
@pytest.mark.parametrize(("start", "end"), [("15", "19"), ("9", "13"), ("18", "14"), ("15", "15")])
def test_illegal_drag_returns_the_piece(
    new_player: Callable[..., Player], start: str, end: str
) -> None:
    player = new_player()
    player.set_up(CAPTURE_DUE)
    drag(player, start, end)
    player.page.mouse.move(0, 0)
    assert player.record() == CAPTURE_DUE.split()
    assert player.page.locator(".carried, td[style*=translate]").count() == 0
    assert player.page.locator(".landing:not(:has(button))").count() == 0
    if start == "15" != end:
        expect(player.page.locator("#keys-hint")).to_have_text(WRONG_SQUARE.format(end))
    player.press_move("15x22")
    assert player.record()[-1] == "15x22"


def test_pressing_a_wrong_square_says_where_the_picked_piece_can_go(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.set_up(CAPTURE_DUE)
    player.wait_for_update(lambda: cell(player, "15").click())
    cell(player, "19").click()
    for place in ("#keys-hint", "#said"):
        expect(player.page.locator(place)).to_have_text(WRONG_SQUARE.format("19"))
    assert player.page.locator(".picked").count() == 1
    cell(player, "9").click()
    expect(player.page.locator("#keys-hint")).to_contain_text("9, black man, can’t move")


def test_shaky_click_still_counts_as_a_click(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.set_up(CAPTURE_DUE)
    cell(player, "15").hover()

    def click_with_a_shake() -> None:
        player.page.mouse.down()
        box = cell(player, "15").bounding_box()
        assert box is not None
        player.page.mouse.move(box["x"] + box["width"] / 2 + 3, box["y"] + box["height"] / 2)
        player.page.mouse.up()

    player.wait_for_update(click_with_a_shake)
    assert player.page.locator(".picked").count() == 1


def test_dragging_a_piece_that_cannot_move_says_why(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.set_up(CAPTURE_DUE)
    drag(player, "9", "14")
    for place in ("#keys-hint", "#said"):
        expect(player.page.locator(place)).to_contain_text("another piece must jump")
        expect(player.page.locator(place)).to_contain_text("You must jump with the man on 15.")
