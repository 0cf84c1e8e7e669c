"""What the board's keys say: taken from the page, in the live region, and never mute."""

import itertools
from collections.abc import Callable

import pytest

from tests.chromium.board import keys, said
from tests.chromium.player import Player
from tests.chromium.states import CAPTURE_DUE, FORK_HALF_WAY, KINGS
from tests.chromium.test_live_region import Listener

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("line", "square", "key", "words"),
    [
        (CAPTURE_DUE, "15", "l", "Black to move: White moved 22 to 18"),
        ("", "11", "m", "Move 11 to 15. Move 11 to 16"),
        ("", "15", "m", "Move 10 to 15. Move 11 to 15"),
        ("", "1", "m", "No move from or to this square."),
        (CAPTURE_DUE, "9", "m", "You must jump with the man on 15."),
        (CAPTURE_DUE, "15", "Shift+M", "Jump 15 to 22, taking 18"),
        ("", "11", "Shift+M", "No capture from or to this square."),
        (FORK_HALF_WAY, "12", "m", "Jump 26 to 19 to 12"),
        ("", "11", "p", "Black, 12: men on 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 12; no kings."),
        ("", "11", "Shift+P", "White, 12: men on 21, 22, 23"),
        ("", "11", "o", "row 3: 11, black man"),
        (CAPTURE_DUE, "15", "r", "15, black man"),
        ("", "14", "r", "No pieces."),
        (CAPTURE_DUE, "14", "x", "18, white man; 23, white man; 27, white man; 32, white man"),
    ],
)
def test_letter_key_announces(
    at_the_board: Callable[..., Player], line: str, square: str, key: str, words: str
) -> None:
    player = at_the_board(line)
    assert keys(player, *square, key) == square
    assert words in said(player).replace("\u00a0", " ")


def test_s_key_announces_the_full_game_status(at_the_board: Callable[..., Player]) -> None:
    player = at_the_board(CAPTURE_DUE)
    keys(player, "s")
    parts = ("Black to move", "You must jump with", "Black 12, White 12", "Draw watch: ")
    assert all(part in said(player) for part in parts)


def test_announces_kings_and_lettered_squares(at_the_board: Callable[..., Player]) -> None:
    player = at_the_board(KINGS, "brazilian")
    keys(player, "f", "8", "o")
    assert "f8, white king" in said(player)
    keys(player, "p")
    assert "king on g1" in said(player)


def test_repeated_requests_never_sound_the_same(
    at_the_board: Callable[..., Player],
) -> None:
    player = at_the_board(CAPTURE_DUE)
    listener = Listener(player)
    wanted = ["l", "l", "l", "s", "s", "m", "m", "Shift+M", "p", "p", "Shift+P", "o", "o", "r", "r"]
    wanted += ["x", "x", "9", "Enter", "Enter", "Home", "ArrowLeft", "ArrowLeft"]
    for key in wanted:
        keys(player, key)
    heard = listener.news()
    assert len(heard) == len(wanted) - 2
    assert all(words != after for words, after in itertools.pairwise(heard))


def test_announcements_use_the_words_on_the_page(at_the_board: Callable[..., Player]) -> None:
    """The script has no words of its own: what it says is what stands on the page."""
    player = at_the_board()
    player.page.evaluate("document.querySelector('.pieces').textContent = 'Red, 12: men on 1'")
    keys(player, "p")
    assert said(player) == "Red, 12: men on 1"
