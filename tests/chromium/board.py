"""A player who uses the board by keyboard."""

from datetime import UTC, datetime

from tests.chromium.player import PATIENCE, Player

IS_ON_THE_BOARD = "document.activeElement.matches('[role=grid] td')"
SQUARE = "document.activeElement.textContent.match(/^\\w*/)[0]"


def load_board_keys(player: Player) -> None:
    """Press Tab and wait until the board's keyboard script has loaded.

    From now on the page's clock stands still, so that keys count as typed in one go and a second
    press as part of a double press, however busy the machine. Timers keep running.
    """
    player.page.clock.set_fixed_time(datetime.now(UTC))
    player.tab()
    player.page.wait_for_selector("[role=grid]", timeout=PATIENCE)


def focus_board(player: Player) -> None:
    """Move the focus to the board with Tab."""
    load_board_keys(player)
    while not player.page.evaluate(IS_ON_THE_BOARD):
        player.page.keyboard.press("Tab")


def keys(player: Player, *pressed: str) -> str:
    """Press keys one after another; return the name of the square that then has the focus."""
    for key in pressed:
        player.page.keyboard.press(key)
    return square(player)


def square(player: Player) -> str:
    """Return the name of the square that has the focus."""
    return str(player.page.evaluate(SQUARE))


def announcement(player: Player) -> str:
    """Return the latest announcement of the live region."""
    return player.page.locator("#said").inner_text()
