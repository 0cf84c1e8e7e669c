"""The pages of finished games: who sees them, what they show, and what can be done there."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from game.models import FinishedGame, Player
from game.notation.pdn import read_pdn
from tests.player import Player as Visitor

SHORT = {"moves": "11-15 23-19 8-11"}


def finish(visitor: Visitor, **changes: Any) -> str:
    """Lay a game out and resign it; return the address of its page."""
    session = visitor.client.session
    if not session.session_key:
        visitor.lay_out(**changes)
    else:
        lay_out_again(visitor, **changes)
    visitor.open("/resign")
    visitor.press("/resign")
    visitor.open("/games")
    return str(visitor.page.select_one(".played a")["href"])


def listed(visitor: Visitor) -> list[str]:
    """Return each listed game's result and link."""
    rows = visitor.page.select(".played li")
    return [f"{row.strong.get_text()} {row.a.get_text()}" for row in rows]


def lay_out_again(visitor: Visitor, **changes: Any) -> None:
    session = visitor.client.session
    with session.exclusive():
        session["solo"] = visitor.document(**changes)


def test_the_list_is_empty_at_first_and_looking_stores_nothing(alice: Visitor):
    alice.open("/games")
    assert alice.response.status_code == 200
    assert "You haven’t finished a game yet." in alice.text
    assert Player.objects.count() == 0


def test_a_finished_game_is_listed_in_words_from_its_owners_side(alice: Visitor):
    finish(alice, opponent="computer", player="B", level="medium", moves="11-15 23-19")
    row = alice.page.select_one(".played li")
    assert [part.get_text() for part in row.select(".result, a, .what")] == [
        "Lost",
        "Computer, Medium (game 1)",
        "English checkers. You played Black.",
    ]
    assert row.select_one(".when").get_text().startswith("2 moves, ")


def test_a_game_between_two_players_names_the_winner(alice: Visitor):
    finish(alice, **SHORT)
    assert listed(alice)[0] == "Black won Two players (game 1)"
    lay_out_again(alice, moves="11-15")
    alice.open("/draw")
    alice.press("/draw")
    alice.open("/games")
    assert listed(alice)[0] == "Draw Two players (game 2)"


def test_the_game_over_panel_links_to_my_games(alice: Visitor):
    alice.lay_out(start="B:W17:B14")
    alice.move("14x21")
    assert alice.page.select_one("#game a[href='/games']").get_text() == "My games"


def test_a_game_has_a_page_with_board_record_and_pdn(alice: Visitor):
    alice.open(finish(alice, **SHORT))
    assert alice.page.h1.get_text() == "Two players: Black won"
    assert "White resigned." in alice.text
    assert "Move 2: Black moved 8 to 11" in alice.text
    assert alice.square("11").get_text() == "11, black man, just moved here"
    moves = [item.get_text() for item in alice.page.select(".record li")]
    assert moves == ["11-15 23-19", "8-11"]
    read = read_pdn(alice.page.select_one("pre.wraps").get_text())
    assert [str(move) for move in read[0].game.moves] == ["11-15", "23-19", "8-11"]


def test_stepping_through_a_game_changes_nothing(alice: Visitor):
    address = finish(alice, **SHORT)
    alice.open(address)
    ways = alice.page.select(".ways > *")
    assert [(way.get_text(), way.has_attr("href")) for way in ways] == [
        ("First", True),
        ("Back", True),
        ("Forward", False),
        ("Last", False),
    ]
    alice.open(f"{address}?ply=1")
    assert "Move 1: Black moved 11 to 15" in alice.text
    assert alice.square("15").get_text() == "15, black man, just moved here"
    assert alice.page.select("table a") == []
    hrefs = [str(link["href"]) for link in alice.page.select(".ways [href]")]
    assert hrefs == [f"{address}?ply={ply}#step" for ply in (0, 0, 2, 3)]
    alice.open(f"{address}?ply=0")
    assert "Start of the game" in alice.text


def test_scripts_get_every_board_and_the_form_to_play_on(alice: Visitor):
    alice.open(finish(alice, **SHORT))
    every = alice.client.get(alice.page.select_one("[data-boards]")["data-boards"]).json()
    assert [board["heading"] for board in every["boards"]][1] == "Move 1: Black moved 11 to 15"
    assert every["goes_on"] is True
    assert "Play from this position" in every["form"]


@pytest.mark.parametrize("ply", ["4", "-1", "x", "99999999999", "", "²"])
def test_an_impossible_move_number_is_not_found(alice: Visitor, ply: str):
    address = finish(alice, **SHORT)
    alice.open(f"{address}?ply={ply}")
    assert alice.response.status_code == 404


def test_play_continues_from_a_position_of_a_finished_game(alice: Visitor):
    address = finish(alice, **SHORT)
    alice.open(f"{address}?ply=2")
    assert alice.press(f"{address}/play") == 303
    assert alice.stored["start"].startswith("B:W19,21")
    assert alice.heading == "Black to move"


def test_playing_on_asks_before_it_ends_the_current_game(alice: Visitor):
    address = finish(alice, **SHORT)
    lay_out_again(alice, moves="12-16 21-17")
    alice.open(f"{address}?ply=0")
    assert alice.press(f"{address}/play") == 200
    assert alice.page.h1.get_text() == "End the game you are playing?"
    assert alice.stored["moves"] == "12-16 21-17"
    assert alice.press(f"{address}/play") == 303
    assert alice.stored["moves"] == ""


def test_a_lost_position_cannot_be_played_on(alice: Visitor):
    alice.lay_out(start="B:W17:B14")
    alice.move("14x21")
    alice.open("/games")
    alice.open(alice.page.select_one(".played a")["href"])
    address = alice.page.select_one("a[href$=delete]")["href"].removesuffix("/delete")
    assert alice.page.find("form", action=f"{address}/play") is None
    token = alice.client.cookies["csrftoken"].value
    assert alice.send(f"{address}/play", {"csrfmiddlewaretoken": token, "ply": "1"}) == 404


def test_house_rules_are_shown_and_kept_when_playing_on(alice: Visitor):
    address = finish(alice, house_rules={"takes_most": True}, **SHORT)
    alice.open(address)
    assert "House rules: the most pieces must be captured." in alice.text
    alice.press(f"{address}/play")
    assert alice.stored["house_rules"] == {"takes_most": True}
    assert alice.client.get(f"{address}/play").headers["Location"].endswith(address)


def test_a_watched_game_shows_both_levels(alice: Visitor):
    alice.lay_out(opponent="watch", start="B:W17:B14", level="easy", rival="master")
    alice.press("/reply")
    alice.open("/games")
    assert listed(alice) == ["Black won Computer against computer (game 1)"]
    assert "Easy moved first against Master." in alice.text
    assert "1 move, " in alice.text


def test_one_game_or_all_games_can_be_downloaded(alice: Visitor):
    address = finish(alice, **SHORT)
    finish(alice, opponent="computer", player="W", moves="12-16 21-17")
    answer = alice.client.get(f"{address}/game.pdn")
    assert answer["Content-Type"] == "application/x-pdn; charset=utf-8"
    today = timezone.now()
    assert f'filename="english-{today:%Y-%m-%d}.pdn"' in answer["Content-Disposition"]
    assert f'[Date "{today:%Y.%m.%d}"]' in answer.content.decode()
    answer = alice.client.get("/games/all.pdn")
    assert answer["Content-Disposition"] == 'attachment; filename="my-games.pdn"'
    games = read_pdn(b"".join(answer.streaming_content).decode())
    assert [len(read.game.moves) for read in games] == [2, 3]
    assert [read.problems for read in games] == [[], []]


def test_nobody_else_sees_a_game(alice: Visitor, bob: Visitor):
    address = finish(alice, **SHORT)
    finish(bob, **SHORT)
    for path in (address, f"{address}/game.pdn", f"{address}/delete"):
        bob.open(path)
        assert bob.response.status_code == 404, path
    bob.open("/games/delete")
    token = bob.fields("/games/delete")["csrfmiddlewaretoken"]
    assert bob.send(f"{address}/delete", {"csrfmiddlewaretoken": token}) == 404
    assert FinishedGame.objects.count() == 2
    assert b"".join(bob.client.get("/games/all.pdn").streaming_content).count(b"[Site") == 1


def test_deleting_a_game_asks_first(alice: Visitor):
    address = finish(alice, **SHORT)
    alice.open(f"{address}/delete")
    assert alice.page.h1.get_text() == "Delete this game?"
    assert FinishedGame.objects.count() == 1
    assert alice.press(f"{address}/delete") == 303
    assert FinishedGame.objects.count() == 0
    assert "Deleted." in alice.text
    alice.open(address)
    assert alice.response.status_code == 404


def test_deleting_all_games_asks_first_and_spares_other_players(alice: Visitor, bob: Visitor):
    finish(alice, **SHORT)
    finish(bob, **SHORT)
    alice.open("/games/delete")
    assert "You have 1 game here." in alice.text
    alice.press("/games/delete")
    assert "You haven’t finished a game yet." in alice.text
    assert FinishedGame.objects.count() == 1


def test_a_deleted_game_stays_deleted_when_its_board_is_flipped(alice: Visitor):
    finish(alice, **SHORT)
    alice.open("/games/delete")
    alice.press("/games/delete")
    alice.open("/")
    alice.press("/flip")
    assert FinishedGame.objects.count() == 0


def test_a_page_lists_fifty_games_latest_first(alice: Visitor):
    finish(alice, **SHORT)
    first = FinishedGame.objects.get()
    for number in range(1, 61):
        first.pk, first.game_id, first.plies = None, f"game-{number}", number
        first.save()
    alice.open("/games")
    assert len(alice.page.select(".played li")) == 50
    assert "60 moves, " in alice.page.select_one(".played li").get_text()
    assert "Page 1 of 2" in alice.text
    alice.open("/games?page=2")
    assert len(alice.page.select(".played li")) == 11
    links = [link.get_text() for link in alice.page.select(".played a")]
    assert links == [f"Two players (game {number})" for number in range(11, 0, -1)]
    for page in ("3", "0", "x", "9" * 30):
        alice.open(f"/games?page={page}")
        assert alice.response.status_code == 200


def test_the_list_and_a_game_cost_at_most_three_queries(
    alice: Visitor, django_assert_max_num_queries: DjangoAssertNumQueries
):
    address = finish(alice, **SHORT)
    with django_assert_max_num_queries(3):
        alice.open("/games")
    with django_assert_max_num_queries(3):
        alice.open(address)
    with django_assert_max_num_queries(3):  # the score so far stands below
        alice.open("/")


def test_the_file_of_a_finished_game_names_its_house_rules(alice: Visitor):
    address = finish(alice, house_rules={"takes_most": True}, **SHORT)
    for path in (f"{address}/game.pdn", "/games/all.pdn"):
        answer = alice.client.get(path)
        text = b"".join(answer.streaming_content) if answer.streaming else answer.content
        assert b'[HouseRules "the most pieces must be captured"]' in text, path


def test_with_red_and_black_pieces_red_began_every_finished_game(alice: Visitor):
    brazilian = {"variant": "brazilian", "start": "W:W21-32:B1-12"}
    finish(alice, opponent="computer", player="W", moves="c3-d4 b6-a5", **brazilian)
    address = finish(alice, moves="11-15")
    session = alice.client.session
    with session.exclusive():
        session["preferences"] = {"palette": "red-black"}
    alice.open("/games")
    assert "You played Red." in alice.text
    assert listed(alice)[0] == "Red won Two players (game 2)"
    older = alice.page.select(".played a")[1]["href"]
    alice.open(older)
    assert "Red resigned." in alice.text
    assert alice.square("a3").get_text() == "a3, red man"
    assert 'data-palette="black-red"' in str(alice.page.html).split(">")[0]
    alice.lay_out_again(variant="brazilian", start="W:W21-32:B1-12")
    alice.open(address)
    assert "Black resigned." in alice.text
    assert 'data-palette="red-black"' in str(alice.page.html).split(">")[0]


def test_an_unreadable_finished_game_is_not_found(alice: Visitor):
    address = finish(alice, **SHORT)
    FinishedGame.objects.update(form={"schema": 99})
    alice.open(address)
    assert alice.response.status_code == 404
    alice.open(f"{address}/delete")
    assert alice.press(f"{address}/delete") == 303
