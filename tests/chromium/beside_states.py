"""States beside plain play: what is chosen, asked, hinted, watched and stepped through.

Each function leads a player there, as those in ``states`` do.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.chromium.player import Player


def settings_to_choose(player: Player) -> None:
    player.page.goto("/settings")


def hint_given(player: Player) -> None:
    player.page.goto("/")
    player.press("Hint")


def move_asked_for_once_more(player: Player) -> None:
    player.page.goto("/settings")
    player.page.get_by_label("Ask once more before each move").check()
    player.press("Save settings")
    player.press_move("11-15")


def game_to_watch(player: Player) -> None:
    player.page.goto("/new")
    player.page.get_by_label("watch the computer play itself").check()
    player.press("Begin")
    player.press("Play the next move")


def game_stepped_through(player: Player) -> None:
    player.bring_to("11-15 23-19 8-11")
    player.press("Step through the game")
    player.press("Back")


def whether_to_resign(player: Player) -> None:
    player.bring_to("11-15")
    player.press("Resign")


def whether_a_draw_is_agreed(player: Player) -> None:
    player.bring_to("11-15")
    player.press("Offer a draw")


def whether_the_other_game_begins(player: Player) -> None:
    player.bring_to("11-15")
    player.press("Play Brazilian draughts")


def game_given_up(player: Player) -> None:
    whether_to_resign(player)
    player.press("Resign")


def starts_to_choose(player: Player) -> None:
    player.page.goto("/start")


def position_refused(player: Player) -> None:
    player.page.goto("/start")
    player.page.locator("#fen").fill("B:W99")
    player.press("Play this position")


def whether_a_start_ends_the_game(player: Player) -> None:
    player.bring_to("11-15")
    player.page.goto("/start")
    player.press("Play Open centre")


def whether_results_begin_anew(player: Player) -> None:
    player.page.goto("/results/reset")


BESIDE_STATES: dict[str, Callable[[Player], None]] = {
    state.__name__.replace("_", " "): state
    for state in (
        settings_to_choose,
        hint_given,
        move_asked_for_once_more,
        game_to_watch,
        game_stepped_through,
        whether_to_resign,
        whether_a_draw_is_agreed,
        whether_the_other_game_begins,
        game_given_up,
        starts_to_choose,
        position_refused,
        whether_a_start_ends_the_game,
        whether_results_begin_anew,
    )
}
