"""The lobby with thousands of tables, how it announces changes, and the links that lead to it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from game.models import Seat, Table
from game.models.tables import Status
from game.play.tables.lobby_view import PAGE_SIZE
from tests.player import Player
from tests.web.visits import join, offers, open_table

# A full room


def crowd(number: int, **columns: object) -> None:
    """Make this many tables of people who have left."""
    now = timezone.now()
    common = {
        "is_listed": True,
        "allows_take_backs": False,
        "rules": "english",
        "start": "B:W21-32:B1-12",
        "created_at": now,
        "changed_at": now,
    } | columns
    tables = [Table(id=f"stale{it}{common['created_at']:%f}", **common) for it in range(number)]
    Table.objects.bulk_create(tables)
    Seat.objects.bulk_create(
        Seat(table=table, side="B", name=f"Gone {number}", seen_at=now)
        for number, table in enumerate(tables)
    )


def test_a_lobby_page_costs_ten_queries_however_full_it_is(
    alice: Player, bob: Player, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    open_table(alice)
    hours_ago = timezone.now() - timedelta(hours=3)
    clock = {"base_ms": 60_000, "black_left_ms": 60_000, "white_left_ms": 60_000}
    crowd(5000, created_at=hours_ago, changed_at=hours_ago, **clock)
    crowd(3000, status=Status.CLOSED)
    crowd(2000, status=Status.PLAYING, started_at=hours_ago, ply=1)
    crowd(PAGE_SIZE)
    for player in (alice, bob):
        with django_assert_max_num_queries(10):
            player.open("/tables/")
    assert len(bob.page.select(".tables button")) == PAGE_SIZE
    older = str(bob.page.find("a", string="Older tables")["href"])
    assert older.startswith("/tables/?page=2&")
    bob.open(older)
    assert [it.get_text()[:14] for it in bob.page.select(".tables button")] == ["Join Ann: Engl"]
    assert len(bob.page.select("section:has(#played) li")) == PAGE_SIZE
    bob.open("/tables/?games=100")
    assert len(bob.page.select("section:has(#played) li")) == PAGE_SIZE
    assert bob.page.find("a", string="Older games") is None


@pytest.mark.parametrize("page", ["0", "-1", "x", "²", "9999", "99999999"])
def test_lobby_pages_that_do_not_exist_are_empty_or_the_first(alice: Player, page: str) -> None:
    alice.open(f"/tables/?page={page}&games={page}")
    assert alice.response.status_code == 200


# News


def news(player: Player) -> int:
    """Poll as the page does by itself; return the status of the answer."""
    asks = str(player.page.select_one("#news")["data-hx-get"])
    answer = player.client.get(asks, headers={"HX-Request": "true"})
    if answer.status_code == 200:
        player._read(answer)
    return answer.status_code


def test_polling_the_lobby_answers_only_when_something_changed(alice: Player, bob: Player) -> None:
    bob.open("/tables/")
    assert news(bob) == 204
    open_table(alice)
    assert news(bob) == 200
    said = "Someone is waiting for a game."
    assert said in bob.page.select_one("#news").get_text()
    assert bob.page.select_one("#said").get_text() == said
    assert news(bob) == 204
    open_table(alice)
    assert news(bob) == 200
    assert "The lobby has changed." in bob.text
    assert bob.page.select_one("#said") is None
    assert news(bob) == 204


def test_polling_the_second_page_announces_changes_too(alice: Player, bob: Player) -> None:
    open_table(alice)
    crowd(PAGE_SIZE)
    bob.open("/tables/?page=2")
    assert len(bob.page.select(".tables button")) == 1
    assert news(bob) == 204
    alice.press(f"/tables/{Seat.objects.get(name='Ann').table_id}/close")
    assert news(bob) == 200
    assert "The lobby has changed." in bob.text
    show = bob.page.find("a", string="Refresh")
    assert "page=2" in str(show["href"])
    assert news(bob) == 204


def test_refreshing_stays_on_the_same_page(bob: Player) -> None:
    crowd(PAGE_SIZE + 1)
    bob.open("/tables/?page=2")
    bob.open(str(bob.page.find("a", string="Refresh every 30 seconds")["href"]))
    assert "page=2" in bob.response["Refresh"]
    bob.open(bob.response["Refresh"].partition("url=http://testserver")[2])
    assert len(bob.page.select(".tables button")) == 1


def test_scripts_redirect_a_waiting_player_to_the_game(alice: Player, bob: Player) -> None:
    open_table(alice)
    alice.open("/tables/")
    asks = str(alice.page.select_one("#news")["data-hx-get"])
    assert alice.page.select_one("#news")["data-hx-trigger"] == "every 5s"
    assert news(alice) == 204
    join(bob)
    name = Seat.objects.get(side="W").name
    leads = alice.client.get(asks, headers={"HX-Request": "true"})["HX-Redirect"]
    assert leads.endswith("#turn")
    alice.open(leads.partition("#")[0])
    assert alice.heading == f"Your turn: {name} joined"
    assert alice.title == f"Your turn: {name} joined - Crownhead"


def test_refreshing_redirects_a_waiting_player_to_the_game(alice: Player, bob: Player) -> None:
    open_table(alice, player="W")
    alice.open("/tables/")
    look = str(alice.page.find("a", string="Refresh")["href"])
    alice.open(look)
    assert alice.page.h1.get_text() == "Lobby"
    alice.open(str(alice.page.find("a", string="Refresh every 30 seconds")["href"]))
    by_itself = alice.response["Refresh"].partition("url=http://testserver")[2]
    join(bob)
    name = Seat.objects.get(side="B").name
    for path in (look, by_itself):
        answer = alice.client.get(path)
        assert answer.status_code == 303
        alice.open(answer["Location"].partition("#")[0])
        assert alice.heading == f"{name} joined and moves first"
    alice.open("/tables/")
    told = alice.page.select_one("section:has(#own) li")
    assert f"{name} joined your table: go to the game" in told.get_text()
    assert "English checkers. Your opponent’s turn." in told.get_text()


def test_nobody_is_redirected_to_other_peoples_tables(
    alice: Player, bob: Player, charlie: Player
) -> None:
    open_table(alice)
    alice.open("/tables/")
    look = str(alice.page.find("a", string="Refresh")["href"])
    join(bob)
    assert charlie.client.get(look).status_code == 200


def test_polling_the_lobby_announces_your_turn(alice: Player, bob: Player) -> None:
    open_table(alice, player="W")
    join(bob)
    table = f"/tables/{Table.objects.get().pk}"
    alice.open("/tables/")
    bob.open(table)
    bob.press(f"{table}/move", move="11-15")
    assert news(alice) == 200
    assert alice.page.select_one("#said").get_text() == "It’s your turn at 1 table."
    assert news(alice) == 204


def test_polling_the_lobby_while_waiting_costs_four_queries(
    alice: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    open_table(alice)
    alice.open("/tables/")
    with django_assert_num_queries(4):
        assert news(alice) == 204


def test_without_scripts_the_lobby_refreshes_only_on_request(alice: Player) -> None:
    alice.open("/tables/")
    assert "Refresh" not in alice.response.headers
    alice.open(str(alice.page.find("a", string="Refresh every 30 seconds")["href"]))
    assert alice.response["Refresh"].startswith("30; url=http://testserver/tables/?every=30&look=")
    stop = alice.page.find("a", string="Stop refreshing")
    alice.open(str(stop["href"]))
    assert "Refresh" not in alice.response.headers


def test_the_polling_address_opened_as_a_page_redirects_to_the_lobby(alice: Player) -> None:
    assert alice.client.get("/tables/news")["Location"] == "http://testserver/tables/"


# Ways into the room


def test_a_new_game_against_another_person_continues_at_a_table(alice: Player) -> None:
    alice.open("/new")
    pressed = {"variant": "brazilian", "player": "W", "level": "easy", "draws": "50"}
    assert alice.press("/new", opponent="elsewhere", **pressed) == 303
    assert "/tables/new?" in alice.redirect
    assert alice.page.select_one("[name=variant][checked]")["value"] == "brazilian"
    assert alice.page.select_one("[name=player][checked]")["value"] == "W"
    assert alice.page.select_one("[name=draws] [selected]")["value"] == "50"
    assert not Table.objects.exists()


def test_query_values_only_suggest_choices_for_a_table(alice: Player) -> None:
    alice.open("/tables/new?variant=chess&minutes=99&opening=<b>&name=Crownhead&x=1")
    assert alice.response.status_code == 200
    assert alice.page.select_one("#id_name")["value"] != "Crownhead"
    assert "<b>" not in alice.response.content.decode()


def test_every_page_links_to_the_lobby(alice: Player) -> None:
    for path in ("/", "/new", "/faq/", "/tables/"):
        alice.open(path)
        link = alice.page.find("a", string="Online")
        assert str(link["href"]).startswith("/tables/")


# Words of the reader's own


def test_the_lobby_uses_the_readers_colours(alice: Player, bob: Player) -> None:
    open_table(alice)
    open_table(alice, variant="brazilian", player="W")
    bob.lay_out()
    session = bob.client.session
    with session.exclusive():
        session["preferences"] = {"palette": "red-black"}
    brazilian, english = offers(bob)
    assert "you play Black" in english
    assert "you play Black" in brazilian
    open_table(bob, name="Bob", variant="brazilian", player="B")
    assert Table.objects.filter(seats__name="Bob").get().wished_side == "W"
