"""Waiting at a table: refreshing by hand or automatically, and what polling announces."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from game.play.tables import lobby
from game.play.tables import storage as table_storage
from game.play.tables.game import TableGame
from game.play.tables.options import Options, game_clock
from game.rules import VARIANTS, Side
from tests.table_player import Clock, TablePlayer, begin


def test_a_table_refreshes_only_on_request(ann, bob, clock):
    begin(ann, bob, clock)
    assert "Refresh" not in bob.response.headers
    bob.open(bob.page.find("a", string="Refresh every 20 seconds while I wait")["href"])
    assert bob.response.headers["Refresh"].startswith(f"20; url={bob.table}?")
    assert "This page refreshes every 20 seconds" in bob.text
    ann.move("11-15")
    bob.open(bob.response.headers["Refresh"].partition("url=")[2])
    assert bob.heading == "Your turn: Ann moved 11 to 15"
    assert "Refresh" not in bob.response.headers
    assert bob.press(f"{bob.table}/move?refresh=20", move="22-17") == 303
    assert "Refresh" in bob.response.headers
    bob.open(bob.page.find("a", string="Stop refreshing")["href"])
    assert "Refresh" not in bob.response.headers


def news_of(player: TablePlayer) -> str:
    return str(player.page.find(id="offers")["data-hx-get"])


def hear(player: TablePlayer, address: str) -> None:
    """Poll as a page with scripts does."""
    player.open(address, **{"HX-Request": "true"})


def wait_at_a_table(player: TablePlayer, clock: Clock) -> TableGame:
    """Create a table as Ann, who plays Black, and stay on its page."""
    options = Options(variant=VARIANTS["english"], side=Side.BLACK)
    made = lobby.create(player.enter("Ann", clock.now), "192.0.2.1", options, clock.now)
    player.open(f"/tables/{made.id}")
    return made


def test_a_poll_without_changes_is_empty_and_costs_one_query(
    ann, bob, clock, django_assert_num_queries: DjangoAssertNumQueries
):
    begin(ann, bob, clock)
    address = news_of(bob)
    with django_assert_num_queries(1):
        answer = bob.client.get(address, headers={"HX-Request": "true"})
    assert (answer.status_code, answer.content) == (204, b"")
    assert "Set-Cookie" not in answer.headers


def test_polling_returns_the_board_and_announces_a_move_once(ann, bob, clock):
    begin(ann, bob, clock)
    address = news_of(bob)
    ann.move("11-15")
    hear(bob, address)
    assert bob.response.status_code == 200
    assert bob.response.headers["HX-Retarget"] == "#game"
    assert bob.said == "Ann moved 11 to 15. Your turn."
    assert bob.page.find("input", id="typed").has_attr("data-hx-preserve")
    assert bob.page.find(autofocus=True) is None


def test_polling_an_offer_leaves_the_board_alone(ann, bob, clock):
    begin(ann, bob, clock)
    address = news_of(ann)
    bob.order("offer-draw")
    hear(ann, address)
    assert ann.said == "Bob offers a draw."
    assert ann.page.find(id="game") is None
    assert ann.page.find(id="offers")


def test_polling_announces_a_flag_that_fell(ann, bob, clock):
    begin(ann, bob, clock, "11-15 23-19", control=game_clock(1, 0))
    address = news_of(bob)
    clock.go_on(61)
    hear(bob, address)
    assert bob.response.status_code == 286
    assert "You won on time." in bob.said


def test_a_page_polls_at_the_moment_a_flag_will_fall(ann, bob, clock):
    begin(ann, bob, clock, "11-15 23-19", control=game_clock(1, 0))
    clock.go_on(38.5)
    for player in (ann, bob):
        player.look()
        assert "load delay:21750ms" in player.page.find(id="offers")["data-hx-trigger"]
    address = news_of(ann)
    clock.go_on(21.75)
    hear(ann, address)
    assert "You lost on time." in ann.said


@pytest.mark.parametrize(
    ("line", "chosen"),
    [
        pytest.param("11-15", {"control": game_clock(1, 0)}, id="before it begins to run"),
        pytest.param("11-15 23-19", {}, id="where there is none"),
    ],
)
def test_a_page_schedules_no_poll_while_no_clock_runs(ann, bob, clock, line, chosen):
    begin(ann, bob, clock, line, **chosen)
    assert "delay" not in ann.page.find(id="offers")["data-hx-trigger"]


def test_polling_on_your_turn_marks_you_present(ann, bob, clock):
    at = begin(ann, bob, clock)
    clock.go_on(300)
    before = table_storage.load(at.id, clock.now).seats
    hear(ann, news_of(ann))
    after = table_storage.load(at.id, clock.now).seats
    moved = [side for side in before if before[side].seen_at != after[side].seen_at]
    assert [after[side].name for side in moved] == ["Ann"]


def test_a_free_seat_is_taken_from_the_tables_own_page(ann, bob, clock):
    made = wait_at_a_table(ann, clock)
    address = f"/tables/{made.id}"
    assert ann.heading == "Waiting for an opponent"
    assert ann.moves == {}
    bob.open(address)
    assert bob.press(f"{address}/join") == 303
    assert "you are White, Ann is Black" in bob.text
    hear(ann, news_of(ann))
    assert "11-15" in ann.moves
    name = table_storage.load(made.id, clock.now).seats[Side.WHITE].name
    assert ann.said == f"Your turn: {name} joined."
    assert ann.title == f"Your turn: {name} joined - Crownhead"


def test_a_waiting_player_finds_the_game_by_refreshing(ann, bob, clock):
    made = wait_at_a_table(ann, clock)
    look = str(ann.page.find("a", string="Refresh")["href"])
    lobby.join(made.id, bob.enter("Bob", clock.now), "192.0.2.2", clock.now)
    ann.open(look)
    assert ann.heading == "Your turn: Bob joined"


def test_a_table_nobody_joined_is_closed(ann, bob, clock):
    wait_at_a_table(ann, clock)
    clock.go_on(14 * 86_400 + 1)
    hear(ann, news_of(ann))
    assert ann.response.status_code == 286
    assert ann.heading == "This table is closed"
    assert "Nobody joined, so there was no game." in ann.text


def test_a_takeback_is_announced_in_words(ann, bob, clock):
    begin(ann, bob, clock, "11-15", allows_take_backs=True)
    ann.order("ask-back")
    address = news_of(ann)
    bob.look()
    bob.order("accept-back")
    hear(ann, address)
    assert ann.said == "Takeback accepted. Your turn."


def test_polling_repeats_no_chat_from_before_the_page(ann, bob, clock):
    begin(ann, bob, clock)
    bob.press(f"{bob.table}/say", courtesy="good luck")
    clock.go_on(1)
    ann.look()
    ann.press(f"{ann.table}/say", courtesy="hello")
    address = news_of(ann)
    clock.go_on(1)
    bob.look()
    bob.press(f"{bob.table}/say", courtesy="hello")
    hear(ann, address)
    assert ann.said == "Bob: Hello!"
    clock.go_on(1)
    bob.look()
    ann.look()
    address = news_of(ann)
    bob.order("offer-draw")
    hear(ann, address)
    assert ann.said == "Bob offers a draw."


def test_a_declined_draw_offer_is_announced_to_its_maker(ann, bob, clock):
    begin(ann, bob, clock)
    ann.order("offer-draw")
    address = news_of(ann)
    bob.look()
    bob.order("decline-draw")
    hear(ann, address)
    assert ann.said == "Your draw offer was declined."


def test_a_withdrawn_draw_offer_is_announced_to_the_opponent(ann, bob, clock):
    begin(ann, bob, clock)
    ann.order("offer-draw")
    bob.look()
    address = news_of(bob)
    assert ann.order("withdraw-draw") == 303
    hear(bob, address)
    assert bob.said == "Ann withdrew the draw offer."
    assert not bob.offers("accept-draw")


def test_a_withdrawn_rematch_offer_is_announced(ann, bob, clock):
    begin(ann, bob, clock)
    ann.open(f"{ann.table}/resign")
    ann.press(f"{ann.table}/resign")
    ann.order("rematch")
    bob.look()
    address = news_of(bob)
    assert ann.order("withdraw-rematch") == 303
    hear(bob, address)
    assert bob.said == "Ann withdrew the rematch offer."


@pytest.mark.parametrize("made", ["", "x", "-1", "99999999999999", "1" * 40])
def test_a_tampered_polling_address_does_no_harm(ann, bob, clock, made: str):
    begin(ann, bob, clock)
    hear(ann, f"{ann.table}/news?revision=0&made={made}&ply={made}")
    assert ann.response.status_code == 200


def test_an_absent_opponent_is_announced_when_claimable(ann, bob, clock):
    begin(ann, bob, clock, "11-15 23-19")
    clock.go_on(600)
    hear(bob, news_of(bob))
    assert bob.response.status_code == 204
    bob.look()
    clock.go_on(301)
    hear(bob, news_of(bob))
    assert bob.said == "Ann seems to have left. You can claim the win, or wait."
    assert bob.offers("claim")
    hear(bob, news_of(bob))
    assert bob.response.status_code == 204


def test_a_returned_opponent_is_not_announced_as_absent(ann, bob, clock):
    begin(ann, bob, clock, "11-15 23-19")
    bob.look()
    address = news_of(bob)
    clock.go_on(800)
    ann.look()
    clock.go_on(101)
    hear(bob, address)
    assert bob.response.status_code == 200
    assert bob.said == ""
    assert not bob.offers("claim")
