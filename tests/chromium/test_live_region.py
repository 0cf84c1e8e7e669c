"""Announcements to screen readers: one per turn, in one permanent live region."""

import itertools
import re
from collections.abc import Callable

import pytest

from tests.chromium.player import Player
from tests.chromium.states import WON

pytestmark = [pytest.mark.browser, pytest.mark.rotates(2)]

MAX_WORDS = 25
ONE_EXCHANGE = "B:W18,32:B1,4,8,11"
"""After 11-15 White can only capture and Black only recapture."""
LISTEN = """
() => {
    window.region = document.querySelector("#said")
    window.announced = []
    new MutationObserver(() => announced.push(region.textContent))
        .observe(region, {childList: true, characterData: true, subtree: true})
}
"""
IS_UNCHANGED = "() => region.isConnected && document.querySelectorAll('[role=status]').length === 1"


class Listener:
    """Collects what a player's live region announces from now on."""

    def __init__(self, player: Player, *, expects_silence: bool = True) -> None:
        self.player = player
        assert not expects_silence or player.page.locator("#said").inner_text() == ""
        player.page.evaluate(LISTEN)
        self.messages: list[str] = []

    def announcements(self) -> list[str]:
        """Return the announcements since the last call."""
        announced = self.player.page.evaluate("announced")
        fresh = announced[len(self.messages) :]
        self.messages = announced
        assert self.player.page.evaluate(IS_UNCHANGED)
        return fresh


def move_text(move: str) -> str:
    return " to ".join(move.replace("x", "-").split("-"))


def check_a_turn(player: Player, announced: list[str], moves: list[str]) -> None:
    """Check that moves and whose turn it is are heard once, in at most 25 words in all.

    A heading that has the focus is heard as well.
    """
    assert len(announced) == 1, announced
    turn, at = player.page.locator("#turn").inner_text(), player.focus()
    heard = f"{announced[0]} {turn}." if at == "#turn" else announced[0]
    assert heard.count(f"{turn}.") == 1, heard
    assert len(heard.split()) <= MAX_WORDS, heard
    last = moves[-1]
    assert all(square in heard for square in re.split("[-x]", last)), f"{moves} in {heard}"
    assert heard.count(" moved ") + heard.count(" jumped ") <= len(moves), heard


def test_announces_each_turn_against_the_computer_once(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.page.goto("/")
    listener = Listener(player)
    for turn in range(20):
        offers = player.listed_moves()
        if not offers:
            break
        player.press_move(offers[turn % len(offers)])
        check_a_turn(player, listener.announcements(), player.record()[2 * turn :])
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
        check_a_turn(player, listener.announcements(), [move])
    assert player.page.locator("#turn").inner_text() == "White won: Black has no pieces left"
    assert len(set(listener.messages)) == len(listener.messages)


def test_announces_an_automatic_capture_once_with_its_reply(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.page.goto("/settings")
    player.page.get_by_label("Play forced captures automatically").check()
    player.press("Save settings")
    player.page.goto("/start")
    player.page.locator("#fen").fill(ONE_EXCHANGE)
    player.press("Play this position")
    listener = Listener(player)
    player.press_move("11-15")
    heard = listener.announcements()
    check_a_turn(player, heard, player.record())
    assert [heard[0].count(move_text(move)) for move in player.record()[1:]] == [1, 1, 1]
    assert "You jumped 8 to 15" in player.page.locator(".status .hint").inner_text()


def test_no_announcement_repeats_the_previous_one(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.set_up("11-15 22-18")
    listener = Listener(player)
    actions = ("Flip board", "Flip board", "Undo", "Undo", "Flip board", "Flip board")
    for action in actions:
        player.press(action)
        assert len(listener.announcements()) == 1, action
    for move in ("11-15", "22-18"):
        player.press_move(move)
        player.press("Undo")
        player.press_move(move)
        assert len(listener.announcements()) == 3
    pairs = itertools.pairwise(listener.messages)
    assert all(message != after for message, after in pairs), listener.messages


def test_every_rejection_is_an_alert(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.set_up("11-15 22-18")
    listener = Listener(player)
    for _ in range(2):
        before = player.page.locator("#notice").all()
        player.type_move("9-13")
        assert player.page.locator("#notice[role=alert]").count() == 1
        assert all(not notice.is_visible() for notice in before[1:])
    assert listener.announcements() == []


def test_live_region_is_present_and_empty_on_page_load(
    new_player: Callable[..., Player],
) -> None:
    player = new_player(scripts=False)
    for path in ("/", "/new", "/no-such-page"):
        player.page.goto(path)
        assert player.page.locator("#said[role=status]").inner_text() == ""
        assert player.page.locator("[role=alert]").all_inner_texts() in ([], [""])
