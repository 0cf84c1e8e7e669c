"""A draw that two friends agree to, each on their own device."""

from __future__ import annotations

import pytest

from tests.player import Player
from tests.web.sharing.test_sharing import invited, join_by_link, shared
from tests.web.solo.test_endings import offer_until_answered


def offer(player: Player) -> int:
    player.open("/draw")
    return player.press("/draw")


def says(player: Player) -> str:
    """Return what the page says about a draw offer."""
    found = player.page.select_one(".offers .hint")
    return found.get_text() if found else ""


def send_away(alice: Player, bob: Player, how: str) -> None:
    """Remove Bob's device from the game, or have it leave."""
    if how == "leaves":
        bob.press("/share/leave")
    else:
        alice.open("/share")
        device = alice.page.select_one("button[name=device]")
        alice.press("/share/drop", device=str(device["value"]))


def can_agree(player: Player) -> bool:
    return player.page.find("form", action="/draw") is not None


@pytest.mark.parametrize("is_owners", [True, False], ids=["the owner's", "the other's"])
def test_a_draw_offer_is_answered_on_the_other_device(
    alice: Player, bob: Player, is_owners: bool
) -> None:
    shared(alice, bob, moves="11-15")
    one, other = (alice, bob) if is_owners else (bob, alice)
    one.open("/draw")
    assert one.page.h1.get_text() == "Offer a draw?"
    assert "Your opponent can accept" in one.text
    assert one.press("/draw") == 303
    assert one.heading == "White to move: Black moved 11 to 15"
    assert says(one).startswith("You offered a draw.")
    assert not can_agree(one)
    assert one.page.find("a", href="/draw") is None
    other.open("/")
    assert says(other).startswith("Your opponent offers a draw.")
    assert other.press("/draw") == 303
    assert other.heading.startswith("Draw")
    one.open("/")
    assert "Draw: both players agreed" in one.text


def test_offering_a_draw_twice_is_not_agreeing(alice: Player, bob: Player) -> None:
    shared(alice, bob)
    question = alice.open("/draw")
    for _ in range(2):
        assert alice.press("/draw", page=question) == 303
        assert says(alice).startswith("You offered a draw.")


def test_a_draw_offer_redirects_to_an_address_new_to_text_browsers(
    alice: Player, bob: Player
) -> None:
    shared(alice, bob, moves="11-15")
    offer(alice)
    assert alice.redirect.endswith("&offered=draw#turn")


def test_if_both_devices_offer_a_draw_the_second_agrees(alice: Player, bob: Player) -> None:
    shared(alice, bob)
    question = bob.open("/draw")
    offer(alice)
    assert bob.press("/draw", page=question) == 303
    assert bob.heading.startswith("Draw")


def test_opening_the_draw_page_with_an_offer_pending_asks_to_agree(
    alice: Player, bob: Player
) -> None:
    shared(alice, bob)
    offer(alice)
    bob.open("/draw")
    assert bob.page.h1.get_text() == "Accept the draw?"
    bob.press("/draw")
    assert bob.heading.startswith("Draw")


@pytest.mark.parametrize("order", ["move", "undo"])
def test_a_draw_offer_lapses_when_the_game_continues(
    alice: Player, bob: Player, order: str
) -> None:
    shared(alice, bob, moves="11-15")
    bob.open("/")
    offer(alice)
    assert (bob.move("23-19") if order == "move" else bob.press("/undo")) == 303
    for player in (alice, bob):
        player.open("/")
        assert not can_agree(player)
        assert player.page.find("a", href="/draw")


def test_a_draw_offer_that_was_passed_over_is_told_to_its_maker_until_the_next_move(
    alice: Player, bob: Player
) -> None:
    shared(alice, bob, moves="11-15")
    bob.open("/")
    offer(alice)
    polls = str(alice.page.select_one("#offers")["data-hx-get"])
    bob.move("23-19")
    news = alice.client.get(polls, headers={"HX-Request": "true"}).content.decode()
    assert news.count("Your draw offer was not accepted.") == 2, "on the page and aloud"
    for _ in range(2):
        alice.open("/")
        assert says(alice) == "Your draw offer was not accepted."
    bob.open("/")
    assert not says(bob)
    alice.move("8-11")
    assert not says(alice)
    assert "draw_offer" not in alice.stored


def test_rejects_an_answer_to_a_lapsed_draw_offer(alice: Player, bob: Player) -> None:
    shared(alice, bob, moves="11-15")
    offer(alice)
    asked = bob.open("/")
    alice.move("23-19")
    assert bob.press("/draw", page=asked) == 409
    assert "already moved" in bob.notice
    assert "ending" not in alice.stored


def test_friends_agree_on_one_device_once_the_other_has_left(alice: Player, bob: Player) -> None:
    shared(alice, bob, moves="11-15")
    offer(bob)
    bob.press("/share/leave")
    alice.open("/")
    assert not says(alice)
    alice.open("/draw")
    assert alice.page.h1.get_text() == "White offers a draw"
    alice.press("/draw")
    assert alice.heading.startswith("Draw")


@pytest.mark.parametrize("how", ["drops", "leaves"])
def test_rejects_a_draw_offer_to_a_device_that_has_left(
    alice: Player, bob: Player, how: str
) -> None:
    shared(alice, bob, moves="11-15")
    question = alice.open("/draw")
    send_away(alice, bob, how)
    assert alice.press("/draw", page=question) == 409
    assert "The other device has left the game" in alice.notice
    assert not alice.page.select_one(".status.over")
    assert "ending" not in alice.stored
    # Now it is a question between two at one device.
    alice.open("/draw")
    assert alice.page.h1.get_text() == "White offers a draw"
    alice.press("/draw")
    assert alice.heading.startswith("Draw")


@pytest.mark.parametrize("how", ["drops", "leaves"])
def test_rejects_agreeing_to_the_draw_offer_of_a_device_that_has_left(
    alice: Player, bob: Player, how: str
) -> None:
    shared(alice, bob, moves="11-15")
    offer(bob)
    pages = [alice.open("/"), alice.open("/draw")]
    send_away(alice, bob, how)
    for page in pages:
        assert alice.press("/draw", page=page) == 409
        assert "The other device has left the game" in alice.notice
        assert "ending" not in alice.stored


def test_a_removed_device_cannot_offer_a_draw(alice: Player, bob: Player) -> None:
    shared(alice, bob, moves="11-15")
    question = bob.open("/draw")
    send_away(alice, bob, "drops")
    assert bob.press("/draw", page=question) == 409
    assert "no longer shared with you" in bob.notice
    for player in (alice, bob):
        player.open("/")
        assert not player.page.select_one(".status.over")


def test_agreeing_alone_asks_a_device_that_has_just_joined(alice: Player, bob: Player) -> None:
    alice.lay_out(moves="11-15")
    question = alice.open("/draw")
    join_by_link(bob, invited(alice)[0])
    assert alice.press("/draw", page=question) == 303
    assert says(alice).startswith("You offered a draw.")
    bob.open("/")
    assert can_agree(bob)


def test_the_computer_answers_a_draw_offer_from_either_device(alice: Player, bob: Player) -> None:
    shared(alice, bob, opponent="computer", player="B", start="B:W18,25:BK30,K1,K2,K3")
    bob.open("/draw")
    assert "The computer accepts unless" in bob.text
    assert offer_until_answered(bob) == 303
    assert bob.heading.startswith("Draw")


@pytest.mark.parametrize("stored", [7, ["x"], "x", {}])
def test_an_invalid_stored_draw_offer_is_damage_not_a_crash(alice: Player, stored: object) -> None:
    alice.lay_out(draw_offer=stored)
    assert alice.heading.startswith("Your turn")


def test_a_third_device_may_answer_a_draw_offer(
    alice: Player, bob: Player, charlie: Player
) -> None:
    shared(alice, bob)
    join_by_link(charlie, invited(alice)[0])
    bob.open("/")
    offer(bob)
    charlie.open("/")
    assert can_agree(charlie)
    charlie.press("/draw")
    assert charlie.heading.startswith("Draw")
