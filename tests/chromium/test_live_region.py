"""What a screen reader is told without asking: one message a turn, in one lasting region."""

import itertools
import re
from collections.abc import Callable

import pytest

from tests.chromium.player import Player
from tests.chromium.states import WON

pytestmark = pytest.mark.browser

MOST_WORDS = 25
ONE_EXCHANGE = "B:W18,32:B1,4,8,11"
"""After 11-15 White can only take and Black only take back."""
LISTEN = """
() => {
    window.said = document.querySelector("#said")
    window.heard = []
    new MutationObserver(() => heard.push(said.textContent))
        .observe(said, {childList: true, characterData: true, subtree: true})
}
"""
IS_THE_SAME = "() => said.isConnected && document.querySelectorAll('[role=status]').length === 1"


class Listener:
    """Hears what a player's live region says from now on."""

    def __init__(self, player: Player, *, expects_silence: bool = True) -> None:
        self.player = player
        assert not expects_silence or player.page.locator("#said").inner_text() == ""
        player.page.evaluate(LISTEN)
        self.messages: list[str] = []

    def news(self) -> list[str]:
        """What was said since the last time."""
        heard = self.player.page.evaluate("heard")
        fresh = heard[len(self.messages) :]
        self.messages = heard
        assert self.player.page.evaluate(IS_THE_SAME)
        return fresh


def words_of(move: str) -> str:
    return " to ".join(move.replace("x", "-").split("-"))


def check_a_turn(player: Player, said: list[str], moves: list[str]) -> None:
    assert len(said) == 1, said
    [message] = said
    assert all(words_of(move) in message for move in moves), f"{moves} in {message}"
    is_plain = not re.search("jump|Game over", message)
    if is_plain:
        assert len(message.split()) <= MOST_WORDS, message
    heading = player.news()
    assert heading not in message
    assert message not in heading


def test_announces_each_turn_against_the_computer_once(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.page.goto("/")
    listener = Listener(player)
    for turn in range(20):
        offers = player.offers()
        if not offers:
            break
        player.press_move(offers[turn % len(offers)])
        check_a_turn(player, listener.news(), player.record()[2 * turn :])
    assert len(set(listener.messages)) == len(listener.messages)


def test_announces_each_move_between_friends_once(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.begin()
    player.page.goto("/")
    listener = Listener(player)
    for move in WON.split():
        player.press_move(move)
        check_a_turn(player, listener.news(), [move])
    assert "White wins" in listener.messages[-1]
    assert len(set(listener.messages)) == len(listener.messages)


def test_announces_an_automatic_capture_once_with_its_reply(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.page.goto("/settings")
    player.page.get_by_label("Play a capture by itself").check()
    player.press("Save settings")
    player.page.goto("/start")
    player.page.locator("#fen").fill(ONE_EXCHANGE)
    player.press("Play this position")
    listener = Listener(player)
    player.press_move("11-15")
    [message] = listener.news()
    assert [message.count(words_of(move)) for move in player.record()] == [1, 1, 1, 1]
    assert "You jumped 8 to 15" in player.page.locator(".status .hint").inner_text()


def test_no_announcement_repeats_the_previous_one(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.bring_to("11-15 22-18")
    listener = Listener(player)
    orders = ("Flip board", "Flip board", "Undo", "Undo", "Flip board", "Flip board")
    for order in orders:
        player.press(order)
        assert len(listener.news()) == 1, order
    for move in ("11-15", "22-18"):
        player.press_move(move)
        player.press("Undo")
        player.press_move(move)
        assert len(listener.news()) == 3
    pairs = itertools.pairwise(listener.messages)
    assert all(message != after for message, after in pairs), listener.messages


def test_every_rejection_is_an_alert(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.bring_to("11-15 22-18")
    listener = Listener(player)
    for _ in range(2):
        before = player.page.locator("#notice").all()
        player.type_move("9-13")
        assert player.page.locator("#notice[role=alert]").count() == 1
        assert all(not notice.is_visible() for notice in before[1:])
    assert listener.news() == []


def test_live_region_is_present_and_empty_on_page_load(
    new_player: Callable[..., Player],
) -> None:
    player = new_player(scripts=False)
    for path in ("/", "/new", "/no-such-page"):
        player.page.goto(path)
        assert player.page.locator("#said[role=status]").inner_text() == ""
        assert player.page.locator("[role=alert]").all_inner_texts() in ([], [""])
