"""Whole games between two people, each in a browser of their own, against the clock.

Whoever waits has half a move typed: news must not take it away. Each move is told once to whoever
hears the page, and the page's title says whose turn it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.chromium.player import Player
from tests.chromium.states import WON
from tests.chromium.tables import sit_down
from tests.chromium.test_live_region import Listener, words_of

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

MOVES = WON.split()
HALF_A_MOVE = "7-"


def type_half_a_move(player: Player) -> None:
    player.page.locator("#typed").fill(HALF_A_MOVE)
    assert player.focus() == "#typed"


def expect_half_a_move(player: Player) -> None:
    assert player.page.locator("#typed").input_value() == HALF_A_MOVE
    player.expect_focus("#typed")
    player.page.locator("#typed").fill("")


def expect_turn(player: Player, move: str) -> None:
    """Wait until the page has the move to offer, and see that everything says so."""
    expect(player.page.locator(f".moves button[value='{move}']")).to_be_visible()
    expect(player.page).to_have_title(re.compile("^Your turn: "))
    assert player.news().startswith("Your turn: ")
    assert player.page.locator(".clocks [data-left]").count() <= 1


def look(player: Player) -> None:
    """Without scripts news are looked for."""
    if not player.scripts:
        player.press("Look for the reply")


def test_two_players_with_scripts_play_a_whole_game(new_player: Callable[..., Player]) -> None:
    black, white = new_player(), new_player()
    sit_down(black, white, clock="game")
    ears = {player: Listener(player) for player in (black, white)}
    for number, move in enumerate(MOVES[:-1]):
        mover, other = (black, white) if number % 2 == 0 else (white, black)
        type_half_a_move(other)
        mover.press_move(move)
        expect_turn(other, MOVES[number + 1])
        expect_half_a_move(other)
        for player in (mover, other):
            [message] = ears[player].news()
            assert words_of(move) in message, f"{move} in {message}"
        assert " is to move: " in mover.news()
        expect(mover.page).to_have_title(f"{mover.news()} - Crownhead")
    white.press_move(MOVES[-1])
    expect(black.page.locator("#turn")).to_contain_text("Game over")
    assert white.news().startswith("Game over, you win")
    expect(black.page).to_have_title(re.compile("^Game over, "))
    assert len(ears[black].news()) == len(ears[white].news()) == 1
    assert black.record() == white.record() == MOVES
    assert black.offers() == white.offers() == []
    for player in (black, white):
        assert player.page.locator(".clocks [data-left]").count() == 0


def test_players_with_and_without_scripts_play_until_one_resigns(
    new_player: Callable[..., Player],
) -> None:
    black, white = new_player(), new_player(scripts=False)
    address = sit_down(black, white, clock="game")
    ear = Listener(black)
    for number, move in enumerate(MOVES[:10]):
        mover, other = (black, white) if number % 2 == 0 else (white, black)
        if other is black:
            type_half_a_move(black)
        mover.press_move(move)
        look(other)
        expect_turn(other, MOVES[number + 1])
        if other is black:
            expect_half_a_move(black)
        [message] = ear.news()
        assert words_of(move) in message
    white.page.goto(f"{address}/resign")
    white.press("Resign")
    assert white.news().startswith("Game over, ")
    expect(black.page.locator("#turn")).to_contain_text("Game over, you win")
    [message] = ear.news()
    assert "Game over, you win" in message
    expect(black.page).to_have_title(re.compile("^Game over, you win"))
    assert black.record() == white.record() == MOVES[:10]
