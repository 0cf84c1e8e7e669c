"""A table in two browsers: updates arrive by themselves and interrupt nobody."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.chromium.board import IS_ON_THE_BOARD, announcement, focus_board, square
from tests.chromium.player import Player
from tests.chromium.tables import play, start_table
from tests.chromium.test_live_region import Listener

pytestmark = [pytest.mark.browser, pytest.mark.rotates(2)]


@pytest.fixture
def black(new_player: Callable[..., Player]) -> Player:
    return new_player()


@pytest.fixture
def white(new_player: Callable[..., Player]) -> Player:
    return new_player()


def wait_for(player: Player, move: str) -> None:
    expect(player.page.locator(f".moves button[value='{move}']")).to_be_visible()


def test_announces_each_move_at_a_table_once(black: Player, white: Player) -> None:
    start_table(black, white)
    listener = Listener(white)
    play(black, white, "11-15")
    wait_for(white, "23-19")
    [message] = listener.announcements()
    assert " moved 11 to 15" in message
    assert message.endswith(" moved 11 to 15.")
    white.expect_focus("#turn")
    assert white.page.title().startswith("Your turn: ")
    white.page.wait_for_timeout(2_500)
    assert listener.announcements() == []
    play(black, white, "")
    white.press_move("23-19")
    wait_for(black, "8-11")
    assert black.record() == white.record() == ["11-15", "23-19"]


def test_reply_keeps_a_half_typed_move(black: Player, white: Player) -> None:
    start_table(black, white)
    field = white.page.locator("#typed")
    field.click()
    field.type("23-")
    black.press_move("11-15")
    wait_for(white, "23-19")
    assert field.input_value() == "23-"
    assert white.focus() == "#typed"
    field.type("19")
    white.wait_for_update(lambda: field.press("Enter"))
    assert white.record() == ["11-15", "23-19"]
    assert white.page.locator("#typed").input_value() == ""


def test_reply_keeps_focus_on_the_board(black: Player, white: Player) -> None:
    start_table(black, white)
    focus_board(white)
    white.page.keyboard.press("Control+Home")
    at = square(white)
    black.press_move("11-15")
    wait_for(white, "23-19")
    assert white.page.evaluate(IS_ON_THE_BOARD)
    assert square(white) == at
    assert "moved 11 to 15" in announcement(white)


def test_first_move_is_one_tab_away_after_the_reply(black: Player, white: Player) -> None:
    start_table(black, white)
    play(black, white, "11-15")
    wait_for(white, "23-19")
    white.press_move("23-19")
    white.expect_focus("#turn")
    black.press_move("8-11")
    wait_for(white, "22-17")
    white.expect_focus("#turn")
    assert white.tab() == white.listed_moves()[0]


def test_focus_survives_an_update_that_replaces_a_link(black: Player, white: Player) -> None:
    start_table(black, white)
    white.page.get_by_role("link", name="Game as text").focus()
    black.press_move("11-15")
    wait_for(white, "23-19")
    white.expect_focus("#turn")


def test_draw_offer_does_not_disturb_a_picked_piece(black: Player, white: Player) -> None:
    start_table(black, white)
    black.pick("11")
    black.page.locator("table button[value='11-15']").focus()
    white.press("Offer a draw")
    expect(black.page.locator("#accept-draw")).to_be_visible()
    assert black.focus() == "11-15"
    assert "offers a draw" in announcement(black)
    black.land("11-15")
    assert black.record() == ["11-15"]


def test_without_scripts_refreshing_shows_the_reply(new_player: Callable[..., Player]) -> None:
    black, white = new_player(scripts=False), new_player(scripts=False)
    start_table(black, white)
    black.press_move("11-15")
    assert "to move: You moved 11 to 15" in black.heading()
    white.press("Refresh")
    white.press_move("23-19")
    black.press("Refresh")
    assert black.heading().endswith("moved 23 to 19")
    assert "8-11" in black.listed_moves()


def test_running_clock_ticks(black: Player, white: Player) -> None:
    start_table(black, white, clock="game")
    play(black, white, "11-15")
    wait_for(white, "23-19")
    white.press_move("23-19")
    wait_for(black, "8-11")
    clocks = white.page.locator(".clocks")
    shown, announced = clocks.inner_text(), announcement(white)
    expect(clocks).not_to_have_text(shown)
    assert announcement(white) == announced


def test_rematch_takes_one_press_from_each_player(black: Player, white: Player) -> None:
    address = start_table(black, white)
    black.page.goto(f"{address}/resign")
    black.press("Resign")
    expect(white.page.locator("#turn")).to_contain_text("You won")
    white.press("Rematch")
    answer = black.page.locator("#offers #rematch")
    expect(answer).to_be_visible()
    assert "wants a rematch" in announcement(black)
    assert black.page.locator("#rematch").count() == 1
    with black.page.expect_navigation():
        answer.click()
    expect(black.page.locator("h1")).to_contain_text("you are White")
    following = white.page.locator("#next")
    expect(following).to_be_visible()
    white.press(following)
    assert "11-15" in white.listed_moves()


def test_page_reports_a_lost_connection_and_recovers(black: Player, white: Player) -> None:
    start_table(black, white)
    white.page.context.set_offline(True)
    expect(white.page.locator("#trouble")).to_contain_text("You seem to be offline")
    black.press_move("11-15")
    white.page.context.set_offline(False)
    wait_for(white, "23-19")
    expect(white.page.locator("#trouble")).to_be_empty()
    white.errors.clear()
