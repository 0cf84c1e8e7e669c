"""A table's page in each state, for ``tests.chromium.states``."""

from collections.abc import Callable

from tests.chromium.player import Player
from tests.chromium.tables import play, start_table


def opponent_of(player: Player) -> Player:
    """Return another player in another browser."""
    browser = player.context.browser
    assert browser is not None
    return Player(browser, player.address, scripts=False)


def stop_updates(player: Player) -> None:
    """Block updates, so that the last response stays the one under test."""
    player.page.route("**/news?*", lambda route: None)
    player.page.reload()


def table_on_own_turn(player: Player) -> None:
    white = opponent_of(player)
    address = start_table(player, white, clock="game")
    play(player, white, "11-15 23-19")
    player.page.goto(address)
    white.context.close()
    stop_updates(player)


def table_on_opponents_turn(player: Player) -> None:
    white = opponent_of(player)
    start_table(player, white, clock="game")
    player.press_move("11-15")
    white.context.close()
    stop_updates(player)


def table_on_one_device(player: Player) -> None:
    player.page.goto("/tables/new")
    player.page.locator("details.more summary").click()
    for name, value in {"opposite": "here", "listed": "link"}.items():
        player.page.locator(f"[name={name}][value='{value}']").check()
    player.press("Create table")
    player.press_move("11-15")
    stop_updates(player)
    player.page.locator(".actions summary").first.click()


def table_with_a_draw_offer(player: Player) -> None:
    white = opponent_of(player)
    start_table(player, white)
    white.press("Offer a draw")
    white.context.close()
    stop_updates(player)


def table_as_spectator(player: Player) -> None:
    black, white = opponent_of(player), opponent_of(player)
    address = start_table(black, white, clock="days")
    play(black, white, "11-15")
    black.context.close()
    white.context.close()
    player.page.route("**/news?*", lambda route: None)
    player.page.goto(address)


def table_resigned(player: Player) -> None:
    white = opponent_of(player)
    address = start_table(player, white)
    player.page.goto(f"{address}/resign")
    player.press("Resign")
    white.press("Refresh")
    white.press("Rematch")
    white.context.close()
    stop_updates(player)


TABLE_STATES: dict[str, Callable[[Player], None]] = {
    state.__name__.replace("_", " "): state
    for state in (
        table_on_own_turn,
        table_on_opponents_turn,
        table_on_one_device,
        table_with_a_draw_offer,
        table_as_spectator,
        table_resigned,
    )
}
