"""The whole site by keyboard: few tab stops before the moves, and focus is never lost."""

import re
from collections.abc import Callable

import pytest

from tests.chromium.board import load_board_keys
from tests.chromium.player import Player
from tests.chromium.states import CAPTURE_DUE, MULTI_JUMP_FORK, STATES, WON

pytestmark = [pytest.mark.browser, pytest.mark.rotates(3)]

MAX_STOPS_BEFORE_THE_MOVES = 5
IS_ON_SCREEN = """
() => {
    const box = document.activeElement.getBoundingClientRect()
    return Math.min(box.top, box.left, innerWidth - box.right, innerHeight - box.bottom) > -1
}
"""
with_and_without_scripts = pytest.mark.parametrize(
    "scripts", [True, False], ids=["scripts", "no scripts"]
)


@with_and_without_scripts
def test_first_tab_stop_skips_to_the_moves(
    new_player: Callable[..., Player], scripts: bool
) -> None:
    player = new_player(scripts=scripts)
    player.page.goto("/")
    assert player.tab() == "Skip to the moves"
    assert player.measure(IS_ON_SCREEN)
    player.page.keyboard.press("Enter")
    player.expect_focus("#moves")
    assert player.tab() == player.listed_moves()[0]


def test_first_move_is_few_tab_stops_from_the_top(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.page.goto("/")
    first = player.listed_moves()[0]
    stops = [player.tab() for _ in range(MAX_STOPS_BEFORE_THE_MOVES)]
    assert first in stops


@pytest.mark.rotates(2)
@with_and_without_scripts
@pytest.mark.parametrize("key", ["Enter", "Space"])
@pytest.mark.parametrize("opponent", ["computer", "friend"])
def test_move_focuses_the_status_heading_next_to_the_moves(
    new_player: Callable[..., Player], scripts: bool, key: str, opponent: str
) -> None:
    player = new_player(scripts=scripts)
    player.begin(opponent=opponent)
    player.page.goto("/")
    for _ in range(3):
        while player.tab() != player.listed_moves()[0]:
            pass
        player.wait_for_update(lambda: player.page.keyboard.press(key))
        player.expect_focus("#turn")
        assert player.tab() == player.listed_moves()[0]


@pytest.mark.rotates(2)
@with_and_without_scripts
@pytest.mark.parametrize("action", ["Undo", "Flip board", "Let go"])
def test_action_focuses_a_heading(
    new_player: Callable[..., Player], action: str, scripts: bool
) -> None:
    player = new_player(scripts=scripts)
    player.set_up("10-14 23-19")
    if action == "Let go":
        player.pick("11")
    player.press(action)
    if scripts or action == "Undo":
        player.expect_focus("#turn")
        assert player.tab() == player.listed_moves()[0]
    else:
        player.expect_focus("#board")


@with_and_without_scripts
def test_pick_keeps_focus_at_the_board_and_names_its_landings(
    new_player: Callable[..., Player], scripts: bool
) -> None:
    player = new_player(scripts=scripts)
    player.set_up("10-14 23-19")
    if scripts:
        load_board_keys(player)
    player.press("11")
    assert "The man on 11 can go to 15 or 16." in player.page.locator(".pick").inner_text()
    if scripts:
        # See test_board_by_keyboard.py.
        player.expect_focus("11")
        player.page.keyboard.press("Shift+Tab")
        assert player.focus() == "Let go"
    else:
        player.expect_focus("#board")
        assert player.tab() == "Let go"


@with_and_without_scripts
def test_last_move_and_turn_can_be_repeated(
    new_player: Callable[..., Player], scripts: bool
) -> None:
    player = new_player(scripts=scripts)
    player.set_up("10-14 23-19")
    player.named("Repeat last move").press("Enter")
    player.expect_focus("#last")
    assert player.page.locator("#last").inner_text() == "White moved 23 to 19."
    assert player.tab() == player.listed_moves()[0]


@with_and_without_scripts
def test_game_end_and_rematch_focus_the_status_heading(
    new_player: Callable[..., Player], scripts: bool
) -> None:
    player = new_player(scripts=scripts)
    player.set_up(WON.rpartition(" ")[0])
    player.press_move(WON.split()[-1])
    player.expect_focus("#turn")
    assert player.tab() == "Rematch"
    player.wait_for_update(lambda: player.page.keyboard.press("Enter"))
    player.expect_focus("#turn")
    assert player.tab() == player.listed_moves()[0]


@with_and_without_scripts
def test_plays_multi_jump_square_by_square_on_the_board(
    new_player: Callable[..., Player], scripts: bool
) -> None:
    player = new_player(scripts=scripts)
    player.set_up(MULTI_JUMP_FORK)
    if scripts:
        load_board_keys(player)
    for name in ("26", "Jump to 19 and go on", "Jump 26 to 19 to 12"):
        player.press(player.named(name).last)
    assert player.record()[-1] == "26x19x12"
    player.expect_focus("12" if scripts else "#turn")


@pytest.mark.rotates(2)
@with_and_without_scripts
@pytest.mark.parametrize("text", ["9-13", "15-25", "king me", "15", "99-100"])
def test_rejected_typed_move_keeps_focus_and_explains_why(
    new_player: Callable[..., Player], text: str, scripts: bool
) -> None:
    player = new_player(scripts=scripts)
    player.set_up(CAPTURE_DUE)
    player.type_move(text)
    player.expect_focus("#typed")
    field = player.page.locator("#typed")
    assert field.input_value() == text
    assert field.get_attribute("aria-invalid") == "true"
    why = player.page.locator(f"#{field.get_attribute('aria-describedby')}")
    assert why.get_attribute("role") == "alert"
    assert re.search("not a legal move|is not a move", why.inner_text())
    assert "You must jump with the man on 15" in why.inner_text()
    player.type_move("15-22")
    assert player.record()[-1] == "15x22"
    player.expect_focus("#turn")


FAILURES = ("expired form", "missing cookie", "too much text", "too many fields", "outdated board")


@pytest.mark.rotates(2)
@with_and_without_scripts
@pytest.mark.parametrize("state", FAILURES)
def test_failed_request_focuses_its_explanation(
    new_player: Callable[..., Player], state: str, scripts: bool
) -> None:
    player = new_player(scripts=scripts)
    STATES[state](player)
    is_about_the_game = player.page.locator("#turn").count()
    heading = player.page.locator("h1").inner_text()
    player.expect_focus("#turn" if is_about_the_game else heading)
