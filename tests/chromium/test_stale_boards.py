"""Requests for an outdated board: from another tab, after Back, by a double press."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Route, expect

from tests.chromium.interception import intercept
from tests.chromium.player import Player
from tests.chromium.states import computer_to_move

pytestmark = [pytest.mark.browser, pytest.mark.rotates(3)]

COMES_BACK = "dispatchEvent(new Event('focus'))"
"""What a window does when its reader comes back to it; here all tabs count as visible."""


def test_game_in_another_tab_is_shown_as_it_is_when_one_comes_back(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.set_up("11-15")
    old = player.page
    old.locator("#typed").fill("23-1")
    with old.expect_response("**/news*") as unchanged:
        old.evaluate(COMES_BACK)
    assert unchanged.value.status == 204
    player.open_tab().goto("/")
    player.press_move("23-19")
    with old.expect_response("**/news*") as changed:
        old.evaluate(COMES_BACK)
    assert changed.value.status == 200
    expect(old.locator(".record")).to_contain_text("23-19")
    expect(old.locator("#said")).to_contain_text("23 to 19")
    assert old.locator("#typed").input_value() == "23-1"
    assert old.locator("#typed").evaluate("it => it === document.activeElement")


MOVED_ON = "Someone already moved in this game. Here is the board now."
ALREADY_PLAYED = "That move was already played. Here is the board now."
with_and_without_scripts = pytest.mark.parametrize(
    "scripts", [True, False], ids=["scripts", "no scripts"]
)


@with_and_without_scripts
def test_button_in_an_old_tab_only_shows_the_current_board(
    new_player: Callable[..., Player], scripts: bool
) -> None:
    player = new_player(scripts=scripts)
    player.page.goto("/")
    old = player.page
    player.open_tab().goto("/")
    player.press_move("11-15")
    record = player.record()
    player.page = old
    player.press_move("9-13")
    assert player.answer.status == 409
    assert player.page.locator("#notice").inner_text() == MOVED_ON
    assert player.record() == record
    player.press_move(player.listed_moves()[0])
    assert len(player.record()) == len(record) + 2


@with_and_without_scripts
def test_back_button_shows_the_current_board(
    new_player: Callable[..., Player], scripts: bool
) -> None:
    player = new_player(scripts=scripts)
    player.page.goto("/")
    for _ in range(2):
        player.press_move(player.listed_moves()[0])
    record = player.record()
    player.page.goto("/new")
    for _ in range(1 if scripts else 3):
        player.page.go_back()
        assert player.record() == record
    assert player.page.url == player.address
    player.press_move(player.listed_moves()[0])
    assert len(player.record()) == len(record) + 2


@with_and_without_scripts
def test_same_move_from_an_old_tab_is_not_played_twice(
    new_player: Callable[..., Player], scripts: bool
) -> None:
    player = new_player(scripts=scripts)
    player.page.goto("/")
    old = player.page
    player.open_tab().goto("/")
    player.press_move("11-15")
    record = player.record()
    player.page = old
    player.press_move("11-15")
    assert player.page.locator("#notice").inner_text() == ALREADY_PLAYED
    assert player.record() == record


@pytest.mark.rotates(2)
@with_and_without_scripts
@pytest.mark.parametrize("opponent", ["computer", "friend"])
@pytest.mark.parametrize("lands_on", ["the same board", "the next board"])
def test_double_click_plays_one_move_across_a_board_swap(
    new_player: Callable[..., Player], opponent: str, scripts: bool, lands_on: str
) -> None:
    player = new_player(scripts=scripts)
    # Without scripts this relies on a pause in the style sheet, which counts as motion.
    player.page.emulate_media(reduced_motion="reduce" if scripts else "no-preference")
    player.begin(opponent=opponent)
    player.page.goto("/")
    player.hold_animations()
    played = expect(player.page.locator(".record li").first)
    if lands_on == "the next board":
        player.click_twice(player.page.locator(".moves button").first, played.to_be_visible)
    else:
        player.click_twice(player.page.locator(".moves button").first, lambda: None)
    played.to_be_visible()
    player.page.wait_for_timeout(500)
    assert len(player.record()[0::2]) == 1
    assert len(player.record()) == 1 or opponent == "computer"


def test_missing_reply_arrives_by_itself_with_scripts(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    computer_to_move(player)
    expect(player.page.locator("#last")).to_contain_text("The computer")
    assert len(player.record()) == 2


def test_missing_reply_is_one_press_away_without_scripts(
    new_player: Callable[..., Player],
) -> None:
    player = new_player(scripts=False)
    computer_to_move(player)
    assert len(player.record()) == 1
    player.press("Let the computer move")
    assert len(player.record()) == 2
    player.expect_focus("#turn")


@pytest.fixture
def thinking(new_player: Callable[..., Player]) -> Iterator[tuple[Player, list[Route]]]:
    """A player whose move is shown, and the request for the reply, held back."""
    player = new_player()
    player.page.goto("/")
    held: list[Route] = []
    intercept(player.page, "**/reply", lambda route: held.append(route))
    player.page.locator(".moves button").first.click()
    expect(player.page.locator("#turn")).to_contain_text("The computer is thinking")
    while not held:
        player.page.wait_for_timeout(10)
    yield player, held
    # How htmx logs that it aborted a request.
    noted = re.compile("htmx:(afterRequest|sendAbort)")
    player.errors[:] = [it for it in player.errors if not noted.match(it)]


def test_undo_while_the_computer_thinks_discards_its_reply(
    thinking: tuple[Player, list[Route]],
) -> None:
    player, _ = thinking
    with player.page.expect_event("requestfailed"):
        player.page.get_by_role("button", name="Undo").click()
    heading = player.page.locator("#turn")
    expect(heading).to_have_text("Your turn")
    player.page.unroute("**/reply")
    assert player.record() == []
    assert player.page.locator("#said").inner_text() == "Undone: back at move 1."
    player.press_move("11-15")
    assert len(player.record()) == 2


def test_undo_as_the_reply_arrives_says_the_board_has_changed(
    thinking: tuple[Player, list[Route]],
) -> None:
    player, held = thinking
    held[0].fetch()
    player.page.get_by_role("button", name="Undo").click()
    expect(player.page.locator("#notice")).to_have_text(MOVED_ON)
    player.page.unroute("**/reply")
    assert len(player.record()) == 2
    player.press("Undo")
    assert player.record() == []


def test_flipping_the_board_while_the_computer_thinks_keeps_its_reply(
    thinking: tuple[Player, list[Route]],
) -> None:
    player, held = thinking
    player.page.get_by_role("button", name="Flip board").click()
    expect(player.page.locator("caption")).to_have_text("White at the bottom")
    while len(held) < 2:
        player.page.wait_for_timeout(10)
    player.wait_for_update(lambda: held[1].continue_())
    assert len(player.record()) == 2
    assert player.page.locator("caption").inner_text() == "White at the bottom"
