"""Resigning and agreeing to draws."""

from __future__ import annotations

import pytest

from game.play.solo import endings as solo_endings
from tests.player import Player

AHEAD = "B:W18,25:BK30,K1,K2,K3"
"""Black to move is far ahead."""
BEHIND = "B:W18,25,K26,K10:B1"


def offer_until_answered(player: Player) -> int:
    """Offer a draw, and again while the computer's processes are still starting."""
    while True:
        player.open("/draw")
        if (status := player.press("/draw")) != 503:
            return status


def test_resigning_asks_first_and_changes_nothing(alice: Player) -> None:
    alice.lay_out(opponent="computer", player="B")
    before = alice.stored
    alice.open("/resign")
    assert alice.page.h1.get_text() == "Do you resign?"
    assert "The game ends and the computer wins." in alice.text
    assert alice.stored == before


def test_resigning_against_the_computer_loses(alice: Player) -> None:
    alice.lay_out(opponent="computer", player="B", moves="11-15 23-19")
    alice.open("/resign")
    assert alice.press("/resign") == 303
    assert alice.heading.startswith("You lost")
    assert "You lost: you resigned" in alice.text
    assert not alice.moves


def test_of_two_friends_the_one_to_move_resigns(alice: Player) -> None:
    alice.lay_out(moves="11-15")
    alice.open("/resign")
    assert alice.page.h1.get_text() == "Who resigns?"
    answers = [button.get_text() for button in alice.page.select("main button[name=side]")]
    assert answers == ["White resigns", "Black resigns"]
    alice.press("/resign", side="W")
    assert alice.heading == "Black won: White resigned: Black moved 11 to 15"


def test_of_two_friends_the_one_who_waits_can_resign_too(alice: Player) -> None:
    alice.lay_out(moves="11-15")
    alice.open("/resign")
    alice.press("/resign", side="B")
    assert alice.heading == "White won: Black resigned: Black moved 11 to 15"


def test_nobody_resigns_for_the_computer(alice: Player) -> None:
    alice.lay_out(opponent="computer", player="B")
    alice.open("/resign")
    alice.press("/resign", side="W")
    assert alice.heading == "You lost: you resigned"


def test_undo_continues_a_resigned_game(alice: Player) -> None:
    alice.lay_out(moves="11-15")
    alice.open("/resign")
    alice.press("/resign")
    alice.press("/undo")
    assert alice.heading == "White to move: Black moved 11 to 15"
    assert alice.stored["moves"] == "11-15"
    assert "ending" not in alice.stored


def test_a_player_may_resign_while_the_computer_thinks(alice: Player) -> None:
    alice.lay_out(opponent="computer", player="B", moves="11-15")
    alice.open("/resign")
    alice.press("/resign")
    assert alice.heading.startswith("You lost")


def test_friends_agree_to_a_draw(alice: Player) -> None:
    alice.lay_out(moves="11-15")
    alice.open("/draw")
    assert alice.page.h1.get_text() == "White offers a draw"
    assert "Black, if you agree" in alice.text
    alice.press("/draw")
    assert alice.heading.startswith("Draw")
    assert "Draw: both players agreed" in alice.text


def test_the_computer_accepts_a_draw_when_it_is_behind(alice: Player) -> None:
    alice.lay_out(opponent="computer", player="B", start=AHEAD)
    assert offer_until_answered(alice) == 303
    assert alice.heading.startswith("Draw")


def test_the_computer_says_so_if_it_cannot_answer_a_draw_offer_in_time(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice.lay_out(opponent="computer", player="B", start=AHEAD)
    before = alice.stored
    with monkeypatch.context() as no_time:
        no_time.setattr(solo_endings, "JUDGING_SECONDS", 0)
        alice.open("/draw")
        assert alice.press("/draw") == 503
    assert alice.notice.startswith("The computer couldn’t decide in time")
    assert alice.stored == before
    assert offer_until_answered(alice) == 303


def test_the_computer_declines_a_draw_when_ahead_and_says_why(alice: Player) -> None:
    alice.lay_out(opponent="computer", player="B", start=BEHIND)
    before = alice.stored
    assert offer_until_answered(alice) == 200
    assert alice.notice == "The computer declined your draw offer: it thinks it is ahead."
    assert alice.moves
    assert alice.stored == before
    for _ in range(2):
        alice.open()
        assert alice.notice == ""
        assert "The computer declined your draw offer" in alice.page.select_one(".status").text
    alice.move(next(iter(alice.moves)))
    assert "declined" not in alice.text


@pytest.mark.parametrize("action", ["/resign", "/draw"])
def test_rejects_resigning_or_drawing_a_finished_game(alice: Player, action: str) -> None:
    alice.lay_out(moves="11-15")
    old = alice.open(action)
    alice.open("/resign")
    alice.press("/resign")
    before = alice.stored
    # The same once more is what was done already, the other cannot be done any more.
    assert alice.press(action, page=old) == (303 if action == "/resign" else 409)
    assert alice.stored == before
    alice.open(action)
    assert alice.response.status_code == 303


def test_rejects_resigning_a_game_that_the_board_has_decided(alice: Player) -> None:
    alice.lay_out(start="B:W17:B14", moves="14x21", version=5)
    sent = alice.fields("/flip") | {"ply": "1", "version": "4"}
    assert alice.send("/resign", sent) == 409


@pytest.mark.parametrize("action", ["/resign", "/draw"])
def test_rejects_an_answer_to_a_question_about_another_board(alice: Player, action: str) -> None:
    alice.lay_out(moves="11-15")
    old = alice.open(action)
    alice.open("/")
    alice.move("23-19")
    before = alice.stored
    assert alice.press(action, page=old) == 409
    assert alice.stored == before


@pytest.mark.parametrize("ending", ["X", "", 7, ["B"]])
def test_an_invalid_stored_ending_is_damage_not_a_crash(alice: Player, ending: object) -> None:
    alice.lay_out(moves="11-15", ending=ending)
    assert alice.heading.startswith("Your turn")


def test_the_new_game_page_warns_that_the_current_game_ends(alice: Player) -> None:
    alice.lay_out(moves="11-15")
    alice.open("/new")
    assert "Starting a new game ends the one" in alice.text
    alice.lay_out()
    alice.open("/new")
    assert "Starting a new game ends the one" not in alice.text
