"""The room: tables that people open, find, join and close, each in a browser of their own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connections
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from game.models import Deed, Guest, Seat, Table
from game.models import Player as Somebody
from game.models.tables import Status
from game.play.tables.limits import FROM_AN_ADDRESS, OF_A_PLAYER, Kind
from game.play.tables.lobby import MOST_WAITING
from game.play.tables.room import A_PAGE
from tests.player import Player

CHOICES = {
    "variant": "english",
    "draws": "0",
    "player": "B",
    "clock": "game",
    "minutes": "5",
    "seconds": "3",
    "days": "3",
    "opening": "usual",
    "ballot": "",
    "listed": "room",
}


@pytest.fixture
def charlie(transactional_db: None) -> Player:
    return Player()


def open_table(maker: Player, /, name: str = "Ann", **choices: str) -> int:
    """Fill in the form and send it."""
    maker.open("/tables/new")
    token = maker.fields("/tables/new")["csrfmiddlewaretoken"]
    return maker.send(
        "/tables/new", {"csrfmiddlewaretoken": token, "name": name} | CHOICES | choices
    )


def offers(player: Player) -> list[str]:
    """The buttons that join a table, by all of their words."""
    player.open("/tables/")
    return [button.get_text() for button in player.page.select(".tables button")]


def join(player: Player, which: int = 0) -> int:
    player.open("/tables/")
    action = str(player.page.select(".tables form")[which]["action"])
    return player.press(action)


def own_tables(player: Player) -> list[str]:
    player.open("/tables/")
    return [link.get_text() for link in player.page.select("section:has(#own) .kept a")]


def the_link(player: Player) -> str:
    player.open("/tables/")
    link = player.page.select_one("pre.wraps")
    assert link
    return link.get_text().removeprefix("http://testserver")


# Opening a table


def test_looking_into_the_room_stores_nothing(alice: Player) -> None:
    alice.open("/tables/")
    assert alice.response.status_code == 200
    assert "Nobody waits for a game just now." in alice.text
    assert "No game to watch just now." in alice.text
    assert not Somebody.objects.exists()
    assert not Guest.objects.exists()


def test_a_table_is_opened_and_others_see_it_in_words(alice: Player, bob: Player) -> None:
    assert open_table(alice) == 303
    assert "/tables/?made=" in alice.redirect
    assert "Your table is open." in alice.notice
    assert "You will be Black. 5 minutes each and 3 seconds a move." in alice.text
    assert offers(bob) == [
        "Join Ann’s game of English checkers, you would be White, 5 minutes each and 3 seconds"
        " a move"
    ]
    assert "Ann has waited less than a minute." in bob.text


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({"clock": "none"}, "No clock."),
        ({"minutes": "1", "seconds": "0"}, "1 minute each."),
        ({"minutes": "15", "seconds": "1"}, "15 minutes each and 1 second a move."),
        ({"clock": "days", "days": "1"}, "1 day a move."),
        ({"clock": "days", "days": "7"}, "7 days a move."),
        ({"opening": "ballot", "ballot": "57"}, "opening: ballot 57."),
        ({"opening": "lot"}, "opening: ballot "),
        ({"opening": "random"}, "opening: 4 random moves (seed "),
        ({"variant": "brazilian"}, "Brazilian draughts, you would be White"),
        ({"player": ""}, "English checkers, sides drawn by lot"),
        ({"takes_most": "on", "draws": "40"}, "The most pieces must be taken, draw after 40"),
        ({"take_backs": "on"}, "take-backs by consent."),
    ],
)
def test_everything_that_was_chosen_is_said_before_one_joins(
    alice: Player, bob: Player, choices: dict[str, str], words: str
) -> None:
    assert open_table(alice, **choices) == 303
    bob.open("/tables/")
    assert words in bob.text


@pytest.mark.parametrize(
    ("choices", "field", "words"),
    [
        ({"variant": "chess"}, "variant", "Select a valid choice"),
        ({"clock": "hourglass"}, "clock", "Choose one of these."),
        ({"clock": ""}, "clock", "Choose one of these."),
        ({"minutes": "16"}, "minutes", "Choose one of these."),
        ({"minutes": ""}, "clock", "Choose one of these."),
        ({"seconds": "11"}, "seconds", "Choose one of these."),
        ({"clock": "days", "days": "2"}, "days", "Choose one of these."),
        ({"opening": "ballot"}, "ballot", "A ballot has a number from 1 to 174"),
        ({"opening": "ballot", "ballot": "175"}, "ballot", "A ballot has a number from 1 to 174"),
        ({"opening": "ballot", "ballot": "٣"}, "ballot", "A ballot has a number from 1 to 174"),
        ({"opening": "lot", "variant": "brazilian"}, "opening", "Only English checkers is opened"),
        ({"variant": "brazilian", "takes_most": "on"}, "takes_most", "Brazilian draughts is"),
        ({"player": "X"}, "player", "Choose one of these."),
        ({"listed": "moon"}, "listed", "Choose one of these."),
        ({"name": "x" * 25}, "name", "at most 24 characters"),
    ],
)
def test_what_cannot_be_had_is_said_where_it_was_chosen(
    alice: Player, choices: dict[str, str], field: str, words: str
) -> None:
    assert open_table(alice, **choices) == 422
    said = alice.page.select_one(f"#id_{field}_error")
    assert said is not None
    assert words in said.get_text()
    assert "No table was opened" in alice.notice
    assert not Table.objects.exists()


def test_nothing_typed_is_lost_when_a_choice_is_refused(alice: Player) -> None:
    open_table(alice, name="Ann <b>", opening="ballot", ballot="999", clock="days", days="7")
    values = {str(it["name"]): str(it["value"]) for it in alice.page.select("input[type=text]")}
    assert values == {"name": "Ann <b>", "ballot": "999"}
    assert [it["value"] for it in alice.page.select("[name=clock][checked]")] == ["days"]
    assert [it["value"] for it in alice.page.select("[name=days] [selected]")] == ["7"]


def test_the_next_table_begins_from_the_same_choices(alice: Player) -> None:
    open_table(alice, variant="brazilian", clock="days", days="7", listed="link", take_backs="on")
    alice.open("/tables/new")
    chosen = {
        str(it["name"]): str(it["value"]) for it in alice.page.select("[type=radio][checked]")
    }
    assert chosen == {
        "variant": "brazilian",
        "player": "B",
        "clock": "days",
        "opening": "usual",
        "listed": "link",
    }
    assert alice.page.select_one("[name=take_backs][checked]")
    assert alice.page.select_one("#id_name")["value"] == "Ann"


# Joining


def test_joining_is_one_button_and_both_find_the_game(alice: Player, bob: Player) -> None:
    open_table(alice)
    assert join(bob) == 303
    table = Table.objects.get()
    assert bob.redirect.startswith(f"http://testserver/tables/{table.pk}?")
    assert table.status == Status.PLAYING
    name = Seat.objects.get(side="W").name
    assert own_tables(alice) == [f"Your turn: English checkers against {name}"]
    assert own_tables(bob) == ["Ann’s turn: English checkers"]
    assert "You are White. 0 moves so far." in bob.text
    assert offers(bob) == []


def test_where_it_is_ones_turn_stands_first(alice: Player, bob: Player, charlie: Player) -> None:
    open_table(alice)
    join(bob)
    open_table(charlie, name="Charlie", player="W")
    join(bob)
    open_table(bob, name="Bob")
    mine = own_tables(bob)
    assert [words.partition(":")[0] for words in mine] == ["Your turn", "Ann’s turn"]
    assert bob.page.select_one(".waiting h3").get_text() == "English checkers, open to anybody"


def test_others_can_watch(alice: Player, bob: Player, charlie: Player) -> None:
    open_table(alice)
    join(bob)
    charlie.open("/tables/")
    link = charlie.page.select_one("section:has(#played) a")
    assert str(link["href"]).startswith(f"/tables/{Table.objects.get().pk}?")
    bobs = Seat.objects.get(side="W").name
    assert link.get_text() == f"Watch Ann (Black) against {bobs} (White)"


def test_of_two_who_join_at_once_one_sits_and_the_other_is_told(
    alice: Player, bob: Player, charlie: Player
) -> None:
    open_table(alice)
    open_table(alice)
    action = ""
    for player in (bob, charlie):
        player.open("/tables/")
        action = str(player.page.select(".tables form")[0]["action"])

    def press(player: Player) -> int:
        try:
            return player.press(action)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as threads:
        statuses = list(threads.map(press, (bob, charlie)))
    assert sorted(statuses) == [303, 409]
    assert Seat.objects.filter(table__status=Status.PLAYING).count() == 2
    late = (bob, charlie)[statuses.index(409)]
    assert "Somebody was quicker" in late.notice
    assert len(late.page.select(".tables button")) == 1


def test_nobody_sits_on_both_sides_by_accident(alice: Player, bob: Player) -> None:
    open_table(alice)
    assert offers(alice) == []
    bob.open("/tables/")
    action = str(bob.page.select(".tables form")[0]["action"])
    token = alice.page.select_one("[name=csrfmiddlewaretoken]")["value"]
    assert alice.send(action, {"csrfmiddlewaretoken": token}) == 409
    assert "That is your own table" in alice.notice
    assert alice.page.select_one("#notice a")["href"] == "/new"
    assert Table.objects.get().status == Status.WAITING


def test_a_second_press_leads_to_the_same_game(alice: Player, bob: Player) -> None:
    open_table(alice)
    bob.open("/tables/")
    before = bob.page
    action = str(bob.page.select(".tables form")[0]["action"])
    assert bob.press(action) == 303
    assert bob.press(action, page=before) == 303
    assert Seat.objects.count() == 2


def test_a_table_that_is_gone_is_answered_with_those_that_are_there(
    alice: Player, bob: Player
) -> None:
    open_table(alice)
    bob.open("/tables/")
    sent = bob.fields(str(bob.page.select(".tables form")[0]["action"]))
    assert bob.send("/tables/nowhere/join", sent) == 404
    assert "There is no such table any more." in bob.notice
    assert len(bob.page.select(".tables button")) == 1


def test_two_tables_alike_have_buttons_of_different_names(alice: Player, bob: Player) -> None:
    open_table(alice)
    open_table(alice)
    names = offers(bob)
    assert len(set(names)) == 2
    assert names[1] == f"{names[0]}, table 2"


def test_opening_the_address_of_an_order_leads_to_the_room(alice: Player) -> None:
    for path in ("/tables/x/join", "/tables/x/close"):
        answer = alice.client.get(path)
        assert answer.status_code == 303
        assert answer["Location"] == "http://testserver/tables/?look=x"
        assert alice.client.put(path).status_code in (403, 405)


# Closing


def test_a_table_is_closed_by_who_made_it(alice: Player, bob: Player) -> None:
    open_table(alice)
    table = Table.objects.get()
    bob.open("/tables/")
    token = bob.page.select_one("[name=csrfmiddlewaretoken]")["value"]
    assert bob.send(f"/tables/{table.pk}/close", {"csrfmiddlewaretoken": token}) == 403
    assert "That table is not yours" in bob.notice
    assert alice.press(f"/tables/{table.pk}/close") == 303
    assert alice.notice == "That table is closed."
    assert offers(bob) == []


def test_a_table_at_which_somebody_has_just_sat_down_stays(alice: Player, bob: Player) -> None:
    open_table(alice)
    table = Table.objects.get()
    before = alice.page
    join(bob)
    assert alice.press(f"/tables/{table.pk}/close", page=before) == 409
    assert "the game has begun" in alice.notice
    assert "Your turn: English checkers" in alice.text


def test_a_table_that_waited_an_hour_is_listed_no_more(alice: Player, bob: Player) -> None:
    open_table(alice)
    Table.objects.update(created_at=timezone.now() - timedelta(minutes=61))
    assert offers(bob) == []
    assert "Your tables" not in alice.open("/tables/").get_text()


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


# A full room


def crowd(number: int, **columns: object) -> None:
    """So many tables of people who have gone."""
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


def test_a_page_of_the_room_asks_ten_things_however_full_it_is(
    alice: Player, bob: Player, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    open_table(alice)
    hours_ago = timezone.now() - timedelta(hours=3)
    crowd(5000, created_at=hours_ago, changed_at=hours_ago)
    crowd(3000, status=Status.CLOSED)
    crowd(2000, status=Status.PLAYING, started_at=hours_ago)
    crowd(A_PAGE)
    for player in (alice, bob):
        with django_assert_max_num_queries(10):
            player.open("/tables/")
    assert len(bob.page.select(".tables button")) == A_PAGE
    older = str(bob.page.find("a", string="Earlier tables")["href"])
    assert older.startswith("/tables/?page=2&")
    bob.open(older)
    assert [it.get_text()[:14] for it in bob.page.select(".tables button")] == ["Join Ann’s gam"]
    assert len(bob.page.select("section:has(#played) li")) == A_PAGE
    bob.open("/tables/?games=100")
    assert len(bob.page.select("section:has(#played) li")) == A_PAGE
    assert bob.page.find("a", string="Games moved in earlier") is None


@pytest.mark.parametrize("page", ["0", "-1", "x", "²", "9999", "99999999"])
def test_pages_that_there_are_not_are_empty_or_the_first(alice: Player, page: str) -> None:
    alice.open(f"/tables/?page={page}&games={page}")
    assert alice.response.status_code == 200


# News


def news(player: Player) -> int:
    """What the page asks by itself now and then; the status of the answer."""
    asks = str(player.page.select_one("#news")["data-hx-get"])
    answer = player.client.get(asks, headers={"HX-Request": "true"})
    if answer.status_code == 200:
        player._read(answer)
    return answer.status_code


def test_the_room_says_only_when_something_has_changed(alice: Player, bob: Player) -> None:
    bob.open("/tables/")
    assert news(bob) == 204
    open_table(alice)
    assert news(bob) == 200
    assert "The tables have changed." in bob.text
    assert bob.page.select_one("#said") is None
    assert news(bob) == 204


def test_who_waits_is_told_that_it_is_their_turn(alice: Player, bob: Player) -> None:
    open_table(alice)
    assert news(alice) == 204
    join(bob)
    assert news(alice) == 200
    assert alice.page.select_one("#said").get_text() == "It is your turn at 1 table."
    assert news(alice) == 204


def test_news_cost_three_questions(
    alice: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    open_table(alice)
    with django_assert_num_queries(3):
        assert news(alice) == 204


def test_without_scripts_the_page_looks_again_only_if_asked_to(alice: Player) -> None:
    alice.open("/tables/")
    assert "Refresh" not in alice.response.headers
    alice.open(str(alice.page.find("a", string="Look again every 30 seconds")["href"]))
    assert alice.response["Refresh"].startswith("30; url=http://testserver/tables/?every=30&look=")
    stop = alice.page.find("a", string="Stop that")
    alice.open(str(stop["href"]))
    assert "Refresh" not in alice.response.headers


def test_news_opened_as_a_page_lead_to_the_room(alice: Player) -> None:
    assert alice.client.get("/tables/news")["Location"] == "http://testserver/tables/"


# Ways into the room


def test_a_new_game_against_a_person_elsewhere_goes_on_to_a_table(alice: Player) -> None:
    alice.open("/new")
    pressed = {"variant": "brazilian", "player": "W", "level": "easy", "draws": "50"}
    assert alice.press("/new", opponent="elsewhere", **pressed) == 303
    assert "/tables/new?" in alice.redirect
    assert alice.page.select_one("[name=variant][checked]")["value"] == "brazilian"
    assert alice.page.select_one("[name=player][checked]")["value"] == "W"
    assert alice.page.select_one("[name=draws] [selected]")["value"] == "50"
    assert not Table.objects.exists()


def test_what_an_address_says_of_a_table_is_only_a_suggestion(alice: Player) -> None:
    alice.open("/tables/new?variant=chess&minutes=99&opening=<b>&name=Crownhead&x=1")
    assert alice.response.status_code == 200
    assert alice.page.select_one("#id_name")["value"] != "Crownhead"
    assert "<b>" not in alice.response.content.decode()


def test_every_page_leads_to_the_room(alice: Player) -> None:
    for path in ("/", "/new", "/faq/", "/tables/"):
        alice.open(path)
        link = alice.page.find("a", string="Play a person")
        assert str(link["href"]).startswith("/tables/")


# Words of the reader's own


def test_colours_are_those_that_the_reader_has_chosen(alice: Player, bob: Player) -> None:
    open_table(alice)
    open_table(alice, variant="brazilian", player="W")
    bob.lay_out()
    session = bob.client.session
    with session.exclusive():
        session["preferences"] = {"palette": "red-black"}
    brazilian, english = offers(bob)
    assert "you would be Black" in english
    assert "you would be Black" in brazilian
    open_table(bob, name="Bob", variant="brazilian", player="B")
    assert Table.objects.filter(seats__name="Bob").get().wished_side == "W"
