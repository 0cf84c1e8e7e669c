"""Play now, the waiting page, and what a new user tripped over at tables."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from game.models import Seat, Table
from game.models.tables import Status
from tests.player import Player
from tests.table_player import begin
from tests.web.visits import join, open_table

NOW = "/tables/now"


def test_play_now_waits_first_and_then_pairs(alice: Player, bob: Player) -> None:
    alice.open("/tables/")
    assert "English checkers, 5 minutes + 3 seconds." in alice.text
    assert alice.press(NOW) == 303
    assert alice.heading == "Waiting for an opponent"
    bob.open("/tables/")
    assert bob.press(NOW) == 303
    assert Table.objects.get().status == Status.PLAYING
    alice.open("/tables/")
    assert "joined your table: go to the game" in alice.text


def test_play_now_keeps_the_last_choices(alice: Player) -> None:
    open_table(alice, variant="brazilian", minutes="1", seconds="0", listed="link")
    alice.open("/tables/")
    assert "Brazilian draughts, 1 minute each." in alice.text
    alice.press(NOW)
    assert Table.objects.filter(rules="brazilian", is_listed=True, base_ms=60_000).count() == 1


def test_opening_the_address_of_play_now_changes_nothing(alice: Player) -> None:
    assert alice.client.get(NOW).status_code == 303
    assert not Table.objects.exists()


def test_the_waiting_page_shows_choices_link_code_and_what_happens_next(alice: Player) -> None:
    open_table(alice)
    made = Table.objects.get()
    assert "You chose English checkers. You play Black. 5 minutes + 3 seconds." in alice.text
    link = alice.page.select_one("pre.wraps").get_text()
    assert link == f"http://testserver/tables/{made.pk}"
    assert alice.client.get(f"/tables/{made.pk}/qr.svg").status_code == 200
    assert "The game starts here as soon as someone joins." in alice.text
    assert alice.page.find("a", string="Refresh")
    assert alice.page.find("a", string="play the computer")
    assert alice.page.select_one("#offers")["data-hx-trigger"].startswith("every 2s")


def test_a_random_opening_is_not_told_as_a_players_move(ann, bob, clock) -> None:
    begin(ann, bob, clock, opening="random")
    assert "moved" not in ann.heading + bob.heading
    assert "The opening is on the board: 4 moves were played for both of you." in ann.text


def test_a_begun_rematch_is_not_offered_again(ann, bob, clock) -> None:
    begin(ann, bob, clock)
    ann.open(f"{ann.table}/resign")
    ann.press(f"{ann.table}/resign")
    ann.order("rematch")
    bob.look()
    bob.order("rematch")
    ann.look()
    assert not ann.offers("rematch")
    assert ann.page.find(id="next").get_text() == "Go to the rematch"


def test_a_refused_draw_is_told_after_a_reload_until_the_next_move(ann, bob, clock) -> None:
    begin(ann, bob, clock)
    ann.order("offer-draw")
    bob.look()
    bob.order("decline-draw")
    for _ in range(2):
        ann.look()
        assert "Your draw offer was declined." in ann.text
    bob.look()
    assert "declined" not in bob.text
    ann.move("11-15")
    assert "declined" not in ann.text


def test_a_game_left_before_its_first_move_is_not_listed(
    alice: Player, bob: Player, charlie: Player
) -> None:
    open_table(alice)
    join(bob)
    charlie.open("/tables/")
    assert charlie.page.select_one("section:has(#played) li")
    Seat.objects.update(seen_at=timezone.now() - timedelta(minutes=6))
    charlie.open("/tables/")
    assert charlie.page.select_one("section:has(#played) li") is None
