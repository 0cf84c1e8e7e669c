"""A table's page in each of its states, for ``tests.chromium.states``."""

from collections.abc import Callable

from tests.chromium.player import Player
from tests.chromium.tables import play, sit_down


def opponent_of(player: Player) -> Player:
    """Somebody else at a browser of their own."""
    browser = player.context.browser
    assert browser is not None
    return Player(browser, player.address, scripts=False)


def left_alone(player: Player) -> None:
    """Without news the last answer stays the one that is looked at."""
    player.page.route("**/news?*", lambda route: None)
    player.page.reload()


def table_on_own_turn(player: Player) -> None:
    white = opponent_of(player)
    address = sit_down(player, white, clock="game")
    play(player, white, "11-15 23-19")
    player.page.goto(address)
    white.context.close()
    left_alone(player)


def table_where_another_moves(player: Player) -> None:
    white = opponent_of(player)
    sit_down(player, white, clock="game")
    player.press_move("11-15")
    white.context.close()
    left_alone(player)


def table_on_one_device(player: Player) -> None:
    player.page.goto("/tables/new")
    for name, value in {"opposite": "here", "listed": "link"}.items():
        player.page.locator(f"[name={name}][value='{value}']").check()
    player.press("Open the table")
    player.press_move("11-15")
    left_alone(player)
    player.page.locator("summary").click()


def table_with_a_draw_offered(player: Player) -> None:
    white = opponent_of(player)
    sit_down(player, white)
    white.press("Offer a draw")
    white.context.close()
    left_alone(player)


def table_watched(player: Player) -> None:
    black, white = opponent_of(player), opponent_of(player)
    address = sit_down(black, white, clock="days")
    play(black, white, "11-15")
    black.context.close()
    white.context.close()
    player.page.route("**/news?*", lambda route: None)
    player.page.goto(address)


def table_given_up(player: Player) -> None:
    white = opponent_of(player)
    address = sit_down(player, white)
    player.page.goto(f"{address}/resign")
    player.press("Resign")
    white.press("Look for the reply")
    white.press("Play again")
    white.context.close()
    left_alone(player)


TABLE_STATES: dict[str, Callable[[Player], None]] = {
    state.__name__.replace("_", " "): state
    for state in (
        table_on_own_turn,
        table_where_another_moves,
        table_on_one_device,
        table_with_a_draw_offered,
        table_watched,
        table_given_up,
    )
}
