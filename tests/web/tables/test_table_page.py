"""Two people at a table: what each sees, may do, and is notified of."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from pytest_django import DjangoAssertNumQueries

from game.play.preferences import CHOICES, choose
from game.play.sessions import SessionStore
from game.play.tables import lobby
from game.play.tables import storage as table_storage
from game.play.tables.offers import COURTESIES
from game.play.tables.options import game_clock
from game.rules.clock import DAY, MINUTE, SECOND
from game.web.tables import labels as table_labels
from tests.table_player import TablePlayer, begin

HOUR = 60 * MINUTE
WON = (
    "10-15 23-19 12-16 19x12 9-13 21-17 7-10 26-23 3-7 12x3 4-8 3x12 5-9 23-18 15-19 24x15x8 "
    "10-14 17x10x3 9-14 18x9 13-17 22x13 2-7 9x2 1-5 2x11 5-9 13x6"
)


def test_each_player_sees_both_sides_and_whose_turn_it_is(ann, bob, clock):
    begin(ann, bob, clock)
    assert ann.page.h1.get_text() == "English checkers: you are Black, Bob is White"
    assert ann.title == "Your turn - Crownhead"
    assert "11-15" in ann.moves
    assert bob.page.h1.get_text() == "English checkers: you are White, Ann is Black"
    assert bob.title == "Ann to move - Crownhead"
    assert bob.moves == {}
    assert "Refresh" in bob.text


def test_a_move_is_shown_to_both_players(ann, bob, clock):
    begin(ann, bob, clock)
    assert ann.move("11-15") == 303
    assert ann.redirect.startswith("http://testserver/tables/")
    assert ann.redirect.endswith("#turn")
    assert ann.heading == "Bob to move: You moved 11 to 15"
    bob.look()
    assert bob.heading == "Your turn: Ann moved 11 to 15"


def test_a_whole_game_is_played_to_its_end_and_kept_by_both(ann, bob, clock):
    at = begin(ann, bob, clock, WON)
    assert ann.heading == "You lost: you have no pieces left: Bob jumped 13 to 6, taking 9"
    assert "You won" in bob.heading
    for player in (ann, bob):
        assert player.page.find("a", href=f"/games/{at.id}")
        player.open(f"/games/{at.id}")
        assert player.response.status_code == 200
    ann.open(f"/games/{at.id}/delete")
    ann.press(f"/games/{at.id}/delete")
    ann.look()
    assert "This game in My games" not in ann.text


def test_each_board_faces_its_player(ann, bob, clock):
    begin(ann, bob, clock)
    assert ann.page.find("caption").get_text() == "Black at the bottom"
    assert bob.page.find("caption").get_text() == "White at the bottom"


def test_rejects_a_move_out_of_turn_and_keeps_its_text(ann, bob, clock):
    begin(ann, bob, clock)
    assert bob.move("22-18") == 409
    assert "It’s Ann’s turn" in bob.notice
    assert bob.page.find(id="typed")["value"] == "22-18"


def test_rejects_an_illegal_move_with_the_reason(ann, bob, clock):
    begin(ann, bob, clock)
    assert ann.move("11-20") == 422
    assert "11-20 is not a legal move." in ann.notice


def test_a_move_sent_twice_is_played_once(ann, bob, clock):
    begin(ann, bob, clock)
    page = ann.page
    ann.move("11-15")
    assert ann.move("11-15", page=page) == 200
    assert "already played" in ann.notice
    assert ann.move("9-13", page=page) == 409
    assert "already moved" in ann.notice


def test_rejects_an_action_that_does_not_name_its_board(ann, bob, clock):
    begin(ann, bob, clock)
    fields = ann.fields(f"{ann.table}/move")
    del fields["ply"]
    assert ann.send(f"{ann.table}/move", fields | {"move": "11-15"}) == 400
    assert ann.heading == "Your turn"


def test_rejects_a_move_after_the_flag_has_fallen(ann, bob, clock):
    begin(ann, bob, clock, "11-15 23-19", control=game_clock(1, 0))
    clock.go_on(60)
    assert ann.move("8-11") == 409
    assert "The game is already over" in ann.notice
    assert ann.heading.startswith("You lost")
    assert "You lost on time" in ann.text


def test_clocks_are_shown_from_the_readers_side(ann, bob, clock):
    begin(ann, bob, clock, "11-15 23-19", control=game_clock(5, 0))
    clock.go_on(28)
    ann.look()
    bob.look()
    assert ann.page.select_one(".clocks").get_text() == "You 4:32, Bob 5:00"
    assert bob.page.select_one(".clocks").get_text() == "You 5:00, Ann 4:32"


def test_low_clock_is_told_in_words(ann, bob, clock):
    begin(ann, bob, clock, "11-15 23-19", control=game_clock(1, 0))
    clock.go_on(31)
    ann.look()
    bob.look()
    assert ann.page.select_one(".clocks").get_text() == "You 0:29 (low on time), Bob 1:00"
    assert "low on time" in bob.page.select_one(".strip .low").get_text()
    clock.go_on(20)
    bob.look()
    assert bob.page.select_one(".clocks").get_text() == "You 1:00, Ann 0:09 (almost out of time)"


def test_what_leaves_the_table_is_apart_from_game_actions(ann, bob, clock):
    begin(ann, bob, clock)
    actions = ann.page.select_one(".actions")
    leaving = [it.get_text() for it in actions.select(".leaving .button")]
    assert leaving == ["Lobby", "Settings for this board"]
    assert "Resign" in actions.get_text()
    assert not actions.select(".leaving #resign")


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (3 * DAY, "3 days"),
        (3 * DAY - 1, "3 days"),
        (2 * DAY + 5 * HOUR, "2 days 5 hours"),
        (DAY + HOUR, "1 day 1 hour"),
        (DAY - 1, "24:00:00"),
        (HOUR + SECOND, "1:00:01"),
        (61 * SECOND, "1:01"),
    ],
)
def test_time_is_shown_as_on_a_clock_or_in_days_and_hours(left: int, words: str):
    assert table_labels.time_left(left) == words


def test_a_table_shows_how_its_game_is_played(ann, bob, clock):
    begin(ann, bob, clock, control=game_clock(5, 3), opening="ballot", ballot=57, is_listed=False)
    expected = "5 minutes + 3 seconds. Opening: ballot 57. Private."
    assert expected in ann.text
    assert f'[Date "{clock.now:%Y.%m.%d}"]' in ann.client.get(f"{ann.table}/game.pdn").text


def test_resigning_asks_first(ann, bob, clock):
    begin(ann, bob, clock)
    ann.open(f"{ann.table}/resign")
    assert "Do you resign? The game ends and Bob wins." in ann.text
    assert ann.press(f"{ann.table}/resign") == 303
    assert ann.heading.startswith("You lost")
    assert "You lost: you resigned" in ann.text


def test_rejects_resigning_a_board_that_has_moved_on(ann, bob, clock):
    begin(ann, bob, clock)
    bob.open(f"{bob.table}/resign")
    ann.move("11-15")
    assert bob.press(f"{bob.table}/resign") == 409
    assert bob.heading == "Your turn: Ann moved 11 to 15"


def test_a_draw_is_offered_and_accepted(ann, bob, clock):
    begin(ann, bob, clock)
    assert ann.order("offer-draw") == 303
    assert "You offered a draw." in ann.text
    assert not ann.offers("offer-draw")
    bob.look()
    assert "Ann offers a draw." in bob.text
    assert bob.order("accept-draw") == 303
    assert bob.heading == "Draw: both players agreed"


def test_a_draw_is_offered_with_a_move_and_declined(ann, bob, clock):
    begin(ann, bob, clock)
    ann.press(f"{ann.table}/move", move="11-15", offers_draw="1")
    look = ann.page.find(id="look")["href"]
    bob.look()
    assert "Ann offers a draw." in bob.text
    assert bob.order("decline-draw") == 303
    assert "Ann offers a draw." not in bob.text
    ann.open(look)
    assert "Your draw offer was declined." in ann.text


def test_rejects_accepting_an_offer_that_is_gone(ann, bob, clock):
    begin(ann, bob, clock)
    ann.order("offer-draw")
    bob.look()
    page = bob.page
    bob.order("decline-draw")
    assert bob.order("accept-draw", page=page) == 409
    assert "no longer open" in bob.notice


def test_a_move_is_taken_back_if_both_agree(ann, bob, clock):
    begin(ann, bob, clock, "11-15", allows_take_backs=True)
    assert ann.order("ask-back") == 303
    bob.look()
    assert "Ann asks for a takeback." in bob.text
    assert bob.order("accept-back") == 303
    ann.look()
    assert ann.heading == "Your turn"


def test_an_offer_is_withdrawn_with_one_button(ann, bob, clock):
    begin(ann, bob, clock, "11-15", allows_take_backs=True)
    for ask, withdraw in (("offer-draw", "withdraw-draw"), ("ask-back", "withdraw-back")):
        assert not ann.offers(withdraw)
        ann.order(ask)
        assert ann.order(withdraw) == 303
        assert not ann.offers(withdraw)
        assert "was declined" not in ann.text
        assert "takeback request was declined" not in ann.text
    bob.open(f"{ann.table}/resign")
    bob.press(f"{ann.table}/resign")
    ann.look()
    ann.order("rematch")
    assert ann.order("withdraw-rematch") == 303
    assert ann.offers("rematch")
    assert "rematch offer was declined" not in ann.text


def test_takebacks_are_offered_only_if_the_table_allows_them(ann, bob, clock):
    begin(ann, bob, clock, "11-15")
    assert not ann.offers("ask-back")


def test_an_absent_player_loses_to_a_claim(ann, bob, clock):
    begin(ann, bob, clock, "11-15 23-19")
    assert not bob.offers("claim")
    clock.go_on(901)
    bob.look()
    assert "Ann seems to have left" in bob.text
    assert bob.order("claim") == 303
    assert bob.heading.startswith("You won")
    assert "You won: Ann left the game" in bob.text


def test_a_rematch_swaps_sides(ann, bob, clock):
    begin(ann, bob, clock)
    ann.open(f"{ann.table}/resign")
    ann.press(f"{ann.table}/resign")
    assert ann.order("rematch") == 303
    assert "You offered a rematch." in ann.text
    bob.look()
    assert bob.order("rematch") == 303
    assert "you are Black, Ann is White" in bob.text
    ann.look()
    following = ann.page.find(id="next")["href"]
    ann.open(following)
    assert "you are White, Bob is Black" in ann.text
    assert ann.page.find("a", href=ann.table)


def test_quick_chat_is_shown_and_nothing_else_can_be_sent(ann, bob, clock):
    begin(ann, bob, clock)
    assert ann.press(f"{ann.table}/say", courtesy="good luck") == 303
    bob.look()
    assert "Ann: Good luck!" in bob.text
    ann.press(f"{ann.table}/say", courtesy="<b>")
    assert ann.response.status_code == 409


def test_a_spectator_sees_the_game_and_no_actions(ann, bob, clock):
    begin(ann, bob, clock, "11-15")
    eve = TablePlayer()
    eve.open(ann.table)
    assert eve.heading == "White to move: Black moved 11 to 15"
    assert "Ann (Black) against Bob (White)" in eve.text
    assert eve.page.find("form") is None
    assert eve.page.select(".board a") == []
    assert "Refresh" in eve.text


def test_rejects_every_action_of_a_spectator(ann, bob, clock):
    begin(ann, bob, clock)
    eve = TablePlayer()
    eve.enter("Eve", clock.now)
    eve.client.get("/new")
    token = eve.client.cookies["csrftoken"].value
    fields = {"csrfmiddlewaretoken": token, "ply": 0, "version": 0}
    for order in ("move", "resign", "offer-draw", "claim", "say", "rematch"):
        assert eve.send(f"{ann.table}/{order}", fields | {"move": "11-15"}) == 403, order
        assert "You are watching" in eve.notice


def test_a_private_table_is_seen_only_by_its_players_and_with_its_link(ann, bob, clock):
    at = begin(ann, bob, clock, is_listed=False)
    assert ann.response.status_code == bob.response.status_code == 200
    eve = TablePlayer()
    for path in ("", "/news?revision=0", "/record", "/replay", "/resign", "?link=guessed"):
        eve.open(ann.table + path, **({"HX-Request": "true"} if "news" in path else {}))
        assert eve.response.status_code == 404, path
    eve.open(f"{ann.table}?link={lobby.invitation_secret(at.id)}")
    assert eve.response.status_code == 200
    eve.client.get("/new")
    token = eve.client.cookies["csrftoken"].value
    assert eve.send(f"{ann.table}/move", {"csrfmiddlewaretoken": token, "move": "11-15"}) == 404


def test_a_missing_table_is_not_found(ann, clock):
    assert ann.client.get("/tables/nowhere").status_code == 404
    assert ann.client.get("/tables/nowhere/news").status_code == 404


def test_a_page_after_a_move_costs_three_queries(
    ann, bob, clock, django_assert_max_num_queries: DjangoAssertNumQueries
):
    begin(ann, bob, clock, "11-15")
    with django_assert_max_num_queries(3):
        ann.look()


def test_a_move_is_confirmed_if_its_player_chose_that(ann, bob, clock):
    begin(ann, bob, clock)
    choose(SessionStore(ann.client.session.session_key), confirm=True)
    assert ann.press(f"{ann.table}/move", move="11-15", offers_draw="1") == 200
    assert "Play 11 to 15?" in ann.text
    assert ann.press(f"{ann.table}/move", move="11-15") == 303
    bob.look()
    assert "Ann offers a draw." in bob.text


ONE_CAPTURE = "11-15 22-18"
"""Black may take with one piece only, in one way."""


def test_tables_have_no_automatic_captures_and_no_hints(ann, bob, clock):
    begin(ann, bob, clock)
    choose(SessionStore(ann.client.session.session_key), autoplay=True, hints=True)
    bob.look()
    for player, text in zip((ann, bob), ONE_CAPTURE.split(), strict=True):
        player.look()
        player.move(text)
    ann.look()
    assert list(ann.moves) == ["15x22"]
    assert "Hint" not in ann.text
    ann.open("/settings")
    switches = [label.get_text(strip=True) for label in ann.page.select("label")]
    assert "Play forced captures automatically (not at tables)" in switches
    assert "Offer hints (not at tables)" in switches


def test_settings_for_names_and_announcements_apply_at_a_table(ann, bob, clock):
    begin(ann, bob, clock)
    choose(
        SessionStore(ann.client.session.session_key),
        numbering="algebraic",
        announcements="short",
        board="slate",
        pieces="letters",
        bottom="white",
    )
    ann.look()
    assert ann.page.html["data-board"] == "slate"
    assert ann.page.html["data-pieces"] == "letters"
    assert ann.page.find("caption").get_text() == "White at the bottom"
    assert ann.square("c3")
    ann.press(f"{ann.table}/move", move=next(iter(ann.moves)))
    ann.look()
    news = str(ann.page.find(id="offers")["data-hx-get"])
    bob.look()
    bob.move("23-19")
    ann.open(news, **{"HX-Request": "true"})
    assert ann.said == "Bob moved e3 to f4."


def test_a_piece_is_picked_and_placed_on_the_board(ann, bob, clock):
    begin(ann, bob, clock)
    ann.open(str(ann.square("11").find("a")["href"]).replace("#board", ""))
    assert "can go to 15 and 16" in ann.text.replace(" or ", " and ")
    assert ann.move("11-15") == 303


def test_the_game_can_be_read_as_text_and_step_by_step(ann, bob, clock):
    begin(ann, bob, clock, "11-15 23-19", control=game_clock(5, 0))
    ann.open(f"{ann.table}/record")
    assert '[Black "Ann"]' in ann.text
    assert "1. 11-15 " in ann.text
    ann.open(f"{ann.table}/replay?ply=1")
    assert "Move 1: Black moved 11 to 15" in ann.text
    assert ann.client.get(f"{ann.table}/game.pdn").status_code == 200


def test_a_table_uses_its_readers_colours_and_words(ann, bob, clock):
    begin(ann, bob, clock)
    choose(SessionStore(ann.client.session.session_key), palette="red-white", scheme="dark")
    ann.look()
    assert "you are Red, Bob is White" in ann.text
    assert ann.page.html["data-palette"] == "red-white"
    assert ann.page.html["data-scheme"] == "dark"
    assert "you are White, Ann is Black" in bob.text


def test_flipping_the_board_lasts_and_affects_only_its_reader(ann, bob, clock):
    begin(ann, bob, clock)
    ann.open(str(ann.page.find(id="flip")["href"]))
    assert ann.page.find("caption").get_text() == "White at the bottom"
    assert ann.press(f"{ann.table}/move?turned=1", move="11-15") == 303
    assert ann.page.find("caption").get_text() == "White at the bottom"
    bob.look()
    assert bob.page.find("caption").get_text() == "White at the bottom"
    ann.open(str(ann.page.find(id="flip")["href"]))
    assert ann.page.find("caption").get_text() == "Black at the bottom"


def test_settings_link_back_to_the_table(ann, bob, clock):
    begin(ann, bob, clock)
    ann.open(str(ann.page.find("a", string="Settings for this board")["href"]))
    chosen = {field: values[0] for field, values in CHOICES.items()} | {"palette": "dark-light"}
    assert ann.press("/settings", **chosen) == 303
    assert "you are Dark, Bob is Light" in ann.text
    ann.open("/settings?table=../elsewhere")
    assert ann.page.find("input", attrs={"name": "table"}) is None


def test_of_different_moves_from_two_windows_one_is_played(ann, bob, clock):
    begin(ann, bob, clock)
    fields = ann.fields(f"{ann.table}/move")
    windows = []
    for text in ("11-15", "9-13"):
        window = TablePlayer()
        window.client.cookies = ann.client.cookies
        windows.append((window, text))

    def play(window: TablePlayer, text: str) -> int:
        try:
            return window.client.post(f"{ann.table}/move", fields | {"move": text}).status_code
        finally:
            connections.close_all()

    for _ in range(5):
        with ThreadPoolExecutor(2) as pool:
            statuses = [pool.submit(play, *window) for window in windows]
        assert sorted(status.result() for status in statuses) in ([303, 409], [200, 409])
    assert table_storage.load(ann.table.rpartition("/")[2], clock.now).ply == 1


def test_every_quick_chat_message_has_words_and_is_offered():
    assert list(table_labels.COURTESY_WORDS) == list(COURTESIES)
    offered = {*table_labels.AT_THE_START, *table_labels.DURING_PLAY, *table_labels.AT_THE_END}
    assert offered == set(COURTESIES)


def test_an_unknown_action_is_not_found(ann, bob, clock):
    begin(ann, bob, clock)
    assert ann.client.get(f"{ann.table}/castle").status_code == 404
