"""Play now, the waiting page, and what a new user tripped over at tables."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from game.models import Guest, Seat, Table
from game.models.tables import Status
from tests.player import Player
from tests.table_player import begin
from tests.web.visits import join, open_table, own_tables, the_link

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
    assert alice.page.find("a", string="Play the computer meanwhile")
    assert alice.page.select_one("#offers")["data-hx-trigger"].startswith("every 1s")


def test_the_game_meanwhile_says_when_somebody_has_joined(alice: Player, bob: Player) -> None:
    open_table(alice)
    alice.open("/")
    waits = alice.page.select_one("#awaited")
    assert waits.get_text() == "You are waiting for an opponent at your table. Go to your table"
    asks, scripts = str(waits["data-hx-get"]), {"HX-Request": "true"}
    assert alice.client.get(asks, headers=scripts).status_code == 204
    join(bob)
    name = Seat.objects.get(side="W").name
    alice.open(asks, **scripts)
    assert alice.page.select_one("#said").get_text() == f"{name} joined your table."
    assert alice.page.select_one("#awaited").get("data-hx-get") is None
    alice.open("/")
    alice.move("11-15")
    told = alice.page.select_one(".status #awaited")
    assert told.get_text() == f"{name} joined your table. Go to the game"
    alice.open(str(told.a["href"]))
    assert alice.heading == f"Your turn: {name} joined"
    table = f"/tables/{Table.objects.get().pk}"
    alice.press(f"{table}/move", move="11-15")
    alice.open("/")
    assert alice.page.select_one("#awaited") is None


def test_who_plays_the_computer_while_waiting_is_there_for_play_now(
    alice: Player, bob: Player
) -> None:
    alice.open("/tables/")
    alice.press(NOW)
    gone = timezone.now() - timedelta(hours=1)
    for path in ("/", "/tables/awaited"):
        Seat.objects.update(seen_at=gone)
        Guest.objects.update(seen_at=gone)
        alice.open(path, **{"HX-Request": "true"})
        assert Guest.objects.get().seen_at > gone
    bob.open("/tables/")
    bob.press(NOW)
    assert Table.objects.get().status == Status.PLAYING


@pytest.mark.parametrize(("clock", "is_told"), [("game", True), ("days", False), ("none", False)])
def test_the_lobby_says_that_who_waits_with_a_clock_has_left(
    alice: Player, bob: Player, clock: str, is_told: bool
) -> None:
    open_table(alice, clock=clock)
    assert "just started waiting" in bob.open("/tables/").get_text()
    gone = timezone.now() - timedelta(minutes=6)
    Seat.objects.update(seen_at=gone)
    assert "was last here" not in bob.open("/tables/").get_text()
    Guest.objects.update(seen_at=gone)
    told = "Ann created this table and was last here 6 minutes ago."
    found = " ".join(bob.open("/tables/").get_text().replace("\xa0", " ").split())
    assert (told in found) is is_told
    assert bob.page.select(".tables button")
    alice.open("/tables/")
    assert "was last here" not in bob.open("/tables/").get_text()


def test_a_closed_table_is_not_awaited(alice: Player) -> None:
    open_table(alice)
    alice.press(f"/tables/{Table.objects.get().pk}/close")
    alice.open("/")
    assert alice.page.select_one("#awaited") is None
    assert alice.client.get("/tables/awaited").status_code == 303


def test_the_rules_in_short_fold_out_in_the_lobby_and_at_a_table(
    alice: Player, bob: Player, charlie: Player
) -> None:
    open_table(alice, variant="brazilian")

    def folded(player: Player) -> str:
        (found,) = (
            it
            for it in player.page.select("details:not([open])")
            if it.summary.get_text() == "Rules in short"
        )
        assert found.select("a[href='/rules/brazilian/']")
        return " ".join(found.get_text(" ").split())

    bob.open("/tables/")
    assert "men also jump backward, kings fly" in folded(bob)
    assert "All the rules of English checkers" in folded(bob)
    join(bob)
    alice.open(f"/tables/{Table.objects.get().pk}")
    charlie.open(f"/tables/{Table.objects.get().pk}")
    for player in (alice, bob, charlie):
        assert "kings fly" in folded(player)
    open_table(alice, variant="brazilian", listed="link")
    charlie.open(the_link(alice))
    assert "kings fly" in folded(charlie)


def test_the_waiting_page_says_how_to_see_an_opponent_without_scripts(
    alice: Player, bob: Player
) -> None:
    open_table(alice)
    told = alice.page.select_one(".own-table noscript")
    assert told.get_text() == "To see whether someone is here, press the button below."
    button = told.find_next("a")
    assert button.get_text() == "Refresh"
    join(bob)
    alice.open(str(button["href"]))
    assert "joined" in alice.heading
    assert alice.page.select_one(".own-table") is None


def test_a_random_opening_is_not_told_as_a_players_move(ann, bob, clock) -> None:
    begin(ann, bob, clock, opening="random")
    told = "The opening is on the board: 4 moves were played for both of you."
    for player in (ann, bob):
        assert "moved" not in player.heading + player.title
        assert "jumped" not in player.heading + player.title
        assert told in player.text
    ann.move(next(iter(ann.moves)))
    assert "You" in ann.page.select_one("#last").get_text()
    bob.look()
    assert told not in ann.text + bob.text


def test_a_begun_rematch_is_not_offered_again(ann, bob, clock) -> None:
    begin(ann, bob, clock)
    ann.open(f"{ann.table}/resign")
    ann.press(f"{ann.table}/resign")
    ann.order("rematch")
    old, asks = ann.page, str(ann.page.find("a", string="Refresh")["href"])
    ann.open(asks)
    assert ann.offers("withdraw-rematch")
    bob.look()
    bob.order("rematch")
    assert ann.order("withdraw-rematch", page=old) == 409
    assert ann.notice == "The rematch has already started."
    ann.open(asks)
    assert ann.page.find("a", string="Refresh") is None
    for player in (ann, bob):
        player.open(ann.table)
        assert not player.offers("rematch")
        assert player.page.select_one("#next").get_text() == "Go to the rematch"
    ann.open(str(ann.page.select_one("#next")["href"]))
    assert ann.page.h1.get_text() == "English checkers: you are White, Bob is Black"


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


@pytest.mark.parametrize("clock", ["game", "days", "none"])
@pytest.mark.parametrize("opening", ["usual", "random"])
def test_a_game_left_before_its_first_move_is_not_listed(
    alice: Player, bob: Player, charlie: Player, clock: str, opening: str
) -> None:
    open_table(alice, clock=clock, opening=opening)
    join(bob)
    shown = "section:has(#played) li"
    for gone, is_listed in ((4, True), (6, False)):
        Seat.objects.update(seen_at=timezone.now() - timedelta(minutes=gone))
        assert bool(charlie.open("/tables/").select_one(shown)) is is_listed
    assert len(own_tables(alice)) == 1
    table = f"/tables/{Table.objects.get().pk}"
    mover = next(it for it in (alice, bob) if it.open(table).select(".moves button[name=move]"))
    mover.press(f"{table}/move", move=next(iter(mover.moves)))
    Seat.objects.update(seen_at=timezone.now() - timedelta(minutes=6))
    assert charlie.open("/tables/").select_one(shown)
