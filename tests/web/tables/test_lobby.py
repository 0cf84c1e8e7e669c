"""Tables that people create, find, join and close, each in their own browser."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connections
from django.utils import timezone

from game.models import Guest, Seat, Table
from game.models import Player as Somebody
from game.models.tables import Status
from tests.player import Player
from tests.table_player import TablePlayer
from tests.web.visits import join, offers, open_table, own_tables

# Opening a table


def test_looking_into_the_lobby_stores_nothing(alice: Player) -> None:
    alice.open("/tables/")
    assert alice.response.status_code == 200
    assert "Nobody is waiting for a game." in alice.text
    assert "No games to watch right now." in alice.text
    assert not Somebody.objects.exists()
    assert not Guest.objects.exists()


def test_a_new_table_is_shown_to_others_in_words(alice: Player, bob: Player) -> None:
    assert open_table(alice) == 303
    assert "?made=" in alice.redirect
    assert "Your table is in the lobby." in alice.text
    assert "You play Black. 5 minutes + 3 seconds." in alice.text
    assert offers(bob) == ["Join Ann: English checkers, you play White, 5 minutes + 3 seconds"]
    assert "Ann just started waiting." in bob.text


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({"clock": "none"}, "No clock, you play White"),
        ({"minutes": "1", "seconds": "0"}, "1 minute each,"),
        ({"minutes": "15", "seconds": "1"}, "15 minutes + 1 second"),
        ({"clock": "days", "days": "1"}, "1 day a move,"),
        ({"clock": "days", "days": "7"}, "7 days a move,"),
        ({"opening": "ballot", "ballot": "57"}, "Opening: ballot 57."),
        ({"opening": "lot"}, "Opening: ballot "),
        ({"opening": "random"}, "Opening: 4 random moves (seed "),
        ({"variant": "brazilian"}, "5 minutes + 3 seconds, you play White"),
        ({"player": ""}, "5 minutes + 3 seconds, random sides"),
        ({"takes_most": "on", "draws": "40"}, "The most pieces must be captured. Draw after 20"),
        ({"take_backs": "on"}, "Takebacks allowed."),
    ],
)
def test_every_choice_is_shown_before_joining(
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
        ({"opening": "ballot"}, "ballot", "Type a ballot’s number from 1 to 174"),
        ({"opening": "ballot", "ballot": "175"}, "ballot", "Type a ballot’s number from 1 to 174"),
        ({"opening": "ballot", "ballot": "٣"}, "ballot", "Type a ballot’s number from 1 to 174"),
        (
            {"opening": "lot", "variant": "brazilian"},
            "opening",
            "Only English checkers",
        ),
        (
            {"variant": "brazilian", "takes_most": "on"},
            "takes_most",
            "Brazilian draughts has its own",
        ),
        ({"player": "X"}, "player", "Choose one of these."),
        ({"listed": "moon"}, "listed", "Choose one of these."),
        ({"name": "x" * 25}, "name", "at most 24 characters"),
    ],
)
def test_an_invalid_choice_shows_its_error_beside_the_field(
    alice: Player, choices: dict[str, str], field: str, words: str
) -> None:
    assert open_table(alice, **choices) == 422
    said = alice.page.select_one(f"#id_{field}_error")
    assert said is not None
    assert words in said.get_text()
    assert "Please fix the errors below." in alice.notice
    assert not Table.objects.exists()


def test_a_rejected_form_keeps_what_was_typed(alice: Player) -> None:
    open_table(alice, name="Ann <b>", opening="ballot", ballot="999", clock="days", days="7")
    values = {str(it["name"]): str(it["value"]) for it in alice.page.select("input[type=text]")}
    assert values == {"name": "Ann <b>", "ballot": "999"}
    assert [it["value"] for it in alice.page.select("[name=clock][checked]")] == ["days"]
    assert [it["value"] for it in alice.page.select("[name=days] [selected]")] == ["7"]


def test_the_next_table_starts_from_the_same_choices(alice: Player) -> None:
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
        "opposite": "",
    }
    assert alice.page.select_one("[name=take_backs][checked]")
    assert alice.page.select_one("#id_name")["value"] == "Ann"


# Joining


def test_joining_takes_one_button_and_both_find_the_game(alice: Player, bob: Player) -> None:
    open_table(alice)
    assert join(bob) == 303
    table = Table.objects.get()
    assert bob.redirect.startswith(f"http://testserver/tables/{table.pk}?")
    assert table.status == Status.PLAYING
    name = Seat.objects.get(side="W").name
    assert own_tables(alice) == [f"{name} joined your table: go to the game"]
    assert "English checkers. Your turn. You play Black. 0 moves so far." in alice.text
    assert own_tables(bob) == ["Waiting for Ann to move: English checkers"]
    assert "You play White. 0 moves so far." in bob.text
    assert offers(bob) == []


def test_tables_where_it_is_your_turn_come_first(
    alice: Player, bob: Player, charlie: Player
) -> None:
    open_table(alice)
    join(bob)
    open_table(charlie, name="Charlie", player="W")
    join(bob)
    open_table(bob, name="Bob")
    mine = own_tables(bob)
    assert [words.partition(":")[0] for words in mine] == ["Your turn", "Waiting for Ann to move"]
    assert bob.page.select_one(".waiting h3").get_text() == "English checkers, open to everyone"


@pytest.mark.parametrize(
    ("order", "words"),
    [("offer-draw", "offers a draw"), ("ask-back", "asks for a takeback")],
)
def test_tables_waiting_for_your_answer_come_first(
    alice: Player, bob: Player, order: str, words: str
) -> None:
    open_table(alice, take_backs="on")
    join(bob)
    first = f"/tables/{Table.objects.get().pk}"
    bob.open(first)
    alice.open(first)
    assert alice.press(f"{first}/move", move="11-15") == 303
    bob.open(first)
    assert bob.press(f"{first}/move", move="23-19") == 303
    before = bob.client.get("/tables/").content
    alice.open(first)
    assert alice.press(f"{first}/{order}") == 303
    after = bob.client.get("/tables/").content
    assert before.partition(b"seen=")[2][:12] != after.partition(b"seen=")[2][:12]
    open_table(alice, take_backs="on")
    join(bob)
    mine = own_tables(bob)
    assert mine[0].startswith(f"Ann {words}")
    assert "Your opponent’s turn. You play White." in bob.text


def test_a_game_that_just_ended_is_still_listed(alice: Player, bob: Player) -> None:
    open_table(alice)
    join(bob)
    table = Table.objects.get()
    table.status, table.winner, table.termination = Status.OVER, "B", "resignation"
    table.changed_at = timezone.now()
    table.save()
    name = Seat.objects.get(side="W").name
    assert own_tables(alice) == [f"You won: English checkers against {name}"]
    assert own_tables(bob) == ["You lost: English checkers against Ann"]
    assert bob.page.select_one("section:has(#played) li") is None
    Table.objects.update(rematch_by="B")
    assert own_tables(bob) == ["Ann wants a rematch: English checkers"]
    Table.objects.update(changed_at=timezone.now() - timedelta(minutes=61))
    assert own_tables(bob) == []


def test_others_can_watch(alice: Player, bob: Player, charlie: Player) -> None:
    open_table(alice)
    join(bob)
    charlie.open("/tables/")
    link = charlie.page.select_one("section:has(#played) a")
    assert str(link["href"]).startswith(f"/tables/{Table.objects.get().pk}?")
    bobs = Seat.objects.get(side="W").name
    assert link.get_text() == f"Watch Ann (Black) against {bobs} (White)"


def test_of_two_joining_at_once_one_gets_the_seat(
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
    assert "Someone else joined that table first" in late.notice
    assert len(late.page.select(".tables button")) == 1


def test_nobody_joins_their_own_table_by_accident(alice: Player, bob: Player) -> None:
    open_table(alice)
    assert offers(alice) == []
    bob.open("/tables/")
    action = str(bob.page.select(".tables form")[0]["action"])
    token = alice.page.select_one("[name=csrfmiddlewaretoken]")["value"]
    assert alice.send(action, {"csrfmiddlewaretoken": token}) == 409
    assert "That is your own table" in alice.notice
    assert alice.page.select_one("#notice a")["href"] == "/new"
    assert Table.objects.get().status == Status.WAITING


def test_a_second_press_redirects_to_the_same_game(alice: Player, bob: Player) -> None:
    open_table(alice)
    bob.open("/tables/")
    before = bob.page
    action = str(bob.page.select(".tables form")[0]["action"])
    assert bob.press(action) == 303
    assert bob.press(action, page=before) == 303
    assert Seat.objects.count() == 2


def test_joining_a_missing_table_shows_the_tables_there_are(alice: Player, bob: Player) -> None:
    open_table(alice)
    bob.open("/tables/")
    sent = bob.fields(str(bob.page.select(".tables form")[0]["action"]))
    assert bob.send("/tables/nowhere/join", sent) == 404
    assert "That table no longer exists." in bob.notice
    assert len(bob.page.select(".tables button")) == 1


def test_two_similar_tables_have_differently_named_buttons(alice: Player, bob: Player) -> None:
    open_table(alice)
    open_table(alice)
    names = offers(bob)
    assert len(set(names)) == 2
    assert names[1] == f"{names[0]}, table 2"


def test_opening_the_address_of_an_action_redirects_to_the_lobby(alice: Player) -> None:
    for path in ("/tables/x/join", "/tables/x/close"):
        answer = alice.client.get(path)
        assert answer.status_code == 303
        assert answer["Location"] == "http://testserver/tables/?look=x"
        assert alice.client.put(path).status_code in (403, 405)


# Closing


def test_a_table_is_closed_only_by_its_maker(alice: Player, bob: Player) -> None:
    open_table(alice)
    table = Table.objects.get()
    bob.open("/tables/")
    token = bob.page.select_one("[name=csrfmiddlewaretoken]")["value"]
    assert bob.send(f"/tables/{table.pk}/close", {"csrfmiddlewaretoken": token}) == 403
    assert "That table isn’t yours" in bob.notice
    assert alice.press(f"/tables/{table.pk}/close") == 303
    assert alice.notice == "Your table is closed."
    assert offers(bob) == []


def test_a_table_somebody_just_joined_cannot_be_closed(alice: Player, bob: Player) -> None:
    open_table(alice)
    table = Table.objects.get()
    before = alice.page
    join(bob)
    assert alice.press(f"/tables/{table.pk}/close", page=before) == 409
    assert "Your game has started" in alice.notice
    assert "joined your table: go to the game" in alice.text


def test_a_table_that_waited_an_hour_is_no_longer_listed(alice: Player, bob: Player) -> None:
    open_table(alice)
    Table.objects.update(created_at=timezone.now() - timedelta(minutes=61))
    assert offers(bob) == []
    assert "Your tables" not in alice.open("/tables/").get_text()


@pytest.mark.parametrize(
    ("clock", "at_first", "after_half"),
    [
        ("game", "60 minutes", "30 minutes"),
        ("days", "14 days", "7 days"),
        ("none", "14 days", "7 days"),
    ],
)
@pytest.mark.parametrize("listed", ["room", "link"])
def test_the_maker_of_a_table_sees_when_it_closes(
    ann: TablePlayer, bob: TablePlayer, clock: str, at_first: str, after_half: str, listed: str
) -> None:
    open_table(ann, clock=clock, listed=listed)
    assert f"If nobody joins, this table closes in {at_first}." in ann.text
    ann.open(f"/tables/{Table.objects.get().pk}")
    assert f"If nobody joins, this table closes in {at_first}." in ann.text
    half = timedelta(minutes=30) if clock == "game" else timedelta(days=7)
    Table.objects.update(created_at=timezone.now() - half)
    for page in ("/tables/", f"/tables/{Table.objects.get().pk}"):
        ann.open(page)
        assert f"If nobody joins, this table closes in {after_half}." in ann.text
    bob.open("/tables/")
    assert "closes in" not in bob.text


def test_the_table_form_says_how_long_it_waits(alice: Player) -> None:
    alice.open("/tables/new")
    assert "a table with minutes on the clock closes after 1 hour," in alice.text
    assert "any other table after 14 days." in alice.text
