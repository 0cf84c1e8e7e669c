"""Forced captures played automatically: all are shown, and each is announced once."""

from __future__ import annotations

import pytest

from tests.player import Player
from tests.web.settings.test_settings_page import choose

EXCHANGE = "B:W18,32:B1,4,8,11"
"""After 11-15 White can only take, and Black only take back; then White has a choice."""
HTMX = {"HX-Request": "true"}


@pytest.fixture
def alice(alice: Player) -> Player:
    choose(alice, autoplay="on")
    return alice


def forced(player: Player) -> str:
    """Return what the status says about captures played automatically."""
    found = player.page.select_one(".status .hint")
    return found.get_text() if found else ""


def said(player: Player) -> str:
    found = player.page.select_one("#said")
    return found.get_text() if found else ""


def send_by_htmx(player: Player, order: str, **pressed: str) -> None:
    assert player.send(order, player.fields(order) | pressed, **HTMX) == 200


def test_status_shows_a_capture_played_automatically_with_the_computer(alice: Player) -> None:
    alice.lay_out_again(start=EXCHANGE, opponent="computer", player="B")
    alice.move("11-15")
    assert alice.stored["moves"].startswith("11-15 18x11 8x15 32-2")
    assert alice.heading.startswith("Your turn: The computer moved 32 to 2")
    told = "Played automatically, as the only legal move: You jumped 8 to 15, taking 11."
    assert forced(alice) == told
    alice.open("/")
    assert forced(alice) == told


def test_status_shows_it_until_somebody_chooses_the_next_move(alice: Player) -> None:
    alice.lay_out_again(start=EXCHANGE, opponent="computer", player="B")
    alice.move("11-15")
    alice.press("/undo")
    assert not forced(alice)
    alice.move("8x15")
    assert not forced(alice)


def test_status_shows_every_automatic_capture_between_friends(alice: Player) -> None:
    alice.lay_out_again(start=EXCHANGE)
    alice.move("11-15")
    assert alice.stored["moves"] == "11-15 18x11 8x15"
    assert forced(alice) == (
        "Played automatically, as the only legal move: "
        "White jumped 18 to 11, taking 15. Black jumped 8 to 15, taking 11."
    )


def test_status_does_not_repeat_a_capture_the_heading_shows(alice: Player) -> None:
    alice.lay_out_again(start="B:W18,32:B11,1")
    alice.move("11-15")
    assert alice.heading == "Black to move: White jumped 18 to 11, taking 15"
    assert forced(alice) == "Played automatically, as the only legal move."


def test_captures_between_friends_play_automatically_with_scripts_too(alice: Player) -> None:
    alice.lay_out_again(start=EXCHANGE)
    send_by_htmx(alice, "/move", move="11-15")
    assert alice.stored["moves"] == "11-15 18x11 8x15"
    assert said(alice).count("jumped 8 to 15") == 1


def test_a_capture_and_its_reply_are_announced_once_with_scripts(alice: Player) -> None:
    alice.lay_out_again(start=EXCHANGE, opponent="computer", player="B")
    send_by_htmx(alice, "/move", move="11-15")
    heard = [said(alice)]
    while alice.page.find("form", action="/reply"):
        send_by_htmx(alice, "/reply")
        heard.append(said(alice))
    messages = [message for message in heard if message]
    assert len(messages) == 1
    assert messages[0].startswith(
        "The computer jumped 18 to 11, taking 15. You jumped 8 to 15. The computer moved 32 to 2"
    )
    assert messages[0].endswith("Your turn.")
