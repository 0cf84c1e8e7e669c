"""A simulated screen reader on the real page, with scripts.

Browsers leave a button's value out of what they expose to screen readers; the simulator adds it, so
it is removed here. No test judges how a phrase sounds: only a real screen reader could tell.
"""

import itertools
import re
from collections.abc import Callable

import pytest

from tests.chromium.player import Player
from tests.chromium.states import MANY_MOVES
from tests.chromium.tables import start_table
from tests.outside.screen_reader import ScreenReader

pytestmark = [pytest.mark.browser, pytest.mark.rotates(2)]

MAX_BEFORE_THE_FIRST_MOVE = 35
MAX_ON_THE_BOARD = 110
MAX_AFTER_A_MOVE = 3
MAX_WORDS = 25
MAX_LANDMARKS = 6
LANDMARK = r"^(banner|main|navigation|contentinfo|complementary|region|search)\b"
VALUE = re.compile(r"^(button, .*), [\w:x-]+$")
ALONE = re.compile(r"^\W*\w\W*$|^\W*\d+\W*$|^\W+$")
AS_NOTATION = re.compile(r"\d[-x]\d")


def without_values(phrases: list[str]) -> list[str]:
    """Return the phrases without the values of buttons."""
    return [VALUE.sub(r"\1", phrase) for phrase in phrases]


def announcements(phrases: list[str]) -> list[str]:
    """Return the phrases that were announced politely, without being read."""
    return [it.removeprefix("polite: ") for it in phrases if it.startswith("polite: ")]


def assert_heard_once(message: str, headings: list[str]) -> None:
    """Check that a message and the heading that gets the focus have 25 words and none twice."""
    read = [it.removeprefix("heading, ").removesuffix(", level 2") for it in headings]
    assert len(" ".join([message, *read]).split()) <= MAX_WORDS, (message, read)
    assert not any(heading in message for heading in read), (message, read)


def press_and_listen(player: Player, reader: ScreenReader, move: str) -> list[str]:
    """Focus a move's button and press it; return the phrases spoken after the press."""
    player.page.locator(f".moves button[value='{move}']").focus()
    reader.new_phrases()
    player.press_move(move)
    return reader.new_phrases()


def test_first_move_is_few_phrases_from_the_top(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.page.goto("/")
    phrases = without_values(ScreenReader(player.page).read_on("^button, Move"))
    assert len(phrases) <= MAX_BEFORE_THE_FIRST_MOVE, phrases
    assert any(phrase.endswith("set size 7") for phrase in phrases), "how many moves there are"


@pytest.mark.parametrize("line", ["", MANY_MOVES], ids=["start", "many moves"])
def test_every_phrase_of_a_game_makes_sense_alone(
    new_player: Callable[..., Player], line: str
) -> None:
    player = new_player()
    player.set_up(line)
    phrases = without_values(ScreenReader(player.page).read_on())
    assert [it for it in phrases if ALONE.search(it)] == []
    assert any("man, blocked" in it for it in phrases)
    assert not any(re.search(r"blocked\W+blocked", it) for it in phrases)
    begin = next(at for at, it in enumerate(phrases) if it.startswith("table"))
    end = next(at for at, it in enumerate(phrases) if it.startswith("end of table"))
    assert end - begin <= MAX_ON_THE_BOARD, phrases[begin : end + 1]
    landmarks = [it for it in phrases if re.search(LANDMARK, it)]
    assert len(landmarks) <= MAX_LANDMARKS, landmarks


def test_computer_turn_is_few_phrases_and_one_announcement(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.page.goto("/")
    reader = ScreenReader(player.page)
    announced: list[str] = []
    for turn in range(20):
        offers = player.listed_moves()
        if not offers:
            break
        phrases = press_and_listen(player, reader, offers[turn % len(offers)])
        assert len(phrases) <= MAX_AFTER_A_MOVE, phrases
        assert len(set(phrases)) == len(phrases), phrases
        assert not any(AS_NOTATION.search(it) for it in phrases), phrases
        [message] = announcements(phrases)
        assert_heard_once(message, [it for it in phrases if it.startswith("heading, ")][-1:])
        announced.append(message)
    assert all(message != after for message, after in itertools.pairwise(announced))


def test_opponents_move_at_a_table_is_announced_once(new_player: Callable[..., Player]) -> None:
    black, white = new_player(), new_player()
    start_table(black, white)
    reader = ScreenReader(white.page)
    reader.new_phrases()
    black.press_move("11-15")
    white.page.wait_for_function(
        "() => document.querySelector('#last')?.innerText.includes('11 to 15')"
    )
    phrases = reader.new_phrases()
    [message] = announcements(phrases)
    assert message.endswith(" moved 11 to 15.")
    assert_heard_once(message, [it for it in phrases if it.startswith("heading, ")])
    assert len(phrases) <= MAX_AFTER_A_MOVE, phrases


def test_screen_reader_announces_a_rejected_move(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.page.goto("/")
    reader = ScreenReader(player.page)
    player.page.locator("#typed").focus()
    reader.new_phrases()
    player.type_move("9-22")
    player.expect_focus("#typed")
    phrases = reader.new_phrases()
    assert [it for it in phrases if "not a legal move" in it] != []
    assert announcements(phrases) == []
