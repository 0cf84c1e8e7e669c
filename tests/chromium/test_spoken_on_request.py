"""Announcements on request: each key of the board announces text from the page."""

import itertools
from collections.abc import Callable

import pytest

from tests.chromium.board import announcement, keys
from tests.chromium.player import Player
from tests.chromium.states import CAPTURE_DUE, KINGS, MULTI_JUMP_FORK
from tests.chromium.test_live_region import Listener

pytestmark = [pytest.mark.browser, pytest.mark.rotates(3)]


@pytest.mark.rotates(2)
@pytest.mark.parametrize(
    ("line", "square", "key", "text"),
    [
        (CAPTURE_DUE, "15", "l", "Black to move. White moved 22 to 18."),
        ("", "11", "m", "Move 11 to 15. Move 11 to 16"),
        ("", "15", "m", "Move 10 to 15. Move 11 to 15"),
        ("", "1", "m", "No move from or to this square."),
        (CAPTURE_DUE, "9", "m", "You must jump with the man on 15."),
        (CAPTURE_DUE, "15", "Shift+M", "Jump 15 to 22, taking 18"),
        ("", "11", "Shift+M", "No capture from or to this square."),
        (MULTI_JUMP_FORK, "12", "m", "Jump 26 to 19 to 12"),
        ("", "11", "p", "Black, 12: men on 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 12; no kings."),
        ("", "11", "Shift+P", "White, 12: men on 21, 22, 23"),
        ("", "11", "o", "row 3: 11, black man"),
        (CAPTURE_DUE, "15", "r", "15, black man"),
        ("", "14", "r", "No pieces."),
        (CAPTURE_DUE, "14", "x", "18, white man; 23, white man; 27, white man; 32, white man"),
    ],
)
def test_letter_key_announces(
    board_player: Callable[..., Player], line: str, square: str, key: str, text: str
) -> None:
    player = board_player(line)
    assert keys(player, *square, key) == square
    assert text in announcement(player).replace("\u00a0", " ")


def test_s_key_announces_the_full_game_status(board_player: Callable[..., Player]) -> None:
    player = board_player(CAPTURE_DUE)
    keys(player, "s")
    parts = ("Black to move", "You must jump with", "Black 12, White 12")
    assert all(part in announcement(player) for part in parts)


def test_announces_kings_and_lettered_squares(board_player: Callable[..., Player]) -> None:
    player = board_player(KINGS, "brazilian")
    keys(player, "f", "8", "o")
    assert "f8, white king" in announcement(player)
    keys(player, "p")
    assert "king on g1" in announcement(player)


def test_repeated_requests_never_sound_the_same(
    board_player: Callable[..., Player],
) -> None:
    player = board_player(CAPTURE_DUE)
    listener = Listener(player)
    pressed = ["l", "l", "l", "s", "s", "m", "m", "Shift+M", "p", "p", "Shift+P", "o", "o", "r"]
    pressed += ["r", "x", "x", "9", "Enter", "Enter", "Home", "ArrowLeft", "ArrowLeft"]
    for key in pressed:
        keys(player, key)
    announced = listener.announcements()
    assert len(announced) == len(pressed) - 2
    assert all(message != after for message, after in itertools.pairwise(announced))


def test_announcements_use_the_words_on_the_page(board_player: Callable[..., Player]) -> None:
    """The script has no texts of its own: it announces what the page holds."""
    player = board_player()
    player.page.evaluate("document.querySelector('.pieces').textContent = 'Red, 12: men on 1'")
    keys(player, "p")
    assert announcement(player) == "Red, 12: men on 1"
