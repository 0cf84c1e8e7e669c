"""Whole games between two players, each in their own browser, against the clock.

The waiting player has half a move typed, which updates must keep. Each move is announced once, and
the page's title says whose turn it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.chromium.player import Player
from tests.chromium.states import WON
from tests.chromium.tables import start_table
from tests.chromium.test_live_region import Listener, move_text

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600), pytest.mark.rotates(2)]

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
    """Wait until the page offers the move, and check that heading and title say so."""
    expect(player.page.locator(f".moves button[value='{move}']")).to_be_visible()
    expect(player.page).to_have_title(re.compile("^Your turn: "))
    assert player.heading().startswith("Your turn: ")
    assert player.page.locator(".clocks [data-left]").count() <= 1


def refresh(player: Player) -> None:
    """Load the reply by hand if the player has no scripts."""
    if not player.scripts:
        player.press("Refresh")


@pytest.mark.rotates(4)
def test_two_players_with_scripts_play_a_whole_game(new_player: Callable[..., Player]) -> None:
    black, white = new_player(), new_player()
    start_table(black, white, clock="game")
    listeners = {player: Listener(player) for player in (black, white)}
    for number, move in enumerate(MOVES[:-1]):
        mover, other = (black, white) if number % 2 == 0 else (white, black)
        type_half_a_move(other)
        mover.press_move(move)
        expect_turn(other, MOVES[number + 1])
        expect_half_a_move(other)
        for player in (mover, other):
            [message] = listeners[player].announcements()
            assert move_text(move) in message, f"{move} in {message}"
        assert " to move: " in mover.heading()
        expect(mover.page).to_have_title(f"{mover.heading()} - Crownhead")
    white.press_move(MOVES[-1])
    expect(black.page.locator("#turn")).to_contain_text(re.compile("You (won|lost)|Draw"))
    assert white.heading().startswith("You won")
    expect(black.page).to_have_title(re.compile("^(You (won|lost)|Draw)"))
    assert len(listeners[black].announcements()) == len(listeners[white].announcements()) == 1
    assert black.record() == white.record() == MOVES
    assert black.listed_moves() == white.listed_moves() == []
    for player in (black, white):
        assert player.page.locator(".clocks [data-left]").count() == 0


def test_players_with_and_without_scripts_play_until_one_resigns(
    new_player: Callable[..., Player],
) -> None:
    black, white = new_player(), new_player(scripts=False)
    address = start_table(black, white, clock="game")
    listener = Listener(black)
    for number, move in enumerate(MOVES[:10]):
        mover, other = (black, white) if number % 2 == 0 else (white, black)
        if other is black:
            type_half_a_move(black)
        mover.press_move(move)
        refresh(other)
        expect_turn(other, MOVES[number + 1])
        if other is black:
            expect_half_a_move(black)
        [message] = listener.announcements()
        assert move_text(move) in message
    white.page.goto(f"{address}/resign")
    white.press("Resign")
    assert white.heading().startswith(("You won", "You lost", "Draw"))
    expect(black.page.locator("#turn")).to_contain_text("You won")
    [message] = listener.announcements()
    assert "You won" in message
    expect(black.page).to_have_title(re.compile("^You won"))
    assert black.record() == white.record() == MOVES[:10]


def square(player: Player, name: str) -> Locator:
    return player.page.locator("#game td").filter(has_text=re.compile(rf"^{name}\b"))


def test_planned_move_is_played_once_when_its_turn_comes(
    new_player: Callable[..., Player],
) -> None:
    black, white = new_player(), new_player()
    start_table(black, white, clock="game")
    with white.page.expect_response("**/ahead*.js"):
        white.page.reload()
    sent: list[str] = []
    white.page.on("request", lambda it: sent.append(it.url) if "/move" in it.url else None)
    square(white, "23").click()
    square(white, "19").click()
    expect(white.page.locator("#keys-hint")).to_contain_text("Planned: 23 to 19.")
    expect(white.page.locator("#said")).to_contain_text("Planned: 23 to 19.")
    expect(square(white, "19")).to_have_class(re.compile("via"))
    black.press_move("11-15")
    expect(white.page.locator(".record li")).to_contain_text(["11-15 23-19"])
    expect(black.page.locator(".record li")).to_contain_text(["11-15 23-19"])
    assert len(sent) == 1


def test_planned_move_that_is_cancelled_or_illegal_is_not_played(
    new_player: Callable[..., Player],
) -> None:
    black, white = new_player(), new_player()
    start_table(black, white, clock="game")
    with white.page.expect_response("**/ahead*.js"):
        white.page.reload()
    hint = white.page.locator("#keys-hint")
    for cancel in (lambda: white.page.keyboard.press("Escape"), square(white, "23").click):
        square(white, "23").click()
        square(white, "19").click()
        cancel()
        expect(hint).to_have_text("Planned move cancelled.")
        assert white.page.locator("td.via").count() == 0
    square(white, "21").click()
    square(white, "14").click()
    black.press_move("11-15")
    expect(hint).to_have_text("Your planned move, 21 to 14, was not played.")
    assert white.record() == ["11-15"]
    assert white.heading().startswith("Your turn")
