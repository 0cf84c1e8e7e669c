"""The page of wins, losses and draws."""

from __future__ import annotations

from typing import Any

from pytest_django import DjangoAssertNumQueries

from game.models import FinishedGame
from tests.player import Player as Visitor
from tests.web.sharing.test_sharing import shared


def play_out(visitor: Visitor, move: str, **changes: Any) -> None:
    """Lay a game out in this visitor's session and play its last move."""
    session = visitor.client.session
    if not session.session_key:
        visitor.lay_out(**changes)
    else:
        with session.exclusive():
            session["solo"] = visitor.document(**changes)
        visitor.open()
    visitor.move(move)


def table(visitor: Visitor) -> list[list[str]]:
    visitor.open("/results")
    return [
        [cell.get_text(" ", strip=True) for cell in row.find_all(["th", "td"])]
        for row in visitor.page.select("table tr")
    ]


def test_nothing_is_counted_at_first(alice: Visitor):
    alice.open("/results")
    assert alice.response.status_code == 200
    assert "You haven’t finished a game yet." in alice.text
    assert alice.page.table is None


def test_wins_draws_and_losses_are_counted_separately(alice: Visitor):
    won = {"start": "B:W17:B14", "opponent": "computer", "player": "B"}
    play_out(alice, "14x21", **won)
    play_out(alice, "14x21", **won)
    moves = "1-5 32-28 5-1 28-32 1-5 32-28 5-1"
    play_out(alice, "28-32", start="B:WK32:BK1", moves=moves, opponent="computer", player="W")
    assert table(alice) == [
        ["Game and level", "Won", "Drawn", "Lost"],
        ["English checkers, Beginner", "2", "1", "0"],
    ]
    total = {row.dt.get_text(): row.dd.get_text() for row in alice.page.select(".total > div")}
    assert total == {"Games won": "2", "Games drawn": "1", "Games lost": "0"}
    bars = alice.page.select("svg rect")
    assert [(bar["class"], bar["x"], bar["width"]) for bar in bars] == [
        (["first"], "0.0", "66.67"),
        (["drawn"], "66.67", "33.33"),
    ]


def test_results_are_sorted_by_game_and_then_by_level(alice: Visitor):
    won = {"start": "B:W17:B14", "opponent": "computer", "player": "B"}
    play_out(alice, "14x21", **won | {"level": "hard"})
    play_out(alice, "14x21", **won | {"level": "easy"})
    brazilian = {"variant": "brazilian", "start": "W:W22:B18", "player": "W", "level": "hard"}
    play_out(alice, "c3xe5", **won | brazilian)
    assert [row[0] for row in table(alice)[1:]] == [
        "Brazilian draughts, Hard",
        "English checkers, Easy",
        "English checkers, Hard",
    ]


def test_each_bar_is_as_long_as_its_share_of_the_games(alice: Visitor):
    play_out(alice, "14x21", start="B:W17:B14")
    play_out(alice, "22x15", start="W:W22:B18")
    alice.open("/results")
    assert [(bar["x"], bar["width"]) for bar in alice.page.select("svg rect")] == [
        ("0.0", "50.0"),
        ("50.0", "50.0"),
    ]


def test_a_game_between_two_players_counts_wins_by_side(alice: Visitor):
    play_out(alice, "14x21", start="B:W17:B14")
    assert table(alice) == [
        ["Game", "Black", "Drawn", "White"],
        ["English checkers", "1", "0", "0"],
    ]


def test_the_score_so_far_is_shown_at_the_end_of_a_game(
    alice: Visitor, django_assert_max_num_queries: DjangoAssertNumQueries
):
    won = {"start": "B:W17:B14", "opponent": "computer", "player": "B", "level": "easy"}
    play_out(alice, "14x21", **won)
    assert "Your score against Easy: 1 won, 0 drawn, 0 lost." in alice.text
    play_out(alice, "14x21", **won)
    assert "Your score against Easy: 2 won, 0 drawn, 0 lost." in alice.text
    with django_assert_max_num_queries(3):
        alice.open("/")
    play_out(alice, "14x21", **won | {"level": "hard"})
    assert "Your score against Hard: 1 won, 0 drawn, 0 lost." in alice.text
    play_out(alice, "14x21", start="B:W17:B14")
    assert "Score between two players: Black 1, White 0, 0 drawn." in alice.text
    alice.press("/undo")
    assert "core between" not in alice.text


def test_wins_and_losses_stand_beside_the_next_game(alice: Visitor):
    play_out(alice, "14x21", start="B:W17:B14", opponent="computer", player="B", level="easy")
    assert "Your score against Easy" not in alice.page.select_one(".mode").get_text()
    assert alice.press("/again") == 303
    assert "Your score against Easy: 1 won, 0 drawn, 0 lost." in (
        alice.page.select_one(".mode").get_text()
    )
    alice.move(next(iter(alice.moves)))
    assert "Your score against Easy: 1 won, 0 drawn, 0 lost." in (
        alice.page.select_one(".mode").get_text()
    )
    alice.open("/results/reset")
    alice.press("/results/reset")
    alice.open("/")
    assert "Your score" not in alice.text
    alice.lay_out_again(opponent="computer", player="B", level="hard")
    assert "Your score" not in alice.text


def test_resetting_results_resets_the_score_at_the_end_too(alice: Visitor):
    play_out(alice, "14x21", start="B:W17:B14")
    alice.open("/results/reset")
    alice.press("/results/reset")
    alice.open("/")
    assert alice.page.select_one(".status.over")
    assert "core between" not in alice.text


def test_the_score_is_shown_only_to_the_games_owner(alice: Visitor, bob: Visitor):
    shared(alice, bob, start="B:W17:B14")
    alice.move("14x21")
    assert "Score between two players: Black 1" in alice.text
    bob.open("/")
    assert bob.page.select_one(".status.over")
    assert "core between" not in bob.text


def test_undo_after_the_end_removes_the_result(alice: Visitor):
    play_out(alice, "14x21", start="B:W17:B14")
    alice.open("/")
    alice.press("/undo")
    assert table(alice) == []


def test_resetting_results_asks_first_and_keeps_the_games(alice: Visitor):
    play_out(alice, "14x21", start="B:W17:B14")
    alice.open("/results/reset")
    assert alice.page.h1.get_text() == "Reset statistics?"
    assert len(table(alice)) == 2
    alice.open("/results/reset")
    assert alice.press("/results/reset") == 303
    assert "Counted since" in alice.text
    assert "You haven’t finished a game since then." in alice.text
    assert FinishedGame.objects.count() == 1
    play_out(alice, "14x21", start="B:W17:B14")
    assert table(alice)[1] == ["English checkers", "1", "0", "0"]


def test_results_belong_to_their_player(alice: Visitor, bob: Visitor):
    play_out(alice, "14x21", start="B:W17:B14")
    assert table(bob) == []


def test_the_table_uses_the_chosen_colours(alice: Visitor):
    play_out(alice, "14x21", start="B:W17:B14")
    session = alice.client.session
    with session.exclusive():
        session["preferences"] = {"palette": "red-white"}
    assert table(alice)[0] == ["Game", "Red", "Drawn", "White"]


def test_with_red_and_black_pieces_wins_count_under_their_colour(alice: Visitor):
    play_out(alice, "14x21", start="B:W17:B14")
    play_out(alice, "c3xe5", variant="brazilian", start="W:W22:B18")
    session = alice.client.session
    with session.exclusive():
        session["preferences"] = {"palette": "red-black"}
    assert table(alice) == [
        ["Game", "Black", "Drawn", "Red"],
        ["Brazilian draughts", "0", "0", "1"],
        ["English checkers", "0", "0", "1"],
    ]
