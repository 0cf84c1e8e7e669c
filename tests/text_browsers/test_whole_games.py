"""Whole games in real text browsers.

In each run two browsers play one rule set against the computer, two the other between two friends,
and one plays at a level of its own choice; after the next commits it is the others' turn
(tests/rotation.py). `make test-slow` plays every game.
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
VARIANTS = ("english", "brazilian")
FRIENDS = {
    (LYNX, "english"): "White takes the last piece",
    (W3M, "english"): "Black is blocked",
    (LINKS, "english"): "the same position for the third time",
    (ELINKS, "english"): "Black takes the last piece",
    (LYNX, "brazilian"): "White is blocked",
    (W3M, "brazilian"): "the draw counter of a lone king",
    (LINKS, "brazilian"): "Black takes the last piece",
    (ELINKS, "brazilian"): "Black is blocked",
}
LEVELS = ((LYNX, "Hard"), (W3M, "Medium"), (LINKS, "Easy"), (ELINKS, "Medium"))

NewPlayer = Callable[..., Player]


@pytest.mark.rotates(4)
@pytest.mark.parametrize("browser", BROWSERS, ids=str)
def test_plays_a_whole_game_against_the_computer(
    new_player: NewPlayer, live_site: RunningSite, browser: TextBrowser, rotation: int
) -> None:
    play_against_the_computer(new_player, live_site, browser, VARIANTS[rotation // 2 % 2])


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("browser", BROWSERS, ids=str)
def test_plays_every_game_against_the_computer(
    new_player: NewPlayer, live_site: RunningSite, browser: TextBrowser, variant: str
) -> None:
    play_against_the_computer(new_player, live_site, browser, variant)


def play_against_the_computer(
    new_player: NewPlayer, live_site: RunningSite, browser: TextBrowser, variant: str
) -> None:
    """Press near and far buttons by chance, until the computer wins."""
    player = new_player(browser)
    if variant == "english":
        player.begin(live_site.url)
    else:
        player.choose_game(live_site.url, variant, "computer")
    pick = random.Random(f"{browser} {variant}")
    player.play_to_the_end(lambda game: pick.choice(game.legal_moves))
    _check_the_end(player, variant)


def test_plays_a_whole_game_at_a_chosen_level(
    new_player: NewPlayer, live_site: RunningSite, rotation: int
) -> None:
    play_at_a_chosen_level(new_player, live_site, *LEVELS[rotation % len(LEVELS)])


@pytest.mark.slow
@pytest.mark.parametrize(("browser", "level"), LEVELS)
def test_plays_a_whole_game_at_every_level(
    new_player: NewPlayer, live_site: RunningSite, browser: TextBrowser, level: str
) -> None:
    play_at_a_chosen_level(new_player, live_site, browser, level)


def play_at_a_chosen_level(
    new_player: NewPlayer, live_site: RunningSite, browser: TextBrowser, level: str
) -> None:
    player = new_player(browser)
    player.choose_game(live_site.url, "english", "computer", level=level)
    pick = random.Random(level)
    player.play_to_the_end(lambda game: pick.choice(game.legal_moves))
    _check_the_end(player, "english")
    assert f"Level: {level}." in player.whole_page


@pytest.mark.rotates(4)
@pytest.mark.parametrize("browser", BROWSERS, ids=str)
def test_two_friends_play_a_whole_game(
    new_player: NewPlayer, live_site: RunningSite, browser: TextBrowser, rotation: int
) -> None:
    play_as_two_friends(new_player, live_site, browser, VARIANTS[(rotation // 2 + 1) % 2])


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("browser", BROWSERS, ids=str)
def test_two_friends_play_every_game(
    new_player: NewPlayer, live_site: RunningSite, browser: TextBrowser, variant: str
) -> None:
    play_as_two_friends(new_player, live_site, browser, variant)


def play_as_two_friends(
    new_player: NewPlayer, live_site: RunningSite, browser: TextBrowser, variant: str
) -> None:
    """Play to each way that a game can end."""
    player = new_player(browser)
    player.choose_game(live_site.url, variant, "friend")
    moves = iter(moves_of(GAMES[variant][FRIENDS[browser, variant]], variant))
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
