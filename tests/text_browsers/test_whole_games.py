"""Whole games in real text browsers.

Every browser plays both rule sets, against the computer and between two friends.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.running_site import RunningSite
from tests.text_browsers.browsers import BROWSERS, ELINKS, LINKS, LYNX, W3M, TextBrowser
from tests.text_browsers.games import GAMES, moves_of, replayed
from tests.text_browsers.player import Player

pytestmark = pytest.mark.browser

MAX_KEYS = {LYNX: 6, W3M: 7, LINKS: 6, ELINKS: 7}
"""Keys a move may cost on average, Enter included: one more where the browser asks before it sends
a form (ELinks) or starts beside the first button (w3m)."""
FRIENDS = [
    (LYNX, "english", "White takes the last piece"),
    (W3M, "english", "Black is blocked"),
    (LINKS, "english", "the same position for the third time"),
    (ELINKS, "english", "Black takes the last piece"),
    (LYNX, "brazilian", "White is blocked"),
    (W3M, "brazilian", "the draw counter of a lone king"),
    (LINKS, "brazilian", "Black takes the last piece"),
    (ELINKS, "brazilian", "Black is blocked"),
]


@pytest.mark.parametrize("variant", ["english", "brazilian"])
@pytest.mark.parametrize("browser", BROWSERS, ids=str)
def test_plays_a_whole_game_against_the_computer(
    new_player: Callable[..., Player], live_site: RunningSite, browser: TextBrowser, variant: str
) -> None:
    """Random moves press near and far buttons; the computer wins."""
    player = new_player(browser)
    if variant == "english":
        player.begin(live_site.url)
    else:
        player.choose_game(live_site.url, variant, "computer")
    pick = random.Random(f"{browser} {variant}")
    player.play_to_the_end(lambda game: pick.choice(game.legal_moves))
    _check_the_end(player, variant)


@pytest.mark.parametrize(
    ("browser", "level"), [(LYNX, "Hard"), (W3M, "Medium"), (LINKS, "Easy"), (ELINKS, "Medium")]
)
def test_plays_a_whole_game_at_a_chosen_level(
    new_player: Callable[..., Player], live_site: RunningSite, browser: TextBrowser, level: str
) -> None:
    player = new_player(browser)
    player.choose_game(live_site.url, "english", "computer", level=level)
    pick = random.Random(level)
    player.play_to_the_end(lambda game: pick.choice(game.legal_moves))
    _check_the_end(player, "english")
    assert f"Level: {level}." in player.foot


@pytest.mark.parametrize(
    ("browser", "variant", "ending"), FRIENDS, ids=lambda value: str(value).replace(" ", "-")
)
def test_two_friends_play_a_whole_game(
    new_player: Callable[..., Player],
    live_site: RunningSite,
    browser: TextBrowser,
    variant: str,
    ending: str,
) -> None:
    player = new_player(browser)
    player.choose_game(live_site.url, variant, "friend")
    moves = iter(moves_of(GAMES[variant][ending], variant))
    player.play_to_the_end(lambda game: next(moves))
    assert not list(moves)
    _check_the_end(player, variant)


def _check_the_end(player: Player, variant: str) -> None:
    """Check that the record on the last page is a legal game with the result shown."""
    assert player.keys_per_move <= MAX_KEYS[player.browser]
    game = replayed(player.read_record(), variant)
    assert game.moves == player.game.moves
    assert game.outcome is not None
    assert game.outcome == player.game.outcome
    player.play_again()
    assert player.game.ply <= 1
