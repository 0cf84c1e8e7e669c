"""States other than plain play: settings, questions, hints, watched games and replays.

Each function takes a player to one state, like those in ``states``.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.chromium.player import Player


def settings(player: Player) -> None:
    player.page.goto("/settings")


def hint(player: Player) -> None:
    player.page.goto("/")
    player.press("Hint")


def move_to_confirm(player: Player) -> None:
    player.page.goto("/settings")
    player.page.get_by_label("Confirm each move").check()
    player.press("Save settings")
    player.press_move("11-15")


def watched_game(player: Player) -> None:
    player.page.goto("/new?opponent=watch")
    player.press("Start game")
    player.press("Play the next move")


def replay(player: Player) -> None:
    player.set_up("11-15 23-19 8-11")
    player.press("Review the game")
    player.press("Back")


def confirming_resignation(player: Player) -> None:
    player.set_up("11-15")
    player.press("Resign")


def confirming_draw_offer(player: Player) -> None:
    player.set_up("11-15")
    player.press("Offer a draw")


def confirming_change_of_variant(player: Player) -> None:
    player.set_up("11-15")
    player.press("Play Brazilian draughts")


def game_resigned(player: Player) -> None:
    confirming_resignation(player)
    # A look may name the sides by other colours.
    player.press(player.page.get_by_role("button", name="resigns").first)


def starting_positions(player: Player) -> None:
    player.page.goto("/start")


def position_rejected(player: Player) -> None:
    player.page.goto("/start")
    player.page.locator("#fen").fill("B:W99")
    player.press("Play this position")


def confirming_new_start(player: Player) -> None:
    player.set_up("11-15")
    player.page.goto("/start")
    start = player.named("Play Open centre").first
    if player.scripts:
        player.ask(start)
    else:
        player.press(start)


def confirming_reset_of_results(player: Player) -> None:
    player.page.goto("/results/reset")


BESIDE_STATES: dict[str, Callable[[Player], None]] = {
    state.__name__.replace("_", " "): state
    for state in (
        settings,
        hint,
        move_to_confirm,
        watched_game,
        replay,
        confirming_resignation,
        confirming_draw_offer,
        confirming_change_of_variant,
        game_resigned,
        starting_positions,
        position_rejected,
        confirming_new_start,
        confirming_reset_of_results,
    )
}
