"""Somebody whose hands are on the board's keys."""

from datetime import UTC, datetime

from tests.chromium.player import PATIENCE, Player

IS_ON_THE_BOARD = "document.activeElement.matches('[role=grid] td')"
SQUARE = "document.activeElement.textContent.match(/^\\w*/)[0]"


def fetch_the_keys(player: Player) -> None:
    """Press Tab, and wait until the board's keys are there.

    From now on the page's clock stands still: what is typed is typed in one go, and a second press
    is the second half of a double one, however busy the machine. Timers run on.
    """
    player.page.clock.set_fixed_time(datetime.now(UTC))
    player.tab()
    player.page.wait_for_selector("[role=grid]", timeout=PATIENCE)


def sit_at_the_board(player: Player) -> None:
    """Come to the board as people do, with Tab."""
    fetch_the_keys(player)
    while not player.page.evaluate(IS_ON_THE_BOARD):
        player.page.keyboard.press("Tab")


def keys(player: Player, *pressed: str) -> str:
    """Press keys one after another; the name of the square where the focus then is."""
    for key in pressed:
        player.page.keyboard.press(key)
    return square(player)


def square(player: Player) -> str:
    """The name of the square that has the focus."""
    return str(player.page.evaluate(SQUARE))


def said(player: Player) -> str:
    """What the live region said last."""
    return player.page.locator("#said").inner_text()
