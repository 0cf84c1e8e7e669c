"""The board as a grid with one tab stop: its stop, its steps, picking and landing."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Route, expect

from tests.chromium.board import announcement, focus_board, keys, square
from tests.chromium.interception import intercept
from tests.chromium.player import Player
from tests.chromium.states import CAPTURE_DUE, MULTI_JUMP_FORK
from tests.chromium.test_live_region import Listener, check_a_turn

pytestmark = [pytest.mark.browser, pytest.mark.rotates(3)]

STOPS_ON_THE_BOARD = """
() => [...document.querySelectorAll("table, table *")].filter(it => it.tabIndex >= 0).length
"""
WATCH_FOR_LOST_FOCUS = """
() => {
    window.lost = []
    const check = () => {
        const at = document.activeElement
        if (!at || at === document.body) lost.push(document.querySelector("#turn")?.innerText)
        requestAnimationFrame(check)
    }
    check()
}
"""


# One tab stop, or none


def test_board_is_a_grid_with_one_tab_stop(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.page.goto("/")
    player.tab()
    expect(player.page.locator("#game table[role=grid]")).to_have_count(1)
    for _ in range(2):
        assert player.page.evaluate(STOPS_ON_THE_BOARD) == 1
        player.press_move(player.listed_moves()[0])


def test_every_cell_is_named_after_its_square_and_piece(
    board_player: Callable[..., Player],
) -> None:
    player = board_player(CAPTURE_DUE)
    page = player.page
    assert page.get_by_role("grid", name="Black at the bottom").count() == 1
    assert page.get_by_role("row").count() == page.get_by_role("rowheader").count() == 8
    for name in (
        "15, black man",
        "18, white man, just moved here",
        "22, empty, just left",
        "9, black man, can’t move: another piece must jump",
    ):
        assert page.get_by_role("gridcell", name=name, exact=True).count() == 1, name
    keys(player, "1", "5")
    player.wait_for_update(lambda: keys(player, "Enter"))
    landing = page.get_by_role("gridcell", name="Jump 15 to 22, taking 18", exact=True)
    assert landing.count() == 1


def test_board_is_a_plain_table_until_key_or_pointer_use(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.page.goto("/", wait_until="networkidle")
    assert player.page.locator("[role=grid]").count() == 0
    player.page.locator("h1").hover()
    assert player.page.locator("[role=grid]").count() == 0
    player.page.locator("td").first.hover()
    expect(player.page.locator("[role=grid]")).to_have_count(1)


def test_without_scripts_only_board_links_are_tab_stops(
    new_player: Callable[..., Player],
) -> None:
    player = new_player(scripts=False)
    player.page.goto("/")
    assert player.measure(STOPS_ON_THE_BOARD) == player.page.locator("td a").count() == 4
    assert player.page.locator("[role=grid], [tabindex='0']").count() == 0


@pytest.mark.parametrize("lost", ["**/board*.js", "**/game*.js"])
def test_board_stays_a_table_of_links_if_its_script_fails(
    new_player: Callable[..., Player], lost: str
) -> None:
    player = new_player()
    player.context.route(lost, lambda route: route.abort())
    player.page.goto("/")
    player.tab()
    player.page.wait_for_load_state("networkidle")
    assert player.page.locator("[role=grid]").count() == 0
    assert player.page.evaluate(STOPS_ON_THE_BOARD) == 4
    player.pick("11")
    assert sorted(player.landings()) == ["11-15", "11-16"]
    player.errors = [it for it in player.errors if "FAILED" not in it and "style" not in it]


def test_tab_returns_to_the_square_that_was_left(board_player: Callable[..., Player]) -> None:
    player = board_player("11-15")  # before the first move the welcome comes next
    keys(player, "2", "2")
    keys(player, "Tab")
    assert player.focus() == "#undo"
    assert keys(player, "Shift+Tab") == "22"


# Steps

UPRIGHT = """
    9 ArrowLeft 10 ArrowRight 9 ArrowDown 5 ArrowDown 1 ArrowUp 5 ArrowUp 9 Home 12 ArrowDown 8
    End 5 PageUp 29 PageDown 1 Control+End 1 Control+Home 32 Shift+ArrowRight 27 Shift+ArrowUp 31
    Shift+ArrowDown 27 Shift+ArrowDown 24 Shift+ArrowLeft 28
"""
FLIPPED = """
    12 ArrowLeft 11 ArrowRight 12 ArrowDown 16 ArrowDown 20 ArrowUp 16 ArrowUp 12 Home 9 ArrowUp 5
    End 8 PageDown 32 PageUp 4 Control+Home 1 Control+End 32 Shift+ArrowLeft 27 Shift+ArrowUp 24
    Shift+ArrowRight 28 Shift+ArrowDown 32
"""


@pytest.mark.parametrize(("flips", "steps"), [(0, UPRIGHT), (1, FLIPPED)], ids=["own", "flipped"])
def test_arrow_keys_step_between_dark_squares(
    board_player: Callable[..., Player], flips: int, steps: str
) -> None:
    player = board_player()
    for _ in range(flips):
        player.press("Flip board")
    focus_board(player)
    start, *rest = steps.split()
    assert keys(player, *start) == start
    for key, name in zip(rest[::2], rest[1::2], strict=True):
        assert keys(player, key) == name, f"{key} to {name}"


def test_announces_the_edge_of_the_board(board_player: Callable[..., Player]) -> None:
    player = board_player()
    listener = Listener(player)
    corner = keys(player, "Control+Home")
    assert keys(player, "ArrowUp", "ArrowLeft", "Shift+ArrowUp") == corner
    edge = "Edge of the board."
    assert listener.announcements() == [edge, f"Once more: {edge}", edge]


def test_typing_a_square_name_moves_there(board_player: Callable[..., Player]) -> None:
    player = board_player()
    assert keys(player, "2") == "2"
    assert keys(player, "3") == "23"
    assert keys(player, "8") == "8"
    assert keys(player, "0") == "8"
    player = board_player(variant="brazilian")
    assert keys(player, "d", "4") == "d4"
    assert keys(player, "h", "8") == "h8"


def test_n_key_cycles_through_the_choices(board_player: Callable[..., Player]) -> None:
    player = board_player()
    keys(player, "9")
    assert [keys(player, "n") for _ in range(5)] == ["12", "11", "10", "9", "12"]
    assert [keys(player, "Shift+N") for _ in range(2)] == ["9", "10"]
    player.wait_for_update(lambda: keys(player, "Enter"))
    assert [keys(player, "n") for _ in range(3)] == ["15", "14", "15"]


# Picking and landing


def test_focus_follows_a_piece_moved_by_keyboard(
    board_player: Callable[..., Player],
) -> None:
    player = board_player()
    player.page.evaluate(WATCH_FOR_LOST_FOCUS)
    listener = Listener(player)
    for number, move in enumerate(("11-15", "22-18", "15x22")):
        start, end = move.replace("x", "-").split("-")
        keys(player, *start)
        player.wait_for_update(lambda: keys(player, "Enter"))
        assert square(player) == start
        assert listener.announcements() == [
            player.page.locator(".pick").inner_text().removesuffix(" Let go")
        ]
        keys(player, "Home", *end)
        player.wait_for_update(lambda: keys(player, "Space"))
        assert square(player) == end
        assert player.record()[number] == move
        check_a_turn(player, listener.announcements(), [move])
    assert player.page.evaluate("lost") == []


def test_focus_stays_put_while_the_computer_replies(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.page.goto("/")
    focus_board(player)
    listener = Listener(player)
    keys(player, "1", "1")
    player.wait_for_update(lambda: keys(player, "Enter"))
    keys(player, "1", "5")
    player.wait_for_update(lambda: keys(player, "Enter"))
    assert square(player) == "15"
    assert len(player.record()) == 2
    picked, *meanwhile, played = listener.announcements()
    assert picked.startswith("The man on 11")
    # On a busy machine the computer may take long enough for this announcement.
    assert all("The computer is thinking" in it for it in meanwhile)
    check_a_turn(player, [played], player.record())


def test_long_thinking_is_announced_once(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.page.goto("/")
    focus_board(player)
    keys(player, "1", "1")
    player.wait_for_update(lambda: keys(player, "Enter"))
    listener = Listener(player, expects_silence=False)
    held: list[Route] = []
    intercept(player.page, "**/reply", lambda route: held.append(route))
    keys(player, "1", "5", "Enter")
    expect(player.page.locator("#said")).to_have_text("The computer is thinking")
    keys(player, "n")
    while not held:
        player.page.wait_for_timeout(10)
    player.wait_for_update(held[0].continue_)
    thinking, again, played = listener.announcements()
    assert again == f"Once more: {thinking}"
    check_a_turn(player, [played], player.record())
    assert square(player) == "15"


def test_plays_multi_jump_landing_by_landing_with_keys(board_player: Callable[..., Player]) -> None:
    player = board_player(MULTI_JUMP_FORK)
    keys(player, "2", "6")
    for landing in ("19", "12", ""):
        player.wait_for_update(lambda: keys(player, "Enter"))
        keys(player, "Escape" if landing == "" else "n", *landing)
    assert player.record()[-1] == "26x19x12"
    assert square(player) == "12"


@pytest.fixture
def careful_player(new_player: Callable[..., Player]) -> Player:
    """A player at a two-player board, with lettered squares and confirmation of each move."""
    player = new_player()
    player.begin()
    player.page.goto("/settings")
    player.page.locator("[name=confirm]").check()
    player.page.locator("[name=numbering][value=algebraic]").check()
    player.press("Save")
    player.page.goto("/")
    focus_board(player)
    return player


def test_enter_confirms_a_move_when_confirmation_is_on(careful_player: Player) -> None:
    player = careful_player
    started = datetime.now(UTC)
    for key in ("Escape", "Enter"):
        keys(player, "f", "6")
        player.wait_for_update(lambda: keys(player, "Enter"))
        keys(player, "g", "5")
        player.page.clock.set_fixed_time(started)
        player.wait_for_update(lambda: keys(player, "Enter"))
        assert announcement(player) == "Play f6 to g5? Enter plays it, Escape goes back."
        assert square(player) == "g5"
        keys(player, "Enter")  # the second half of a double press
        assert player.page.locator(".htmx-request").count() == 0
        player.page.clock.set_fixed_time(started + timedelta(seconds=0.6))
        player.wait_for_update(lambda key=key: keys(player, key))
        assert square(player) == "g5"
    assert player.record() == ["f6-g5"]


def test_escape_cancels_the_pick_and_keeps_focus(
    board_player: Callable[..., Player],
) -> None:
    player = board_player()
    keys(player, "1", "1")
    player.wait_for_update(lambda: keys(player, "Enter"))
    keys(player, "n")
    at = square(player)
    player.wait_for_update(lambda: keys(player, "Escape"))
    assert player.page.locator(".pick").count() == player.page.locator("td button").count() == 0
    assert square(player) == at
    assert announcement(player) == "Let go."


def test_enter_on_an_unusable_square_explains_why(board_player: Callable[..., Player]) -> None:
    player = board_player(CAPTURE_DUE)
    keys(player, "9", "Enter")
    assert announcement(player) == "9, black man, can’t move: another piece must jump"
    keys(player, "1", "6", "Enter")
    assert announcement(player).startswith("16, empty. Nothing to press here.")
    assert player.page.locator(".pick").count() == 0


def test_held_key_plays_nothing(board_player: Callable[..., Player]) -> None:
    player = board_player()
    keys(player, "1", "1")
    player.wait_for_update(lambda: player.page.keyboard.down("Enter"))
    for _ in range(3):
        player.page.keyboard.down("Enter")
    player.page.keyboard.up("Enter")
    player.page.wait_for_load_state("networkidle")
    assert player.page.locator(".picked").count() == 1


def test_shows_key_help_while_the_board_has_focus(
    board_player: Callable[..., Player],
) -> None:
    player = board_player()
    hint = player.page.locator("#keys-hint")
    expect(hint).to_contain_text("Escape lets go")
    expect(hint).to_be_visible()
    keys(player, "Tab")
    expect(hint).to_be_hidden()
