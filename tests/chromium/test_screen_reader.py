"""What a simulated screen reader says on the real page, with scripts.

Each browser leaves the value of a button out of what it tells a screen reader; the simulator adds
it, so it is taken off here. No test is about how a phrase sounds: only a real one could tell.
"""

import itertools
import re
from collections.abc import Callable

import pytest

from tests.chromium.player import Player
from tests.chromium.states import MANY_MOVES
from tests.chromium.tables import sit_down
from tests.outside.screen_reader import ScreenReader

pytestmark = pytest.mark.browser

MOST_BEFORE_THE_FIRST_MOVE = 35
MOST_ON_THE_BOARD = 110
MOST_AFTER_A_MOVE = 3
MOST_WORDS = 25
MOST_LANDMARKS = 6
LANDMARK = r"^(banner|main|navigation|contentinfo|complementary|region|search)\b"
VALUE = re.compile(r"^(button, .*), [\w:x-]+$")
ALONE = re.compile(r"^\W*\w\W*$|^\W*\d+\W*$|^\W+$")
AS_NOTATION = re.compile(r"\d[-x]\d")


def told(phrases: list[str]) -> list[str]:
    """The phrases without the values of buttons."""
    return [VALUE.sub(r"\1", phrase) for phrase in phrases]


def messages(phrases: list[str], *, manner: str = "polite") -> list[str]:
    """What was said by itself."""
    return [it.removeprefix(f"{manner}: ") for it in phrases if it.startswith(f"{manner}: ")]


def press_and_hear(player: Player, ears: ScreenReader, move: str) -> list[str]:
    """Press a move's button as its reader does, who has just been told what it is."""
    player.page.locator(f".moves button[value='{move}']").focus()
    ears.said()
    player.press_move(move)
    return ears.said()


def test_first_move_is_few_phrases_from_the_top(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.page.goto("/")
    phrases = told(ScreenReader(player.page).read_on("^button, Move"))
    assert len(phrases) <= MOST_BEFORE_THE_FIRST_MOVE, phrases
    assert any(phrase.endswith("set size 7") for phrase in phrases), "how many moves there are"


@pytest.mark.parametrize("line", ["", MANY_MOVES], ids=["start", "many moves"])
def test_every_phrase_of_a_game_makes_sense_alone(
    new_player: Callable[..., Player], line: str
) -> None:
    player = new_player()
    player.bring_to(line)
    phrases = told(ScreenReader(player.page).read_on())
    assert [it for it in phrases if ALONE.search(it)] == []
    assert any("man, blocked" in it for it in phrases)
    assert not any(re.search(r"blocked\W+blocked", it) for it in phrases)
    begin = next(at for at, it in enumerate(phrases) if it.startswith("table"))
    end = next(at for at, it in enumerate(phrases) if it.startswith("end of table"))
    assert end - begin <= MOST_ON_THE_BOARD, phrases[begin : end + 1]
    landmarks = [it for it in phrases if re.search(LANDMARK, it)]
    assert len(landmarks) <= MOST_LANDMARKS, landmarks


def test_computer_turn_is_few_phrases_and_one_announcement(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.page.goto("/")
    ears = ScreenReader(player.page)
    heard: list[str] = []
    for turn in range(20):
        offers = player.offers()
        if not offers:
            break
        phrases = press_and_hear(player, ears, offers[turn % len(offers)])
        assert len(phrases) <= MOST_AFTER_A_MOVE, phrases
        assert len(set(phrases)) == len(phrases), phrases
        assert not any(AS_NOTATION.search(it) for it in phrases), phrases
        [message] = messages(phrases)
        if not re.search("jump|taking|Game over", message):
            assert len(message.split()) <= MOST_WORDS, message
        heard.append(message)
    assert all(message != after for message, after in itertools.pairwise(heard))


def test_opponents_move_at_a_table_is_announced_once(new_player: Callable[..., Player]) -> None:
    black, white = new_player(), new_player()
    sit_down(black, white)
    ears = ScreenReader(white.page)
    ears.said()
    black.press_move("11-15")
    white.page.wait_for_function(
        "() => document.querySelector('#turn').innerText.includes('11 to 15')"
    )
    phrases = ears.said()
    [message] = messages(phrases)
    assert "11 to 15" in message
    assert len(message.split()) <= MOST_WORDS
    assert len(phrases) <= MOST_AFTER_A_MOVE, phrases


def test_screen_reader_announces_a_rejected_move(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.page.goto("/")
    ears = ScreenReader(player.page)
    player.page.locator("#typed").focus()
    ears.said()
    player.type_move("9-22")
    player.expect_focus("#typed")
    phrases = ears.said()
    assert [it for it in phrases if "not a legal move" in it] != []
    assert messages(phrases) == []
