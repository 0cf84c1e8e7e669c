"""Two people at a table: what each sees, what they may do, what they are told."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from pytest_django import DjangoAssertNumQueries

from game.play.preferences import CHOICES, choose
from game.play.sessions import SessionStore
from game.play.tables import lobby, rows
from game.play.tables.options import Options, game_clock
from game.rules import VARIANTS, Side
from tests.table_player import Clock, TablePlayer, sit_down

WON = (
    "10-15 23-19 12-16 19x12 9-13 21-17 7-10 26-23 3-7 12x3 4-8 3x12 5-9 23-18 15-19 24x15x8 "
    "10-14 17x10x3 9-14 18x9 13-17 22x13 2-7 9x2 1-5 2x11 5-9 13x6"
)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("django.utils.timezone.now", clock)
    return clock


@pytest.fixture
def ann(transactional_db: None) -> TablePlayer:
    return TablePlayer()


@pytest.fixture
def bob(transactional_db: None) -> TablePlayer:
    return TablePlayer()


def begin(ann: TablePlayer, bob: TablePlayer, clock: Clock, line: str = "", **chosen: object):
    """A game that has gone some moves, with both players' pages open."""
    at = sit_down(ann, bob, clock, **chosen)
    for number, text in enumerate(line.split()):
        player = (ann, bob)[number % 2]
        player.look()
        assert player.move(text) == 303
    ann.look()
    bob.look()
    return at


def test_each_player_is_told_who_is_who_and_whose_turn_it_is(ann, bob, clock):
    begin(ann, bob, clock)
    assert "English checkers: you are Black, Bob is White" in ann.text
    assert ann.title == "Your turn - Crownhead"
    assert "11-15" in ann.moves
    assert "English checkers: you are White, Ann is Black" in bob.text
    assert bob.title == "Ann (Black) is to move - Crownhead"
    assert bob.moves == {}
    assert "Look for the reply" in bob.text


def test_a_move_is_told_to_both(ann, bob, clock):
    begin(ann, bob, clock)
    assert ann.move("11-15") == 303
    assert ann.redirect.startswith("http://testserver/tables/")
    assert ann.redirect.endswith("#turn")
    assert ann.heading == "Bob (White) is to move: you moved 11 to 15"
    bob.look()
    assert bob.heading == "Your turn: Ann moved 11 to 15"


def test_a_whole_game_is_played_to_its_end_and_kept_by_both(ann, bob, clock):
    at = begin(ann, bob, clock, WON)
    assert ann.heading == "Game over, Bob wins: Bob jumped 13 to 6, taking 9"
    assert "Game over, you win" in bob.heading
    for player in (ann, bob):
        assert player.page.find("a", href=f"/games/{at.id}")
        player.open(f"/games/{at.id}")
        assert player.response.status_code == 200


def test_each_board_is_turned_to_its_player(ann, bob, clock):
    begin(ann, bob, clock)
    assert ann.page.find("caption").get_text() == "Black at the bottom"
    assert bob.page.find("caption").get_text() == "White at the bottom"


def test_a_move_out_of_turn_is_refused_and_its_text_stays(ann, bob, clock):
    begin(ann, bob, clock)
    assert bob.move("22-18") == 409
    assert "It is Ann’s turn" in bob.notice
    assert bob.page.find(id="typed")["value"] == "22-18"


def test_a_text_that_is_no_move_is_refused_with_the_reason(ann, bob, clock):
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
    assert "the board had changed" in ann.notice.lower()


def test_an_order_without_its_board_does_nothing(ann, bob, clock):
    begin(ann, bob, clock)
    fields = ann.fields(f"{ann.table}/move")
    del fields["ply"]
    assert ann.send(f"{ann.table}/move", fields | {"move": "11-15"}) == 400
    assert ann.heading == "Your turn"


def test_a_move_after_the_flag_has_fallen_is_too_late(ann, bob, clock):
    begin(ann, bob, clock, "11-15 23-19", control=game_clock(1, 0))
    clock.go_on(60)
    assert ann.move("8-11") == 409
    assert "Your order came after the end" in ann.notice
    assert ann.heading.startswith("Game over, Bob wins")
    assert "Black has no time left." in ann.text


def test_clocks_are_told_from_the_readers_side(ann, bob, clock):
    begin(ann, bob, clock, "11-15 23-19", control=game_clock(5, 0))
    clock.go_on(28)
    ann.look()
    bob.look()
    assert ann.page.select_one(".clocks").get_text() == "You 4:32, Bob 5:00"
    assert bob.page.select_one(".clocks").get_text() == "You 5:00, Ann 4:32"


def test_resigning_asks_first(ann, bob, clock):
    begin(ann, bob, clock)
    ann.open(f"{ann.table}/resign")
    assert "Do you resign? The game ends and Bob wins." in ann.text
    assert ann.press(f"{ann.table}/resign") == 303
    assert ann.heading.startswith("Game over, Bob wins")
    assert "Black resigned." in ann.text


def test_resigning_a_board_that_has_moved_on_is_refused(ann, bob, clock):
    begin(ann, bob, clock)
    bob.open(f"{bob.table}/resign")
    ann.move("11-15")
    assert bob.press(f"{bob.table}/resign") == 409
    assert bob.heading == "Your turn: Ann moved 11 to 15"


def test_a_draw_is_offered_and_accepted(ann, bob, clock):
    begin(ann, bob, clock)
    assert ann.order("offer-draw") == 303
    assert "You offer a draw." in ann.text
    assert not ann.offers("offer-draw")
    bob.look()
    assert "Ann offers a draw." in bob.text
    assert bob.order("accept-draw") == 303
    assert bob.heading == "Game over, a draw"


def test_a_draw_is_offered_with_a_move_and_declined(ann, bob, clock):
    begin(ann, bob, clock)
    ann.press(f"{ann.table}/move", move="11-15", offers_draw="1")
    look = ann.page.find(id="look")["href"]
    bob.look()
    assert "Ann offers a draw." in bob.text
    assert bob.order("decline-draw") == 303
    assert "Ann offers a draw." not in bob.text
    ann.open(look)
    assert "Your draw offer was not accepted." in ann.text


def test_an_offer_that_is_gone_cannot_be_accepted(ann, bob, clock):
    begin(ann, bob, clock)
    ann.order("offer-draw")
    bob.look()
    page = bob.page
    bob.order("decline-draw")
    assert bob.order("accept-draw", page=page) == 409
    assert "no such offer any more" in bob.notice


def test_a_move_is_taken_back_where_both_agree(ann, bob, clock):
    begin(ann, bob, clock, "11-15", allows_take_backs=True)
    assert ann.order("ask-back") == 303
    bob.look()
    assert "Ann asks to take the last move back." in bob.text
    assert bob.order("accept-back") == 303
    ann.look()
    assert ann.heading == "Your turn"


def test_take_backs_are_not_offered_where_the_table_has_none(ann, bob, clock):
    begin(ann, bob, clock, "11-15")
    assert not ann.offers("ask-back")


def test_who_stays_away_loses_to_a_claim(ann, bob, clock):
    begin(ann, bob, clock, "11-15 23-19")
    assert not bob.offers("claim")
    clock.go_on(901)
    bob.look()
    assert "Ann seems to be away" in bob.text
    assert bob.order("claim") == 303
    assert bob.heading.startswith("Game over, you win")
    assert "Black stayed away." in bob.text


def test_another_game_is_agreed_on_with_the_sides_swapped(ann, bob, clock):
    begin(ann, bob, clock)
    ann.open(f"{ann.table}/resign")
    ann.press(f"{ann.table}/resign")
    assert ann.order("rematch") == 303
    assert "You ask for another game." in ann.text
    bob.look()
    assert bob.order("rematch") == 303
    assert "you are Black, Ann is White" in bob.text
    ann.look()
    following = ann.page.find(id="next")["href"]
    ann.open(following)
    assert "you are White, Bob is Black" in ann.text
    assert ann.page.find("a", href=ann.table)


def test_courtesies_are_heard_and_nothing_else_can_be_said(ann, bob, clock):
    begin(ann, bob, clock)
    assert ann.press(f"{ann.table}/say", courtesy="good luck") == 303
    bob.look()
    assert "Ann says: Good luck." in bob.text
    ann.press(f"{ann.table}/say", courtesy="<b>")
    assert ann.response.status_code == 409


def test_who_watches_sees_the_game_and_no_order(ann, bob, clock):
    begin(ann, bob, clock, "11-15")
    eve = TablePlayer()
    eve.open(ann.table)
    assert eve.heading == "White to move: Black moved 11 to 15"
    assert "Ann (Black) against Bob (White)" in eve.text
    assert eve.page.find("form") is None
    assert eve.page.select(".board a") == []
    assert "Look for the next move" in eve.text


def test_who_watches_can_do_nothing(ann, bob, clock):
    begin(ann, bob, clock)
    eve = TablePlayer()
    eve.enter("Eve", clock.now)
    eve.client.get("/new")
    token = eve.client.cookies["csrftoken"].value
    fields = {"csrfmiddlewaretoken": token, "ply": 0, "version": 0}
    for order in ("move", "resign", "offer-draw", "claim", "say", "rematch"):
        assert eve.send(f"{ann.table}/{order}", fields | {"move": "11-15"}) == 403, order
        assert "You only watch" in eve.notice


def test_a_private_table_is_seen_from_its_seats_and_by_its_link_alone(ann, bob, clock):
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


def test_a_table_that_is_not_there_is_not_found(ann, clock):
    assert ann.client.get("/tables/nowhere").status_code == 404
    assert ann.client.get("/tables/nowhere/news").status_code == 404


def test_nothing_loads_itself_again_unless_asked_to(ann, bob, clock):
    begin(ann, bob, clock)
    assert "Refresh" not in bob.response.headers
    bob.open(
        bob.page.find("a", string="Load this page again every 20 seconds while I wait")["href"]
    )
    assert bob.response.headers["Refresh"].startswith(f"20; url={bob.table}?")
    assert "loads again by itself every 20 seconds" in bob.text
    ann.move("11-15")
    bob.open(bob.response.headers["Refresh"].partition("url=")[2])
    assert bob.heading == "Your turn: Ann moved 11 to 15"
    assert "Refresh" not in bob.response.headers
    assert bob.press(f"{bob.table}/move?refresh=20", move="22-17") == 303
    assert "Refresh" in bob.response.headers
    bob.open(bob.page.find("a", string="Stop loading it again")["href"])
    assert "Refresh" not in bob.response.headers


def news_of(player: TablePlayer) -> str:
    return str(player.page.find(id="offers")["data-hx-get"])


def test_without_news_the_answer_is_empty_and_costs_one_query(
    ann, bob, clock, django_assert_num_queries: DjangoAssertNumQueries
):
    begin(ann, bob, clock)
    address = news_of(bob)
    with django_assert_num_queries(1):
        answer = bob.client.get(address, headers={"HX-Request": "true"})
    assert (answer.status_code, answer.content) == (204, b"")
    assert "Set-Cookie" not in answer.headers


def test_news_of_a_move_bring_the_board_and_are_told_once(ann, bob, clock):
    begin(ann, bob, clock)
    address = news_of(bob)
    ann.move("11-15")
    bob.open(address, **{"HX-Request": "true"})
    assert bob.response.status_code == 200
    assert bob.response.headers["HX-Retarget"] == "#game"
    assert bob.said == "Move 1: Ann moved 11 to 15. Your turn."
    assert bob.page.find("input", id="typed").has_attr("data-hx-preserve")
    assert bob.page.find(autofocus=True) is None


def test_news_of_an_offer_leave_the_board_alone(ann, bob, clock):
    begin(ann, bob, clock)
    address = news_of(ann)
    bob.order("offer-draw")
    ann.open(address, **{"HX-Request": "true"})
    assert ann.said == "Bob offers a draw."
    assert ann.page.find(id="game") is None
    assert ann.page.find(id="offers")


def test_a_flag_that_falls_is_news_though_nobody_did_anything(ann, bob, clock):
    begin(ann, bob, clock, "11-15 23-19", control=game_clock(1, 0))
    address = news_of(bob)
    clock.go_on(61)
    bob.open(address, **{"HX-Request": "true"})
    assert bob.response.status_code == 286
    assert "Game over, you win. Black has no time left." in bob.said


def test_a_page_on_its_own_turn_says_that_its_player_is_here(ann, bob, clock):
    at = begin(ann, bob, clock)
    clock.go_on(300)
    before = rows.look(at.id, clock.now).seats
    ann.open(news_of(ann), **{"HX-Request": "true"})
    after = rows.look(at.id, clock.now).seats
    moved = [side for side in before if before[side].seen_at != after[side].seen_at]
    assert [after[side].name for side in moved] == ["Ann"]


def test_a_page_after_a_move_asks_the_database_three_times(
    ann, bob, clock, django_assert_max_num_queries: DjangoAssertNumQueries
):
    begin(ann, bob, clock, "11-15")
    with django_assert_max_num_queries(3):
        ann.look()


def test_a_move_is_asked_for_once_more_where_its_player_likes_that(ann, bob, clock):
    begin(ann, bob, clock)
    choose(SessionStore(ann.client.session.session_key), confirm=True)
    assert ann.press(f"{ann.table}/move", move="11-15", offers_draw="1") == 200
    assert "Play 11 to 15?" in ann.text
    assert ann.press(f"{ann.table}/move", move="11-15") == 303
    bob.look()
    assert "Ann offers a draw." in bob.text


def test_a_piece_is_picked_and_put_down_on_the_board(ann, bob, clock):
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
    assert "Move 1 of 2: Black moved 11 to 15" in ann.text
    assert ann.client.get(f"{ann.table}/game.pdn").status_code == 200


def test_a_table_is_seen_in_the_colours_and_words_that_its_reader_has_chosen(ann, bob, clock):
    begin(ann, bob, clock)
    choose(SessionStore(ann.client.session.session_key), palette="red-white", scheme="dark")
    ann.look()
    assert "you are Red, Bob is White" in ann.text
    assert ann.page.html["data-palette"] == "red-white"
    assert ann.page.html["data-scheme"] == "dark"
    assert "you are White, Ann is Black" in bob.text


def test_a_free_seat_is_taken_from_the_tables_own_page(ann, bob, clock):
    options = Options(variant=VARIANTS["english"], side=Side.BLACK)
    made = lobby.create(ann.enter("Ann", clock.now), "192.0.2.1", options, clock.now)
    address = f"/tables/{made.id}"
    ann.open(address)
    assert ann.heading == "Waiting for somebody to join"
    assert ann.moves == {}
    bob.open(address)
    assert bob.press(f"{address}/join") == 303
    assert "you are White, Ann is Black" in bob.text
    ann.open(news_of(ann), **{"HX-Request": "true"})
    assert "11-15" in ann.moves
    assert ann.said == "Your turn."


def test_a_table_that_nobody_joined_is_closed(ann, bob, clock):
    options = Options(variant=VARIANTS["english"])
    made = lobby.create(ann.enter("Ann", clock.now), "192.0.2.1", options, clock.now)
    ann.open(f"/tables/{made.id}")
    clock.go_on(3601)
    ann.open(news_of(ann), **{"HX-Request": "true"})
    assert ann.response.status_code == 286
    assert ann.heading == "The table is closed"
    assert "Nobody has won or lost." in ann.text


def test_the_board_is_turned_round_for_its_reader_alone_and_stays_so(ann, bob, clock):
    begin(ann, bob, clock)
    ann.open(str(ann.page.find(id="flip")["href"]))
    assert ann.page.find("caption").get_text() == "White at the bottom"
    assert ann.press(f"{ann.table}/move?turned=1", move="11-15") == 303
    assert ann.page.find("caption").get_text() == "White at the bottom"
    bob.look()
    assert bob.page.find("caption").get_text() == "White at the bottom"
    ann.open(str(ann.page.find(id="flip")["href"]))
    assert ann.page.find("caption").get_text() == "Black at the bottom"


def test_settings_lead_back_to_the_table(ann, bob, clock):
    begin(ann, bob, clock)
    ann.open(str(ann.page.find("a", string="Settings for this board")["href"]))
    chosen = {field: values[0] for field, values in CHOICES.items()} | {"palette": "dark-light"}
    assert ann.press("/settings", **chosen) == 303
    assert "you are Dark, Bob is Light" in ann.text
    ann.open("/settings?table=../elsewhere")
    assert ann.page.find("input", attrs={"name": "table"}) is None


def test_of_two_windows_with_different_moves_one_plays_and_the_other_is_told(ann, bob, clock):
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
    assert rows.look(ann.table.rpartition("/")[2], clock.now).ply == 1
