"""What the game's page shows, and that a game can be played on it without scripts."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from gzip import compress
from itertools import islice

import pytest
from bs4 import Tag
from django.conf import settings
from django.contrib.sessions.models import Session

from game.notation import find_move, format_fen, parse_fen
from game.rules import VARIANTS, Game
from tests.kit import random_games
from tests.player import Player
from tests.text_browsers.games import GAMES, moves_of


def test_a_first_visit_shows_english_checkers_as_black_against_a_beginner(alice: Player):
    alice.open()
    assert alice.response.status_code == 200
    assert alice.page.h1.get_text() == "English checkers: you are Black, the computer is White"
    assert alice.heading == "Your turn"
    assert "Level: Beginner." in alice.text
    assert list(alice.moves) == ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"]
    assert alice.moves["11-15"] == "Move 11 to 15"


def test_looking_stores_nothing(alice: Player):
    alice.open()
    assert not Session.objects.exists()


def test_the_computer_replies_in_the_same_request(alice: Player):
    alice.open()
    assert alice.move("11-15") == 303
    assert re.fullmatch(r"http://testserver/\?ply=2&version=2#turn", alice.redirect)
    assert alice.heading.startswith("Your turn: The computer ")
    assert alice.title == f"{alice.heading} - Crownhead"
    assert len(alice.stored["moves"].split()) == 2


def test_every_action_redirects_to_a_new_address(alice: Player):
    alice.lay_out()
    seen = set()
    for order in ["11-15", "23-19", "undo", "22-17", "undo", "undo", "11-15", "flip", "flip"]:
        status = alice.press(f"/{order}") if order in ("undo", "flip") else alice.move(order)
        assert status == 303
        assert alice.redirect.startswith("http://testserver/?")
        assert "#" in alice.redirect
        seen.add(alice.redirect)
    assert len(seen) == 9


def test_the_game_is_kept_for_a_year(alice: Player):
    alice.open()
    alice.move("11-15")
    cookie = alice.client.cookies[settings.SESSION_COOKIE_NAME]
    assert cookie["max-age"] == 365 * 24 * 3600
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    days = (alice.client.session.get_expiry_date() - datetime.now(UTC)).days
    assert days >= 364
    moves = alice.stored["moves"]
    alice.open("/")
    assert alice.heading.startswith("Your turn: The computer ")
    assert alice.stored["moves"] == moves


def test_two_friends_play_in_turn_on_one_device(alice: Player):
    alice.open("/new")
    assert alice.press("/new", variant="english", opponent="friend", player="B", level="beginner")
    assert alice.page.h1.get_text() == "English checkers: two players, one device"
    assert alice.heading == "Black to move"
    alice.move("11-15")
    assert alice.heading == "White to move: Black moved 11 to 15"
    alice.move("23-19")
    assert alice.heading == "Black to move: White moved 23 to 19"
    assert [item.get_text() for item in alice.page.select(".record li")] == ["11-15 23-19"]


def test_the_computer_begins_when_it_has_the_first_move(alice: Player):
    alice.open("/new")
    alice.press("/new", variant="brazilian", opponent="computer", player="B", level="beginner")
    assert alice.heading.startswith("Your turn: The computer moved ")
    assert len(alice.stored["moves"].split()) == 1


def test_brazilian_draughts_shows_letters_and_accepts_numbers(alice: Player):
    alice.lay_out(
        variant="brazilian", start=format_fen(VARIANTS["brazilian"].start, VARIANTS["brazilian"])
    )
    assert alice.moves["c3-d4"] == "Move c3 to d4"
    alice.move("c3-d4")
    assert alice.heading == "Black to move: White moved c3 to d4"
    assert alice.move("9-13") == 303
    assert alice.heading == "White to move: Black moved b6 to a5"
    assert alice.square("d4").get_text() == "d4, white man"


def test_required_captures_are_announced_ringed_and_the_only_moves(alice: Player):
    alice.lay_out(start="B:W18:B1,14,K15")
    assert alice.moves == {
        "14x23": "Jump 14 to 23, taking 18",
        "15x22": "Jump 15 to 22, taking 18",
    }
    assert "You must jump with the man on 14 or the king on 15." in alice.text
    ringed = [cell.get_text().split(",")[0] for cell in alice.page.select("td.must")]
    assert sorted(ringed) == ["14", "15"]


def test_a_multi_jump_is_one_button_naming_its_landings_and_captures(alice: Player):
    alice.lay_out(start="B:W26,18,25:BK30")
    assert alice.moves == {
        "30x21": "Jump 30 to 21, taking 25",
        "30x23x14": "Jump 30 to 23 to 14, taking 26 and 18",
    }
    alice.move("30x23x14")
    assert alice.heading == "White to move: Black jumped 30 to 23 to 14, taking 26 and 18"


def test_a_crowning_is_announced(alice: Player):
    alice.lay_out(start="B:W5:B27")
    assert alice.moves["27-32"] == "Move 27 to 32, crowned"
    alice.move("27-32")
    assert alice.square("32").get_text() == "32, black king, just moved here"


def test_brazilian_squares_are_listed_by_letter_and_digit(alice: Player):
    alice.lay_out(variant="brazilian", start="W:WK30:B1,K4,12")
    assert list(alice.moves) == sorted(alice.moves)
    assert "Black, 3: men on b8 and h6; king on h8." in alice.text


def test_many_moves_are_grouped_by_piece(alice: Player):
    alice.lay_out(start="B:W32:B9,K11,K22")
    groups = [heading.get_text() for heading in alice.page.select(".moves h3")]
    assert groups == ["Man on 9", "King on 11", "King on 22"]
    assert len(alice.moves) == 10
    alice.lay_out()
    assert not alice.page.select(".moves h3")


def test_the_pieces_are_listed_in_words_with_counts(alice: Player):
    alice.lay_out(start="W:W18,22,K30:BK1")
    assert "White, 3: men on 18 and 22; king on 30." in alice.text
    assert "Black, 1: no men; king on 1." in alice.text
    assert "Black 1 (1 king), White 3 (1 king)" in alice.text
    alice.lay_out(start="W:W18,22:BK1,K2")
    assert "Black 2 (2 kings), White 2" in alice.text


def test_pieces_are_counted_by_player_against_the_computer(alice: Player):
    kings = "B:WK18,26:B1,14,15"
    alice.lay_out(opponent="computer", player="B", start=kings)
    counts = alice.page.select_one(".counts")
    assert counts.get_text() == "You 3, the computer 2 (1 king)"
    alice.lay_out(opponent="computer", player="W", start=kings)
    assert alice.page.select_one(".counts").get_text() == "You 2 (1 king), the computer 3"
    alice.lay_out(start=kings)
    assert alice.page.select_one(".counts").get_text() == "Black 3, White 2 (1 king)"


def test_every_square_names_its_piece(alice: Player):
    alice.lay_out(start="B:W21,22,K32:B1,K5")
    assert alice.square("1").get_text() == "1, black man"
    assert alice.square("5").get_text() == "5, black king"
    assert alice.square("32").get_text() == "32, white king"
    assert alice.square("14").get_text() == "14, empty"
    assert len(alice.page.select("table td")) == 64


def pointed_at(cell: Tag) -> str:
    """Return what a square shows only to a pointer."""
    [shown] = cell.select("[title]")
    assert shown["aria-hidden"] == "true"
    return str(shown["title"])


def test_blocked_and_waiting_pieces_say_why(alice: Player):
    alice.lay_out()
    assert alice.square("1").get_text() == "1, black man, blocked"
    assert pointed_at(alice.square("1")) == "blocked"
    alice.lay_out(start="B:W18:B1,14")
    assert alice.square("1").get_text() == "1, black man"
    assert pointed_at(alice.square("1")) == "can’t move: another piece must jump"
    assert "must" in alice.square("14")["class"]


def test_the_last_move_is_marked_on_both_squares(alice: Player):
    alice.lay_out(moves="11-15")
    assert alice.square("15").get_text() == "15, black man, just moved here"
    assert alice.square("11").get_text() == "11, empty, just left"
    marked = [cell.get_text().split(",")[0] for cell in alice.page.select("td.last")]
    assert sorted(marked) == ["11", "15"]


def test_a_jump_stays_marked_with_its_landings_and_what_it_captured(alice: Player):
    words = {"18": "18, empty, just captured", "23": "23, empty, just passed"}
    jumped = {"start": "B:W18,26,32:B14", "moves": "14x23x30"}
    look = {"14": "last", "18": "gone", "23": "passed", "26": "gone", "30": "bk last"}
    alice.lay_out(**jumped, opponent="friend")
    for path in ("/", "/replay?ply=1"):
        alice.open(path)
        assert {at: " ".join(alice.square(at)["class"]) for at in look} == look
        assert {at: alice.square(at).get_text() for at in words} == words


def test_a_jump_round_to_where_it_began_is_marked_there(alice: Player):
    alice.lay_out(start="W:WK2:B6,7,14,15,28", moves="2x11x18x9x2", opponent="friend")
    assert alice.square("2").get_text() == "2, white king, just moved here"
    assert {" ".join(alice.square(at)["class"]) for at in ("9", "18", "11")} == {"passed"}


def test_the_draw_watch_counts_every_running_rule(alice: Player):
    alice.lay_out(start="B:WK32,K31:BK1", moves="1-5 32-28 5-1 28-32")
    assert "2 moves each without a capture or a man’s move; 40 is a draw." in alice.draw_watch
    assert "This position has occurred 2 times; 3 times is a draw." in alice.text
    alice.lay_out()
    assert "0 moves each without a capture or a man’s move; 40 is a draw." in alice.draw_watch
    assert "40 is a draw" not in alice.text
    assert "No position has occurred twice." in alice.draw_watch


def test_the_draw_watch_warns_before_a_third_repetition(alice: Player):
    shuffle = "1-5 32-28 5-1 28-32"
    alice.lay_out(start="B:WK32,K31:BK1", moves=f"{shuffle} 1-5 32-27")
    assert "This position" not in alice.text
    assert "An earlier position has occurred 2 times; 3 times is a draw." in alice.text
    alice.lay_out(start="B:WK32,K31:BK1", moves=f"{shuffle} 1-5 32-28 5-1")
    assert "This position has occurred 2 times; 3 times is a draw." in alice.text
    alice.move("28-32")
    assert "Draw: third repetition" in alice.text


def test_the_draw_watch_forgets_positions_that_cannot_recur(alice: Player):
    alice.lay_out(
        start="B:WK32,21:BK1", moves="1-5 32-28 5-1 28-32 1-5 21-17", player="B", bottom="B"
    )
    assert "No position has occurred twice." in alice.draw_watch
    assert "0 moves each without a capture or a man’s move; 40 is a draw." in alice.draw_watch
    assert "40 is a draw" not in alice.text


def test_the_draw_watch_keeps_counting_an_ending_when_a_man_moves(alice: Player):
    alice.lay_out(variant="brazilian", start="W:WK4,21:BK32", moves="4-29 32-14 29-8 14-23 21-17")
    assert "2½ moves each with one or two pieces against a lone king; 5 is a draw." in alice.text
    assert "0 moves each without a capture or a man’s move; 15 is a draw." in alice.draw_watch


def test_a_blocked_side_loses_and_the_game_can_be_played_again(alice: Player):
    alice.lay_out(start="W:WK27:B28", opponent="computer", player="W", bottom="W")
    alice.move("27-32")
    assert alice.heading == "You won: the computer has no moves left: You moved 27 to 32"
    assert alice.moves == {}
    assert "Draw watch" not in alice.text
    assert alice.press("/again") == 303
    assert alice.stored["player"] == "W"
    assert alice.heading.startswith("Your turn: The computer moved ")


@pytest.mark.parametrize(
    ("start", "moves", "verdict", "reason"),
    [
        ("B:W17:B14", "14x21", "Black won", "White has no pieces left"),
        (
            "B:WK32:BK1",
            "1-5 32-28 5-1 28-32 1-5 32-28 5-1 28-32",
            "Draw",
            "Draw: third repetition",
        ),
    ],
)
def test_the_end_is_announced_with_its_reason(
    alice: Player, start: str, moves: str, verdict: str, reason: str
):
    alice.lay_out(start=start, moves=moves)
    assert alice.heading.startswith(verdict)
    assert reason in alice.text
    assert alice.title.startswith(verdict)


def test_a_draw_counter_that_ran_out_says_what_it_counted(alice: Player):
    moves = moves_of(GAMES["brazilian"]["the draw counter of a lone king"], "brazilian")
    start = format_fen(VARIANTS["brazilian"].start, VARIANTS["brazilian"])
    alice.lay_out(variant="brazilian", start=start, moves=" ".join(map(str, moves)))
    drawn = "Draw: 5 moves each with one or two pieces against a lone king"
    assert alice.heading.startswith(f"{drawn}: ")
    assert "Rule: FMJD-64 7.2.8." in alice.text


def test_undo_between_friends_takes_back_one_move(alice: Player):
    alice.lay_out(moves="11-15 23-19")
    alice.press("/undo")
    assert alice.stored["moves"] == "11-15"
    alice.press("/undo")
    assert alice.stored["moves"] == ""
    assert alice.page.find("form", action="/undo") is None


def test_undo_against_the_computer_takes_back_both_moves(alice: Player):
    alice.open()
    alice.move("11-15")
    alice.press("/undo")
    assert alice.stored["moves"] == ""
    assert alice.heading == "Your turn"


def test_undo_before_the_reply_takes_back_your_move(alice: Player):
    alice.lay_out(opponent="computer", moves="11-15")
    assert alice.heading == "The computer’s turn: You moved 11 to 15"
    assert not alice.page.select("table a, td.can")
    alice.press("/undo")
    assert alice.stored["moves"] == ""


def test_undo_reopens_a_finished_game(alice: Player):
    alice.lay_out(start="B:W17:B14", moves="14x21")
    alice.press("/undo")
    assert alice.moves == {"14x21": "Jump 14 to 21, taking 17"}


def test_flip_turns_the_board_and_is_remembered(alice: Player):
    alice.lay_out()
    assert alice.page.caption.get_text() == "Black at the bottom"
    first = alice.page.select("table td")[1].get_text()
    assert first.startswith("32,")
    alice.press("/flip")
    assert alice.page.caption.get_text() == "White at the bottom"
    assert alice.page.select("table td")[1].get_text().startswith("1,")
    alice.open("/")
    assert alice.page.caption.get_text() == "White at the bottom"


def test_a_game_left_on_the_computers_turn_can_be_resumed(alice: Player):
    alice.lay_out(opponent="computer", moves="11-15")
    assert alice.press("/reply") == 303
    assert alice.heading.startswith("Your turn: The computer moved ")


@pytest.mark.parametrize("variant", ["english", "brazilian"])
def test_a_page_after_a_move_is_at_most_5_kilobytes_compressed(alice: Player, variant: str):
    """Checked every few plies of random games, and in positions with many kings and long lists."""
    for game in islice(random_games(VARIANTS[variant], seed=3), 2):
        for ply in range(0, game.ply, 4):
            moves = " ".join(map(str, game.moves[:ply]))
            alice.lay_out(variant=variant, moves=moves, start=format_fen(game.start, game.variant))
            assert len(compress(alice.response.content)) <= 5 * 1024, moves
    alice.lay_out(variant=variant, start="W:WK1,K6,K13,K22,K28,K32:BK3,K12,K21,K30")
    assert len(compress(alice.response.content)) <= 5 * 1024


def test_replaying_the_record_gives_the_board_shown(alice: Player):
    alice.open()
    for _ in range(6):
        alice.move(list(alice.moves)[-1])
    english = VARIANTS["english"]
    game = Game(english, parse_fen(alice.stored["start"], english))
    for line in alice.page.select(".record li"):
        for text in line.get_text().split():
            game = game.play(find_move(text, game.position, english))
    assert game.ply == len(alice.stored["moves"].split())
    assert {str(move) for move in game.legal_moves} == set(alice.moves)
