"""A button pressed twice acts once, on a first visit too: one player, one game."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from game.models import FinishedGame, Guest, Invitation, SharedDevice, Table
from game.models import Player as PlayerRow
from game.models.tables import Status
from game.play.tables import lobby
from game.play.tables.game import TableGame
from game.play.tables.lobby import MAX_WAITING_TABLES
from tests.play.tables.seating import at_second, guest, options
from tests.player import START, Player
from tests.table_player import Clock, TablePlayer, begin
from tests.web.library.test_my_games import finish
from tests.web.presses import press_twice
from tests.web.sharing.test_sharing import invited, join_by_link
from tests.web.solo.test_new_game import CHOICES
from tests.web.visits import CHOICES as TABLE
from tests.web.visits import open_table, own_tables, the_link

LED_ON = [303, 303]
STARTS = [
    pytest.param("/new", "/new", CHOICES, id="a new game"),
    pytest.param("/new", "/new", CHOICES | {"opponent": "computer", "player": "W"}, id="as White"),
    pytest.param("/new", "/new", CHOICES | {"opponent": "watch"}, id="a game to watch"),
    pytest.param("/start", "/start", {"kind": "practice", "practice": "paths"}, id="a position"),
    pytest.param("/start", "/start", {"kind": "seed", "seed": "7"}, id="an opening"),
    pytest.param("/start", "/start", {"kind": "ballot", "ballot": "12"}, id="a ballot"),
    pytest.param("/ballots", "/start", {"ballot": "12"}, id="a ballot of the list"),
    pytest.param("/start", "/start", {"kind": "lot"}, id="a ballot by lot"),
    pytest.param("/start", "/start", {"kind": "position", "fen": START}, id="a position typed in"),
    pytest.param("/rules/english/", "/start", {}, id="a board of the rules"),
    pytest.param("/switch", "/switch", {}, id="the other game"),
]


def statuses(answers: list[tuple[int, str]]) -> list[int]:
    return [status for status, _ in answers]


def paths(answers: list[tuple[int, str]]) -> set[str]:
    return {address.partition("?")[0] for _, address in answers}


# On a first visit


@pytest.mark.parametrize(("page", "action", "chosen"), STARTS)
def test_pressing_start_twice_begins_one_game(
    alice: Player, page: str, action: str, chosen: dict[str, str]
):
    alice.open(page)
    answers = press_twice(alice, action, **({"variant": "english"} | chosen))
    assert statuses(answers) == LED_ON
    assert alice.page.select_one("#game")
    assert alice.notice == ""
    assert Session.objects.count() == 1
    # The second game of a session would have version 2, or 3 with the computer's first move.
    assert alice.stored["version"] - len(alice.stored["moves"].split()) <= 1


def test_a_double_press_joins_a_table_once(alice: Player, bob: Player):
    open_table(bob)
    alice.open("/tables/")
    action = str(alice.page.select(".tables form")[0]["action"])
    answers = press_twice(alice, action)
    assert statuses(answers) == LED_ON
    assert len(set(answers)) == 1
    assert PlayerRow.objects.count() == Guest.objects.count() == 2
    assert "Ann" in alice.heading
    assert alice.moves or "waits" not in alice.text


def test_a_double_press_joins_a_private_table_once(alice: Player, bob: Player):
    open_table(bob, listed="link")
    link = the_link(bob)
    alice.open(link)
    answers = press_twice(alice, link, name="Alice")
    assert statuses(answers) == LED_ON
    assert len(set(answers)) == 1
    assert sorted(Guest.objects.values_list("name", flat=True)) == ["Alice", "Ann"]
    assert own_tables(bob) == ["Alice joined your table: go to the game"]


def test_the_second_half_of_a_double_press_joins_too_if_the_first_is_over_by_then(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
):
    open_table(bob, listed="link")
    link = the_link(bob)
    alice.open(link)
    sent = alice.fields(link) | {"name": "Alice"}
    first = Client()
    first.cookies.load({name: it.value for name, it in alice.client.cookies.items()})
    find = lobby.invited_to
    answers = []

    def find_after_the_first(secret: str, now: datetime) -> TableGame:
        if not answers:
            answers.append(None)
            answers[:] = [first.post(link, sent)]
        return find(secret, now)

    monkeypatch.setattr(lobby, "invited_to", find_after_the_first)
    second = alice.client.post(link, sent)
    assert [answer.status_code for answer in (*answers, second)] == [303, 303]
    assert second.headers["Location"] == answers[0].headers["Location"]


@pytest.mark.parametrize("opposite", ["", "here"], ids=["to wait at", "on one device"])
def test_a_double_press_makes_one_table(alice: Player, opposite: str):
    alice.open("/tables/new")
    answers = press_twice(alice, "/tables/new", name="Alice", opposite=opposite, **TABLE)
    assert statuses(answers) == LED_ON
    assert len(set(answers)) == 1
    assert alice.response.status_code == 200
    assert Table.objects.count() == PlayerRow.objects.count() == 1
    assert Guest.objects.get().name == "Alice"


def test_a_double_press_takes_one_name(alice: Player):
    alice.open("/tables/name")
    answers = press_twice(alice, "/tables/name", name="Alice")
    assert statuses(answers) == LED_ON
    assert Guest.objects.get().name == "Alice"
    assert PlayerRow.objects.count() == 1
    assert alice.page.h1
    assert alice.response.status_code == 200


@pytest.mark.parametrize("way", ["link", "code"])
def test_a_double_press_joins_one_device(alice: Player, bob: Player, way: str):
    bob.lay_out(moves="11-15 23-19")
    link, code = invited(bob)
    action = link if way == "link" else "/join"
    alice.open(action)
    answers = press_twice(alice, action, **({"code": code} if way == "code" else {}))
    assert statuses(answers) == LED_ON
    assert paths(answers) == {"http://testserver/"}
    assert SharedDevice.objects.count() == 1
    assert "8-11" in alice.moves
    alice.move("8-11")
    assert bob.stored["moves"] == "11-15 23-19 8-11"


def test_a_double_press_makes_one_link(alice: Player):
    alice.open("/share")
    answers = press_twice(alice, "/share")
    assert statuses(answers) == LED_ON
    assert Invitation.objects.count() == Session.objects.count() == 1


def test_a_double_press_saves_settings_in_one_session(alice: Player):
    alice.open("/settings")
    answers = press_twice(alice, "/settings", board="wood")
    assert statuses(answers) == LED_ON
    assert Session.objects.count() == 1
    assert alice.client.session["preferences"]["board"] == "wood"


def test_a_double_press_plays_one_move(alice: Player):
    alice.open()
    answers = press_twice(alice, "/move", move="11-15")
    assert sorted(statuses(answers)) in ([200, 303], LED_ON)
    alice.open()
    assert len(alice.stored["moves"].split()) == 2
    assert Session.objects.count() == 1


# Later on


def test_the_double_press_guard_costs_no_extra_query(
    alice: Player, django_assert_max_num_queries: DjangoAssertNumQueries
):
    alice.lay_out()
    with django_assert_max_num_queries(1):
        alice.open()
    sent = alice.fields("/move") | {"move": "11-15"}
    with django_assert_max_num_queries(7):
        alice.client.post("/move", sent)


def test_pressing_twice_for_the_third_table_does_not_exceed_the_limit(alice: Player):
    for _ in range(MAX_WAITING_TABLES - 1):
        open_table(alice)
    alice.open("/tables/new")
    answers = press_twice(alice, "/tables/new", name="Ann", **TABLE)
    assert statuses(answers) == LED_ON
    assert Table.objects.count() == MAX_WAITING_TABLES


def test_pressing_play_again_twice_begins_one_game(alice: Player):
    alice.lay_out(moves="11-15")
    alice.open("/resign")
    alice.press("/resign")
    version = alice.stored["version"]
    answers = press_twice(alice, "/again")
    assert statuses(answers) == LED_ON
    assert len(set(answers)) == 1
    assert alice.stored["version"] == version + 1


@pytest.mark.parametrize("order", ["resign", "draw"])
def test_ending_a_game_twice_ends_it_once(alice: Player, order: str):
    alice.lay_out(moves="11-15")
    alice.open(f"/{order}")
    answers = press_twice(alice, f"/{order}")
    assert statuses(answers) == LED_ON
    assert len(set(answers)) == 1
    assert FinishedGame.objects.count() == 1
    assert alice.notice == ""


def test_playing_on_from_my_games_twice_begins_one_game(alice: Player):
    address = finish(alice, moves="11-15 23-19 8-11")
    alice.open(f"{address}?ply=1")
    version = alice.stored["version"]
    answers = press_twice(alice, f"{address}/play")
    assert statuses(answers) == LED_ON
    assert len(set(answers)) == 1
    assert alice.stored["version"] == version + 1


@pytest.mark.parametrize("which", ["one", "all"])
def test_deleting_a_game_twice_is_no_error(alice: Player, which: str):
    address = finish(alice, moves="11-15")
    action = f"{address}/delete" if which == "one" else "/games/delete"
    alice.open(action)
    answers = press_twice(alice, action)
    assert statuses(answers) == LED_ON
    assert len(set(answers)) == 1
    assert not FinishedGame.objects.exists()


def test_removing_a_device_twice_is_no_error(alice: Player, bob: Player):
    alice.lay_out()
    join_by_link(bob, invited(alice)[0])
    alice.open("/share")
    device = str(alice.page.select_one("button[name=device]")["value"])
    answers = press_twice(alice, "/share/drop", device=device)
    assert statuses(answers) == LED_ON
    assert len(set(answers)) == 1
    assert not SharedDevice.objects.exists()


def test_leaving_a_shared_game_twice_is_no_error(alice: Player, bob: Player):
    bob.lay_out()
    alice.lay_out(moves="11-15")
    join_by_link(alice, invited(bob)[0])
    alice.open("/")
    answers = press_twice(alice, "/share/leave")
    assert statuses(answers) == LED_ON
    alice.open("/")
    assert alice.stored["moves"] == "11-15"
    assert not SharedDevice.objects.exists()


def test_a_double_press_closes_a_table_once(alice: Player):
    open_table(alice)
    alice.open("/tables/")
    answers = press_twice(alice, f"/tables/{Table.objects.get().pk}/close")
    assert statuses(answers) == LED_ON
    assert len(set(answers)) == 1


# At a table


def order_twice(player: TablePlayer, order: str) -> list[int]:
    player.look()
    return statuses(press_twice(player, f"{player.table}/{order}"))


def test_resigning_twice_at_a_table_loses_once(ann: TablePlayer, bob: TablePlayer, clock: Clock):
    begin(ann, bob, clock, "11-15")
    bob.open(f"{bob.table}/resign")
    assert statuses(press_twice(bob, f"{bob.table}/resign")) == LED_ON
    assert FinishedGame.objects.count() == 2


def test_accepting_a_draw_twice_ends_the_game_once(
    ann: TablePlayer, bob: TablePlayer, clock: Clock
):
    begin(ann, bob, clock, "11-15")
    assert sorted(order_twice(ann, "offer-draw")) == [200, 303]
    assert order_twice(bob, "accept-draw") == LED_ON
    assert FinishedGame.objects.count() == 2
    assert Table.objects.get().status == Status.OVER


def test_offering_and_accepting_a_rematch_twice_begins_one_game(
    ann: TablePlayer, bob: TablePlayer, clock: Clock
):
    begin(ann, bob, clock, "11-15")
    bob.open(f"{bob.table}/resign")
    bob.press(f"{bob.table}/resign")
    assert sorted(order_twice(ann, "rematch")) == [200, 303]
    assert order_twice(bob, "rematch") == LED_ON
    assert Table.objects.count() == 2
    assert bob.moves


# The same form once more, from the browser's history


def test_resending_a_form_before_the_first_move_begins_no_new_game(alice: Player):
    alice.open("/new")
    sent = alice.fields("/new") | CHOICES
    assert alice.send("/new", sent) == 303
    begun = alice.stored
    assert alice.send("/new", sent) == 303
    assert alice.stored == begun


@pytest.mark.parametrize(("page", "action", "chosen"), STARTS[:-1])
def test_resending_a_form_after_moves_asks_before_ending_the_game(
    alice: Player, page: str, action: str, chosen: dict[str, str]
):
    alice.open(page)
    sent = alice.fields(action) | {"variant": "english"} | chosen
    assert "asks" in sent, "scripts show the question over the page if the form has this field"
    alice.send(action, sent)
    order = "/reply" if chosen.get("opponent") == "watch" else "/move"
    for _ in range(2):
        alice.press(order, **({"move": next(iter(alice.moves))} if order == "/move" else {}))
    played = alice.stored
    assert alice.send(action, sent) == 200
    assert alice.page.h1
    assert alice.page.h1.get_text() == "End the game you are playing?"
    assert alice.stored == played
    assert alice.press(action) == 303
    assert alice.page.select_one("#game")
    assert alice.stored["id"] != played["id"]
    assert alice.stored["start"] == played["start"]


def test_resending_a_form_after_the_game_is_over_begins_another(alice: Player):
    alice.open("/new")
    sent = alice.fields("/new") | CHOICES
    alice.send("/new", sent)
    alice.move("11-15")
    alice.open("/resign")
    alice.press("/resign")
    assert alice.send("/new", sent) == 303
    assert alice.stored["moves"] == ""
    assert FinishedGame.objects.count() == 1
    alice.move("11-15")
    alice.open("/resign")
    alice.press("/resign")
    assert FinishedGame.objects.count() == 2


def test_the_same_form_with_another_choice_begins_another_game(alice: Player):
    alice.open("/new")
    sent = alice.fields("/new") | CHOICES
    alice.send("/new", sent)
    assert alice.send("/new", sent | {"variant": "brazilian"}) == 303
    assert alice.stored["variant"] == "brazilian"


def test_resending_a_switch_of_games_after_moves_is_rejected(alice: Player):
    alice.open("/switch")
    sent = alice.fields("/switch")
    assert alice.send("/switch", sent) == 303
    alice.move(next(iter(alice.moves)))
    played = alice.stored
    assert alice.send("/switch", sent) == 409
    assert alice.stored == played


@pytest.mark.parametrize(
    ("status", "tables"), [(Status.WAITING, 1), (Status.PLAYING, 1), (Status.CLOSED, 2)]
)
def test_resending_a_table_form_makes_a_table_only_if_the_first_is_gone(
    alice: Player, bob: Player, status: Status, tables: int
):
    alice.open("/tables/new")
    sent = alice.fields("/tables/new") | {"name": "Alice"} | TABLE
    alice.send("/tables/new", sent)
    made = Table.objects.get().pk
    bob.open("/tables/")
    if status is Status.PLAYING:
        bob.press(f"/tables/{made}/join")
    elif status is Status.CLOSED:
        alice.press(f"/tables/{made}/close")
    assert alice.send("/tables/new", sent) == 303
    assert Table.objects.count() == tables
    assert Table.objects.get(pk=made).status == status


@pytest.mark.django_db
def test_the_same_form_from_two_people_makes_two_tables():
    """Nobody gets another person's table by copying the form that made it."""
    ids = {lobby.create(guest(), "192.0.2.1", options(), at_second(0), "form").id for _ in range(2)}
    assert len(ids) == 2


def test_resending_the_form_of_a_used_link_makes_a_new_link(alice: Player, bob: Player):
    alice.lay_out()
    alice.open("/share")
    sent = alice.fields("/share")
    alice.send("/share", sent)
    link = str(alice.page.select_one("pre.wraps").get_text())
    assert alice.send("/share", sent) == 303
    assert str(alice.page.select_one("pre.wraps").get_text()) == link
    join_by_link(bob, link.removeprefix("http://testserver"))
    assert alice.send("/share", sent) == 303
    assert str(alice.page.select_one("pre.wraps").get_text()) != link


def test_a_removed_device_cannot_rejoin_with_its_old_form(alice: Player, bob: Player):
    alice.lay_out()
    link, _ = invited(alice)
    bob.open(link)
    sent = bob.fields(link)
    assert bob.send(link, sent) == 303
    assert bob.send(link, sent) == 303
    SharedDevice.objects.all().delete()
    assert bob.send(link, sent) == 410


def test_nobody_deletes_another_players_game_with_their_own_form(alice: Player, bob: Player):
    address = finish(alice, moves="11-15")
    alice.open(f"{address}/delete")
    assert alice.press(f"{address}/delete") == 303
    other = finish(bob, moves="11-15")
    bob.open(f"{other}/delete")
    assert bob.send(f"{address}/delete", bob.fields(f"{other}/delete")) == 404


def test_opening_the_form_twice_makes_two_tables(alice: Player):
    """The same choices sent from a form opened twice make two tables."""
    for _ in range(2):
        assert open_table(alice) == 303
    assert Table.objects.count() == 2
