"""Tables that are joined by a link, and how many tables anybody may have."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from game.models import Deed, Seat, Table
from game.models.tables import Status
from game.play.tables.limits import FROM_AN_ADDRESS, OF_A_PLAYER, Kind
from game.play.tables.lobby import MOST_WAITING
from tests.player import Player
from tests.web.visits import join, offers, open_table, own_tables, the_link

# Private tables


def test_a_private_table_is_joined_by_its_link_alone(
    alice: Player, bob: Player, charlie: Player
) -> None:
    open_table(alice, listed="link")
    link = the_link(alice)
    assert link.startswith("/tables/join/")
    assert offers(charlie) == []
    bob.open(link)
    assert bob.page.h1.get_text() == "Join this table?"
    assert "Ann waits for somebody to play: English checkers, you would be White." in bob.text
    assert Seat.objects.count() == 1
    assert bob.press(link, name="Bob") == 303
    assert own_tables(alice) == ["Your turn: English checkers against Bob"]
    charlie.open(link)
    assert charlie.response.status_code == 410
    assert charlie.page.h1.get_text() == "No free seat"
    assert charlie.page.select_one("section:has(#played) a") is None


def test_the_address_of_a_private_table_lets_nobody_in(alice: Player, bob: Player) -> None:
    open_table(alice, listed="link")
    open_table(alice)
    bob.open("/tables/")
    sent = bob.fields(str(bob.page.select(".tables form")[0]["action"]))
    private = Table.objects.get(is_listed=False)
    assert bob.send(f"/tables/{private.pk}/join", sent) == 403
    assert "That table is private." in bob.notice


def test_ones_own_link_says_what_it_is(alice: Player) -> None:
    open_table(alice, listed="link")
    link = the_link(alice)
    alice.open(link)
    assert alice.response.status_code == 409
    assert alice.page.h1.get_text() == "This is your own table"
    assert alice.page.select_one("main a[href='/new']")


def test_who_sits_already_is_led_from_the_link_to_the_game(alice: Player, bob: Player) -> None:
    open_table(alice, listed="link")
    link = the_link(alice)
    bob.open(link)
    bob.press(link)
    answer = bob.client.get(link)
    assert answer.status_code == 303
    assert f"/tables/{Table.objects.get().pk}?" in answer["Location"]


def test_a_forged_link_leads_nowhere(bob: Player) -> None:
    bob.open("/tables/join/" + "a" * 24)
    assert bob.response.status_code == 410
    assert bob.page.select_one("main form") is None


def test_a_name_that_cannot_be_had_does_not_use_the_link_up(alice: Player, bob: Player) -> None:
    open_table(alice, listed="link")
    link = the_link(alice)
    bob.open(link)
    assert bob.press(link, name="Ann") == 422
    assert "Somebody here has that name" in bob.text
    assert bob.press(link, name="Bob") == 303


def test_the_link_is_a_picture_for_its_maker_alone(alice: Player, bob: Player) -> None:
    open_table(alice, listed="link")
    alice.open("/tables/")
    picture = str(alice.page.select_one("img.qr")["src"])
    assert alice.client.get(picture)["Content-Type"] == "image/svg+xml"
    assert bob.client.get(picture).status_code == 404
    assert bob.client.get("/tables/nowhere/qr.svg").status_code == 404


# Limits


def test_only_so_many_tables_of_one_person_wait(alice: Player) -> None:
    for _ in range(MOST_WAITING):
        assert open_table(alice) == 303
    assert open_table(alice, days="7") == 429
    assert "Close one of them first." in alice.notice
    assert alice.page.select_one("#id_name")["value"] == "Ann"


def test_only_so_many_tables_are_opened_in_a_while(alice: Player) -> None:
    for _ in range(OF_A_PLAYER[Kind.MAKE]):
        open_table(alice)
        Table.objects.update(status=Status.CLOSED)
    assert open_table(alice) == 429
    assert "Wait a little" in alice.notice
    Deed.objects.update(at=timezone.now() - timedelta(minutes=11))
    assert open_table(alice) == 303


def test_only_so_many_tables_are_joined_from_one_address(alice: Player, bob: Player) -> None:
    open_table(alice)
    deeds = Deed.objects.get(kind="make")
    Deed.objects.bulk_create(
        Deed(kind="join", player_id="x", address=deeds.address, at=deeds.at)
        for _ in range(FROM_AN_ADDRESS[Kind.JOIN])
    )
    assert join(bob) == 429
    assert "You have joined many tables" in bob.notice
    assert Table.objects.get().status == Status.WAITING
