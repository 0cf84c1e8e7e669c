"""Tables where both sides are played on one device: made, played at and watched."""

from __future__ import annotations

import re

from game.models import Seat, Table
from game.models.tables import Status
from tests.player import Player
from tests.web.visits import offers, open_table, own_tables


def begun(player: Player, **choices: str) -> str:
    """Return the address of a table that ``player`` has made for both sides."""
    assert open_table(player, opposite="here", **choices) == 303
    return f"/tables/{Table.objects.latest('created_at').pk}"


def play(player: Player, table: str, line: str) -> None:
    for text in line.split():
        assert player.press(f"{table}/move", move=text) == 303


def test_a_new_table_redirects_to_the_game_and_plays_both_sides(alice: Player) -> None:
    table = begun(alice)
    assert alice.redirect.startswith(f"http://testserver{table}?")
    assert alice.page.h1.get_text() == "English checkers: both sides on this device"
    assert "You move for both sides." in alice.text
    assert alice.heading == "Black to move"
    assert alice.page.find(id="moves").get_text() == "Moves for Black (7)"
    play(alice, table, "11-15 23-19")
    assert alice.heading == "Black to move: White moved 23 to 19"
    assert alice.page.select_one(".clocks").get_text() == "Black 5:00, White 5:00"
    assert "Say something" not in alice.text
    assert alice.page.select_one("[name=offers_draw]") is None


def test_the_lobby_lists_it_to_watch_but_not_to_join(alice: Player, bob: Player) -> None:
    table = begun(alice)
    assert own_tables(alice) == ["Continue: English checkers, both sides on this device"]
    assert offers(bob) == []
    link = bob.page.select_one("section:has(#played) a")
    assert link.get_text() == "Watch Ann (Black) against a friend (White)"
    assert "Both sides on one device" in bob.text
    bob.open(table)
    expected = "English checkers: Ann (Black) and a friend (White), on one device"
    assert bob.page.h1.get_text() == expected
    assert bob.page.find("form") is None
    assert bob.moves == {}


def test_nobody_else_can_move_or_join_there(alice: Player, bob: Player) -> None:
    table = begun(alice)
    bob.open("/new")
    fields = bob.fields("/new") | {"ply": "0", "version": "0", "move": "11-15"}
    for order in ("move", "resign", "draw", "say"):
        assert bob.send(f"{table}/{order}", fields) == 403, order
    assert bob.send(f"{table}/join", fields) == 409
    assert Seat.objects.exclude(player=None).count() == 1


def test_a_private_table_is_watched_only_by_its_link(alice: Player, bob: Player) -> None:
    table = begun(alice, listed="link")
    bob.open(table)
    assert bob.response.status_code == 404
    watching = alice.page.find("summary", string="Invite spectators").parent.a["href"]
    bob.open(str(watching))
    assert bob.heading == "Black to move"


def test_agreeing_to_a_draw_asks_first_and_a_rematch_follows(alice: Player) -> None:
    table = begun(alice)
    alice.open(str(alice.page.find(id="draw")["href"]))
    assert "Do both players agree to a draw?" in alice.text
    assert alice.press(f"{table}/draw") == 303
    assert alice.heading == "Draw: both players agreed"
    assert own_tables(alice) == ["Draw: English checkers, both sides on this device"]
    alice.open(table)
    assert alice.press(f"{table}/rematch") == 303
    assert alice.heading == "Black to move"
    alice.open("/games")
    assert "Draw" in alice.page.select_one("main ul, main table, main ol").get_text()


def test_the_next_table_is_for_two_devices_unless_chosen_again(alice: Player) -> None:
    begun(alice, clock="days")
    alice.open("/tables/new")
    ticked = {str(it["name"]): it["value"] for it in alice.page.select("[type=radio][checked]")}
    assert (ticked["clock"], ticked["opposite"]) == ("days", "")


def test_resigning_names_the_side(alice: Player) -> None:
    table = begun(alice)
    play(alice, table, "11-15")
    alice.open(f"{table}/resign")
    assert "Does White resign? The game ends and Black wins." in alice.text
    assert alice.press(f"{table}/resign") == 303
    assert alice.heading.startswith("Black won")


def test_the_last_move_is_taken_back_if_that_was_chosen(alice: Player) -> None:
    table = begun(alice, take_backs="on")
    assert "Undo" not in alice.text
    play(alice, table, "11-15")
    assert alice.page.find(id="ask-back").get_text() == "Undo"
    assert alice.press(f"{table}/ask-back") == 303
    assert alice.heading == "Black to move"


def test_agreeing_to_a_draw_is_only_for_one_device(alice: Player, bob: Player) -> None:
    open_table(alice)
    bob.open("/tables/")
    bob.press(str(bob.page.select(".tables form")[0]["action"]))
    table = f"/tables/{Table.objects.get().pk}"
    assert "Agree on a draw" not in bob.text
    fields = bob.fields(f"{table}/offer-draw")
    assert bob.send(f"{table}/draw", fields) == 303
    assert Table.objects.get().status == Status.PLAYING
    assert "You offered a draw." in bob.text
    answer = bob.client.get(f"{table}/draw")
    assert answer.status_code == 303
    assert re.search(rf"{table}\?", answer["Location"])


def test_the_game_file_names_only_players_with_a_name(alice: Player) -> None:
    table = begun(alice)
    text = alice.client.get(f"{table}/game.pdn").content.decode()
    assert '[Black "Ann"]' in text
    assert "friend" not in text


def test_spectators_are_notified_of_moves(alice: Player, bob: Player) -> None:
    table = begun(alice)
    bob.open(table)
    address = str(bob.page.find(id="offers")["data-hx-get"])
    play(alice, table, "11-15")
    bob.open(address, **{"HX-Request": "true"})
    assert bob.page.select_one("#said").get_text() == "Black moved 11 to 15. White to move."
