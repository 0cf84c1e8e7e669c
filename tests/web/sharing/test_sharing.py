"""One game on several devices, each with its own session."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connections
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from game.models import CodeAttempt, FinishedGame, Invitation, SharedDevice
from game.play.sharing.invitations import ALPHABET, ATTEMPTS_PER_ADDRESS, ATTEMPTS_PER_SESSION
from tests.player import Player

WRONG = "2222-2222"


def invited(owner: Player) -> tuple[str, str]:
    """Make a link; return its path and its code."""
    owner.open("/share")
    assert owner.press("/share") == 303
    link = owner.page.select_one("pre.wraps").get_text()
    assert link.startswith("http://testserver/join/")
    return link.removeprefix("http://testserver"), owner.page.select_one(".code").get_text()


def join_by_link(device: Player, link: str, **typed: str) -> int:
    device.open(link)
    return device.press(link, **typed)


def join_by_code(device: Player, code: str, **typed: str) -> int:
    device.open("/join")
    return device.press("/join", code=code, **typed)


def shared(owner: Player, device: Player, **changes: Any) -> None:
    """Lay out the owner's game, have the device join it, and open it on both."""
    owner.lay_out(**changes)
    link, _ = invited(owner)
    assert join_by_link(device, link) == 303
    owner.open("/")


def test_a_game_is_shared_by_link_and_played_from_both_devices(alice: Player, bob: Player):
    shared(alice, bob, moves="11-15")
    assert bob.heading == "White to move: Black moved 11 to 15"
    assert bob.move("23-19") == 303
    alice.open("/")
    assert alice.heading == "Black to move: White moved 23 to 19"
    alice.move("8-11")
    bob.open("/")
    assert bob.heading == "White to move: Black moved 8 to 11"
    assert alice.stored["moves"] == "11-15 23-19 8-11"


def test_a_game_is_shared_by_code_however_it_is_typed(alice: Player, bob: Player):
    alice.lay_out(moves="11-15")
    _, code = invited(alice)
    assert len(code) == 9
    assert set(code) <= set(ALPHABET + "-")
    assert join_by_code(bob, f"  {code.lower().replace('-', ' ')} ") == 303
    assert bob.heading == "White to move: Black moved 11 to 15"
    assert not CodeAttempt.objects.exists()


def test_a_game_not_yet_begun_can_be_shared(alice: Player, bob: Player):
    link, _ = invited(alice)
    join_by_link(bob, link)
    bob.move("11-15")
    alice.open("/")
    assert alice.heading.startswith("Your turn: The computer ")


def test_each_device_flips_only_its_own_board(alice: Player, bob: Player):
    shared(alice, bob)
    assert alice.page.caption.get_text() == "Black at the bottom"
    assert bob.page.caption.get_text() == "White at the bottom"
    assert bob.press("/flip") == 303
    assert bob.page.caption.get_text() == "Black at the bottom"
    alice.open("/")
    alice.press("/flip")
    bob.open("/")
    assert bob.page.caption.get_text() == "Black at the bottom"
    assert alice.page.caption.get_text() == "White at the bottom"


def test_a_preferred_side_stays_at_the_bottom_on_its_device(alice: Player, bob: Player):
    bob.lay_out()
    session = bob.client.session
    with session.exclusive():
        session["preferences"] = {"bottom": "black"}
    shared(alice, bob)
    assert bob.page.caption.get_text() == "Black at the bottom"


def test_a_forced_capture_is_not_played_for_another_person(alice: Player, bob: Player):
    alice.lay_out(moves="11-15")
    session = alice.client.session
    with session.exclusive():
        session["preferences"] = {"autoplay": True}
    alice.move("22-18")
    assert alice.stored["moves"] == "11-15 22-18 15x22"
    with session.exclusive():
        session["solo"] = alice.document(moves="11-15")
    join_by_link(bob, invited(alice)[0])
    alice.open("/")
    alice.move("22-18")
    assert alice.stored["moves"] == "11-15 22-18"


def test_opening_a_link_changes_nothing(alice: Player, bob: Player):
    alice.lay_out()
    link, _ = invited(alice)
    for _ in range(3):
        bob.open(link)
        assert bob.page.h1.get_text() == "Join the game on the other device?"
    assert not bob.client.session.items()
    assert not SharedDevice.objects.exists()
    assert bob.press(link) == 303


def test_a_link_and_its_code_admit_one_device(alice: Player, bob: Player):
    alice.lay_out()
    link, code = invited(alice)
    join_by_link(bob, link)
    carol = Player()
    carol.open(link)
    assert carol.response.status_code == 410
    assert "has already been used" in carol.notice
    assert join_by_code(carol, code) == 410
    alice.open("/share")
    assert alice.page.select_one(".code") is None


def test_of_several_devices_joining_at_once_one_gets_in(alice: Player, bob: Player):
    alice.lay_out()
    link, _ = invited(alice)
    devices = [bob, *(Player() for _ in range(4))]

    for device in devices:
        device.open(link)

    def press(device: Player) -> int:
        try:
            return device.press(link)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(devices)) as threads:
        statuses = sorted(threads.map(press, devices))
    assert statuses == [303, 410, 410, 410, 410]
    assert SharedDevice.objects.count() == 1


def test_a_link_expires_after_ten_minutes(alice: Player, bob: Player):
    alice.lay_out()
    link, code = invited(alice)
    assert "within 10 minutes" in alice.text
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    bob.open(link)
    assert bob.response.status_code == 410
    assert "works for ten minutes" in bob.notice
    assert join_by_code(bob, code) == 410
    assert not SharedDevice.objects.exists()


def test_a_newer_link_replaces_the_previous_one(alice: Player, bob: Player):
    alice.lay_out()
    link, _ = invited(alice)
    newer, _ = invited(alice)
    bob.open(link)
    assert bob.response.status_code == 410
    assert join_by_link(bob, newer) == 303


def test_your_own_link_leads_nowhere(alice: Player):
    alice.lay_out()
    link, code = invited(alice)
    alice.open(link)
    assert alice.response.status_code == 409
    assert "This link leads to your own game." in alice.notice
    assert join_by_code(alice, code) == 409


@pytest.mark.parametrize("link", ["x", "A" * 24, "A" * 4000])
def test_a_forged_link_is_rejected(bob: Player, link: str):
    bob.open(f"/join/{link}")
    assert bob.response.status_code == 404
    assert "We don’t recognise that code." in bob.notice
    assert bob.page.select_one("#code") is not None


@pytest.mark.parametrize(
    "code", ["", "ABC", "ABCD-EFG0", "A" * 60_000, "ABCDEFGHJ", "💩" * 8, "\1"]
)
def test_rejects_a_malformed_code_without_looking_it_up(bob: Player, code: str):
    assert join_by_code(bob, code) == 422
    assert "A code has 8 letters and digits" in bob.notice
    assert not CodeAttempt.objects.exists()


def test_a_wrong_code_is_kept_for_correction_with_the_name(bob: Player):
    assert join_by_code(bob, WRONG, name="My <phone>") == 404
    assert bob.page.select_one("#code")["value"] == WRONG
    assert bob.page.select_one("#name")["value"] == "My <phone>"


def test_limits_wrong_codes_per_session(alice: Player, bob: Player):
    alice.lay_out()
    bob.lay_out()
    for _ in range(ATTEMPTS_PER_SESSION):
        assert join_by_code(bob, WRONG) == 404
    _, code = invited(alice)
    assert join_by_code(bob, code) == 429
    assert "Wait ten minutes" in bob.notice
    CodeAttempt.objects.update(at=timezone.now() - timedelta(minutes=11))
    assert join_by_code(bob, code) == 303


def test_limits_wrong_codes_per_address(alice: Player):
    alice.lay_out()
    _, code = invited(alice)
    for _ in range(ATTEMPTS_PER_ADDRESS):
        assert join_by_code(Player(), WRONG) == 404
    assert join_by_code(Player(), code) == 429
    from_elsewhere = Player()
    from_elsewhere.client.defaults["REMOTE_ADDR"] = "192.0.2.7"
    assert join_by_code(from_elsewhere, code) == 303


def test_behind_a_proxy_the_forwarded_address_counts(bob: Player, settings: Settings):
    settings.BEHIND_PROXY = True
    for sent in ("203.0.113.9, 192.0.2.7", "198.51.100.2, 192.0.2.7", "192.0.2.7"):
        bob.client.defaults["HTTP_X_FORWARDED_FOR"] = sent
        join_by_code(bob, WRONG)
    for sent in ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9"):
        bob.client.defaults["HTTP_X_FORWARDED_FOR"] = sent
        join_by_code(bob, WRONG)
    counts = sorted(CodeAttempt.objects.values_list("address", flat=True))
    assert sorted(counts.count(one) for one in set(counts)) == [2, 3]
    assert not any("192.0" in one for one in counts)


def test_neither_link_nor_code_is_stored(alice: Player):
    alice.lay_out()
    link, code = invited(alice)
    row = Invitation.objects.values().get()
    assert link.removeprefix("/join/") not in str(row)
    assert code.replace("-", "") not in str(row)
    assert code not in str(alice.client.session.items())


def test_the_qr_code_is_shown_only_to_the_owner(alice: Player, bob: Player):
    alice.lay_out()
    invited(alice)
    image = alice.page.select_one("img.qr")
    answer = alice.client.get(str(image["src"]))
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer["Cache-Control"].startswith("max-age=0")
    assert b"style=" not in answer.content
    assert b"<svg " in answer.content
    bob.open(str(image["src"]))
    assert bob.response.status_code == 404


def test_a_device_shows_its_name_or_a_number(alice: Player, bob: Player):
    alice.lay_out()
    for name in ("Phone", "", "Phone", "  ", "<b>\u202e\n" + "x" * 100):
        link, _ = invited(alice)
        assert join_by_link(Player(), link, name=name) == 303
    alice.open("/share")
    drop = [button.get_text() for button in alice.page.select("button[name=device]")]
    assert drop[:4] == ["Remove Phone", "Remove Device 2", "Remove Phone 2", "Remove Device 3"]
    assert drop[4] == "Remove <b>" + "x" * 27


def test_at_most_eight_devices_may_join(alice: Player, bob: Player):
    alice.lay_out()
    for _ in range(8):
        join_by_link(Player(), invited(alice)[0])
    link, _ = invited(alice)
    assert join_by_link(bob, link) == 409
    assert "Eight devices have joined that game already." in bob.notice
    SharedDevice.objects.first().delete()
    assert join_by_link(bob, link) == 303


def test_a_removed_device_returns_to_its_own_game_and_is_notified(alice: Player, bob: Player):
    bob.lay_out(moves="12-16 21-17")
    shared(alice, bob, moves="11-15")
    seen = bob.page
    alice.open("/share")
    assert "Joined just now." in alice.text
    device = alice.page.select_one("button[name=device]")
    assert alice.press("/share/drop", device=str(device["value"])) == 303
    assert "That device has been removed from your game." in alice.text
    bob.open("/")
    assert bob.heading == "Black to move: White moved 21 to 17"
    assert bob.notice == "The game you joined is no longer shared with you. This is your own."
    assert bob.press("/move", page=seen, move="23-19") == 409
    assert bob.notice.startswith("The game you joined is no longer shared with you.")
    assert alice.stored["moves"] == "11-15"
    assert bob.stored["moves"] == "12-16 21-17"
    bob.open("/")
    assert bob.notice == ""
    alice.open("/")
    assert "Another device joined" not in alice.text


def test_a_removed_device_continues_its_own_game_at_once(alice: Player, bob: Player):
    bob.lay_out(moves="12-16 21-17")
    shared(alice, bob, moves="11-15")
    SharedDevice.objects.all().delete()
    bob.open("/")
    assert bob.move("8-12") == 303
    assert bob.stored["moves"] == "12-16 21-17 8-12"
    assert bob.notice == ""


def test_a_device_that_leaves_finds_its_own_game_untouched(alice: Player, bob: Player):
    bob.lay_out(moves="12-16 21-17", opponent="computer")
    before = bob.stored
    shared(alice, bob, moves="11-15 23-19 8-11")
    seen = bob.page
    assert bob.press("/share/leave") == 303
    assert bob.heading == "Your turn: The computer moved 21 to 17"
    assert {**bob.stored, **before} == {**bob.stored, "version": before["version"]}
    assert not SharedDevice.objects.exists()
    assert bob.press("/move", page=seen, move="24-20") == 409
    assert alice.stored["moves"] == "11-15 23-19 8-11"


def test_an_action_on_your_own_board_leaves_the_shared_game_alone(alice: Player, bob: Player):
    bob.lay_out(moves="11-15", version=7)
    own_board = bob.page
    shared(alice, bob, moves="11-15", version=7)
    assert bob.press("/move", page=own_board, move="23-19") == 409
    assert alice.stored["moves"] == "11-15"


def test_a_stale_action_from_the_other_device_is_rejected(alice: Player, bob: Player):
    shared(alice, bob)
    assert bob.move("11-15") == 303
    assert alice.move("12-16") == 409
    assert alice.move("23-19") == 303
    assert alice.stored["moves"] == "11-15 23-19"


def test_of_actions_from_all_devices_at_once_one_is_carried_out(alice: Player, bob: Player):
    shared(alice, bob)
    carol = Player()
    join_by_link(carol, invited(alice)[0])
    alice.open("/")
    bob.open("/")
    orders = [(alice, "11-15"), (bob, "12-16"), (carol, "9-13"), (alice, "10-14"), (bob, "11-16")]
    forms = [player.fields("/move") | {"move": move} for player, move in orders]

    def send(number: int) -> int:
        try:
            return orders[number][0].client.post("/move", forms[number]).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(orders)) as threads:
        statuses = sorted(threads.map(send, range(len(orders))))
    assert statuses == [303, 409, 409, 409, 409]
    assert len(alice.stored["moves"].split()) == 1


def test_the_computer_answers_moves_from_either_device(alice: Player, bob: Player):
    shared(alice, bob, opponent="computer", player="B")
    assert bob.page.caption.get_text() == "Black at the bottom"
    bob.move("11-15")
    assert bob.heading.startswith("Your turn: The computer ")
    alice.open("/")
    assert alice.heading == bob.heading


def test_the_owner_of_a_shared_game_may_join_another(alice: Player, bob: Player):
    shared(alice, bob, moves="11-15")
    carol = Player()
    carol.lay_out(moves="12-16")
    join_by_link(alice, invited(carol)[0])
    assert alice.heading == "White to move: Black moved 12 to 16"
    bob.open("/")
    assert bob.heading == "White to move: Black moved 11 to 15"
    assert bob.move("23-19") == 303
    alice.press("/share/leave")
    assert alice.heading == "Black to move: White moved 23 to 19"


def test_a_damaged_game_becomes_a_new_game_on_both_devices(alice: Player, bob: Player):
    shared(alice, bob, moves="11-15")
    Session.objects.filter(session_key=alice.client.session.session_key).update(session_data="x")
    for player in (alice, bob):
        player.open("/")
        assert "couldn’t be read" in player.notice
    assert bob.move("12-16") == 303
    alice.open("/share")
    assert len(alice.page.select("button[name=device]")) == 1


def test_expired_invitations_attempts_and_devices_are_deleted(alice: Player, bob: Player):
    alice.lay_out()
    bob.lay_out()
    join_by_link(bob, invited(alice)[0])
    join_by_code(bob, WRONG)
    call_command("tidy")
    counts = [kind.objects.count() for kind in (Invitation, CodeAttempt, SharedDevice)]
    assert counts == [1, 1, 1]
    days_ago = timezone.now() - timedelta(days=2)
    Invitation.objects.update(expires_at=days_ago)
    CodeAttempt.objects.update(at=days_ago)
    SharedDevice.objects.update(played_at=timezone.now() - timedelta(days=366))
    call_command("tidy")
    counts = [kind.objects.count() for kind in (Invitation, CodeAttempt, SharedDevice)]
    assert counts == [0, 0, 0]


def test_a_joined_device_sees_the_game_and_nothing_else(alice: Player, bob: Player):
    session = alice.client.session
    shared(alice, bob, moves="11-15")
    session = alice.client.session
    with session.exclusive():
        session["preferences"] = {"palette": "red-white"}
    bob.open("/")
    assert bob.heading == "White to move: Black moved 11 to 15"
    bob.open("/resign")
    bob.press("/resign")
    assert FinishedGame.objects.get().owner.session_key == alice.client.session.session_key
    for path in ("/games", "/results"):
        bob.open(path)
        assert "English checkers" not in bob.text
    bob.open("/share")
    assert bob.page.h1.get_text() == "You joined a game"
    token = bob.fields("/share/leave")["csrfmiddlewaretoken"]
    assert bob.send("/share", {"csrfmiddlewaretoken": token}) == 409
    assert bob.send("/share/drop", {"csrfmiddlewaretoken": token, "device": "x"}) == 404


def test_a_new_game_on_either_device_replaces_it_on_both(alice: Player, bob: Player):
    shared(alice, bob, moves="11-15")
    bob.open("/new")
    bob.press("/new", variant="brazilian", opponent="friend", player="B", level="beginner")
    alice.open("/")
    assert alice.page.h1.get_text() == "Brazilian draughts: two players"
    bob.open("/")
    assert alice.heading == bob.heading == "White to move"


def test_a_device_returns_to_its_own_game_when_the_owners_session_ends(alice: Player, bob: Player):
    shared(alice, bob, moves="11-15")
    Session.objects.filter(session_key=alice.client.session.session_key).delete()
    bob.open("/")
    assert bob.heading == "Your turn"
    assert "no longer shared with you" in bob.notice
    assert Session.objects.count() == 1


def test_a_shared_game_can_be_refreshed_on_both_devices(alice: Player, bob: Player):
    shared(alice, bob)
    for player in (alice, bob):
        look = player.page.find("a", string="Refresh")
        player.open(str(look["href"]))
        again = player.page.find("a", string="Refresh")
        assert again["href"] != look["href"]
        assert "Either device can move for either side." in player.text


def test_the_last_action_of_a_device_is_recorded(alice: Player, bob: Player):
    shared(alice, bob)
    hour_ago = timezone.now() - timedelta(hours=1)
    SharedDevice.objects.update(joined_at=hour_ago, played_at=hour_ago)
    alice.open("/share")
    assert "Joined 1 hour ago." in alice.text.replace("\xa0", " ")
    bob.open("/")
    assert SharedDevice.objects.get().played_at == hour_ago
    bob.move("11-15")
    alice.open("/share")
    assert "Last played just now." in alice.text.replace("\xa0", " ")


def test_a_device_can_move_on_to_another_game(alice: Player, bob: Player):
    shared(alice, bob, moves="11-15")
    carol = Player()
    carol.lay_out(moves="12-16")
    link, _ = invited(carol)
    join_by_link(bob, link)
    assert bob.heading == "White to move: Black moved 12 to 16"
    assert SharedDevice.objects.count() == 1


def test_opening_the_address_of_an_action_redirects_to_the_game(alice: Player):
    for path in ("/share/drop", "/share/leave"):
        answer = alice.client.get(path)
        assert answer.status_code == 303
        assert answer["Location"].startswith("http://testserver/?ply=0")


def test_a_shared_game_page_costs_three_queries(
    alice: Player, bob: Player, django_assert_num_queries: DjangoAssertNumQueries
):
    shared(alice, bob)
    alice.move("11-15")  # before that, the score in earlier games is asked as well
    with django_assert_num_queries(3):
        bob.open("/")
    with django_assert_num_queries(1):
        alice.open("/")
