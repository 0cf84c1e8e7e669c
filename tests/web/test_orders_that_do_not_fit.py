"""Orders that do not fit are answered with what was wrong, and lose nothing."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connections
from django.test import Client

from game.play.solo.actions import KEY
from tests.player import Player


@pytest.mark.parametrize(
    ("text", "status", "words"),
    [
        ("11-18", 422, "11-18 is not a legal move."),
        ("hello", 422, "“hello” could not be read as a move."),
        ("40-44", 422, "Squares are numbered 1 to 32."),
        ("", 422, "No move was given."),
        ("   ", 422, "No move was given."),
        ("11", 422, "could not be read as a move."),
        ("<script>alert(1)</script>", 422, "could not be read as a move."),
        ("11-15" * 500, 422, "could not be read as a move."),
        ("\u0661\u0661-\u0661\u0665", 422, "could not be read as a move."),
        ("\x01\x02", 422, "could not be read as a move."),
    ],
)
def test_a_text_that_is_no_legal_move_is_refused_with_what_can_be_played(
    alice: Player, text: str, status: int, words: str
):
    alice.lay_out()
    before = alice.stored
    assert alice.move(text) == status
    assert words in alice.notice
    assert "9-13" in alice.notice
    assert alice.stored == before
    assert len(alice.moves) == 7


def test_a_refused_text_stays_in_its_field_to_be_corrected(alice: Player):
    alice.lay_out()
    alice.move("11-18")
    field = alice.page.find(id="typed")
    assert field["value"] == "11-18"
    assert field["aria-invalid"] == "true"
    assert field["aria-describedby"] == "notice"


def test_a_step_is_refused_with_the_captures_that_are_due(alice: Player):
    alice.lay_out(start="B:W18:B1,14")
    assert alice.move("1-5") == 422
    assert "You must jump with the man on 14." in alice.notice
    assert "14x23" in alice.notice


def test_a_short_form_that_fits_two_captures_is_refused_with_both_written_out(alice: Player):
    alice.lay_out(start="B:W6,7,14,15:B2")
    assert alice.move("2x18") == 422
    assert "2x9x18" in alice.notice
    assert "2x11x18" in alice.notice
    assert alice.move("2x9x18") == 303


@pytest.mark.parametrize(
    "text", ["11-15", "11x15", "11 15", "11–15", "11 to 15", " 11-15. ", "c3-d4"]
)
def test_typed_moves_are_read_as_people_write_them(alice: Player, text: str):
    if text == "c3-d4":
        start = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
        alice.lay_out(variant="brazilian", start=start)
    else:
        alice.lay_out()
    assert alice.move(text) == 303
    assert alice.stored["moves"] == ("22-18" if text == "c3-d4" else "11-15")


def test_the_same_order_sent_twice_is_played_once(alice: Player):
    alice.lay_out()
    order = alice.fields("/move") | {"move": "11-15"}
    assert alice.send("/move", order) == 303
    assert alice.send("/move", order) == 200
    assert alice.notice == "That move was already played. This is the board now."
    assert alice.stored["moves"] == "11-15"
    assert "22-18" in alice.moves


def test_the_same_order_sent_twice_to_the_computer_is_played_once(alice: Player):
    alice.open()
    order = alice.fields("/move") | {"move": "11-15"}
    assert alice.send("/move", order) == 303
    assert alice.send("/move", order) == 200
    assert "already played" in alice.notice
    assert len(alice.stored["moves"].split()) == 2


def test_a_button_of_an_older_board_moves_nothing(alice: Player):
    alice.lay_out()
    older = alice.page
    alice.move("11-15")
    assert alice.move("12-16", page=older) == 409
    assert "moved on" in alice.notice
    assert alice.stored["moves"] == "11-15"
    assert alice.heading == "White to move: Black moved 11 to 15"


def test_a_button_of_a_board_that_was_taken_back_moves_nothing(alice: Player):
    alice.lay_out()
    alice.move("11-15")
    seen_by_other_tab = alice.page
    alice.press("/undo")
    alice.move("9-14")
    assert alice.move("22-18", page=seen_by_other_tab) == 409
    assert alice.stored["moves"] == "9-14"


def test_a_button_of_an_earlier_game_moves_nothing(alice: Player):
    alice.lay_out()
    older = alice.page
    alice.open("/new")
    alice.press("/new", variant="english", opponent="friend", player="B", level="beginner")
    assert alice.move("11-15", page=older) == 409
    assert alice.stored["moves"] == ""


def test_undo_pressed_twice_on_one_page_takes_back_once(alice: Player):
    alice.lay_out(moves="11-15 22-18 15x22")
    older = alice.page
    assert alice.press("/undo") == 303
    assert alice.press("/undo", page=older) == 409
    assert alice.stored["moves"] == "11-15 22-18"


def test_undo_with_nothing_to_take_back_says_so(alice: Player):
    alice.lay_out()
    assert alice.send("/undo", alice.fields("/flip") | {"ply": "0", "version": "1"}) == 409
    assert "no move of yours" in alice.notice


def test_no_move_is_taken_while_the_computer_has_to_move(alice: Player):
    alice.lay_out(opponent="computer", moves="11-15")
    order = alice.fields("/flip") | {"ply": "1", "version": "1", "move": "22-18"}
    assert alice.send("/move", order) == 409
    assert "computer's turn" in alice.notice
    assert alice.stored["moves"] == "11-15"


def test_no_move_is_taken_after_the_end(alice: Player):
    alice.lay_out(start="B:W17:B14", moves="14x21")
    order = alice.fields("/flip") | {"ply": "1", "version": "1", "move": "21-25"}
    assert alice.send("/move", order) == 409
    assert "game is over" in alice.notice


@pytest.mark.parametrize(
    "numbers",
    [
        {},
        {"ply": ""},
        {"ply": "x"},
        {"ply": "-1"},
        {"ply": "1" * 50},
        {"ply": "\u0660"},
        {"version": "1"},
        {"ply": "0"},
        {"ply": "0", "version": "x"},
    ],
)
def test_an_order_that_does_not_say_its_board_is_not_guessed_at(
    alice: Player, numbers: dict[str, str]
):
    alice.lay_out()
    token = {"csrfmiddlewaretoken": alice.fields("/flip")["csrfmiddlewaretoken"]}
    assert alice.send("/move", token | {"move": "11-15"} | numbers) == 400
    assert "which board" in alice.notice
    assert alice.stored["moves"] == ""


def test_unknown_fields_do_not_matter(alice: Player):
    alice.lay_out()
    assert alice.press("/move", move="11-15", colour="pink", undo="1", next="//evil.example") == 303
    assert alice.redirect.startswith("http://testserver/?ply=1")


def test_two_moves_in_one_order_play_the_last_one_as_forms_do(alice: Player):
    alice.lay_out()
    order = alice.fields("/move") | {"move": ["9-13", "11-15"]}
    assert alice.send("/move", order) == 303
    assert alice.stored["moves"] == "11-15"


def test_a_megabyte_of_text_is_refused_with_a_page(alice: Player):
    alice.lay_out()
    order = alice.fields("/move") | {"move": "x" * 1_000_000}
    assert alice.send("/move", order) == 413
    assert alice.page.h1.get_text() == "That is too much text"
    assert alice.stored["moves"] == ""


def test_hundreds_of_fields_are_refused_with_a_page(alice: Player):
    alice.lay_out()
    order = alice.fields("/move") | {f"f{number}": "1" for number in range(200)}
    assert alice.send("/move", order) == 400
    assert alice.page.h1.get_text() == "That could not be read"


def test_a_form_with_a_foreign_token_is_refused_with_a_way_back(alice: Player):
    alice.lay_out()
    order = alice.fields("/move") | {"move": "11-15", "csrfmiddlewaretoken": "a" * 64}
    assert alice.send("/move", order) == 403
    assert alice.page.h1.get_text() == "That form is too old"
    assert alice.stored["moves"] == ""


@pytest.mark.parametrize("path", ["/move", "/undo", "/flip", "/reply", "/again"])
def test_the_address_of_an_order_opened_by_hand_leads_to_the_game(alice: Player, path: str):
    alice.lay_out(moves="11-15")
    answer = alice.client.get(path)
    assert answer.status_code == 303
    assert answer.headers["Location"] == "http://testserver/?ply=1&version=1#turn"
    other = alice.client.options(path)
    assert other.status_code == 405
    assert other.headers["Allow"] == "POST"
    assert "Nothing to do here" in other.content.decode()
    assert alice.stored["moves"] == "11-15"


def test_play_again_on_an_old_page_does_not_end_the_game_that_goes_on(alice: Player):
    alice.lay_out(start="B:W17:B14", moves="14x21")
    older = alice.page
    assert alice.press("/again") == 303
    alice.move("11-15")
    assert alice.press("/again", page=older) == 409
    assert "moved on" in alice.notice
    assert alice.stored["moves"] == "11-15"
    order = alice.fields("/undo")
    assert alice.send("/again", order) == 409
    assert "This game goes on" in alice.notice
    assert alice.stored["moves"] == "11-15"


def test_a_piece_picked_on_an_older_board_is_not_looked_for_on_this_one(alice: Player):
    alice.lay_out()
    older = alice.page
    link = alice.square("11").a["href"]
    alice.move("11-15")
    alice.open(link)
    assert "moved on" in alice.notice
    assert not alice.page.select("td.picked")
    assert alice.press("/move", page=older, pick="11") == 422
    assert "moved on" in alice.notice


def test_an_empty_typed_move_leaves_the_keyboard_in_its_field(alice: Player):
    alice.lay_out()
    alice.move("")
    assert alice.page.find(id="typed").has_attr("autofocus")
    assert not alice.page.find(id="turn").has_attr("autofocus")


def test_every_page_is_for_its_player_only(alice: Player):
    for path in ("/", "/new", "/nowhere"):
        alice.open(path)
        assert alice.response.headers["Cache-Control"] in ("private, no-cache", "private, no-store")


@pytest.mark.parametrize(
    "changes",
    [
        {"schema": 0},
        {"schema": 2},
        {"variant": "chess"},
        {"moves": "11-15 11-15"},
        {"moves": 7},
        {"start": "B:W99:B1"},
        {"player": "X"},
        {"opponent": "stranger"},
        {"level": "grandmaster"},
        {"version": "abc"},
        {"version": None},
        {"version": -5},
        {"version": 10**9},
        {"seed": float("inf")},
        {"variant": "russian"},
        {"house_rules": {"take the most": True}},
    ],
)
def test_a_game_of_another_version_or_damaged_gives_way_to_a_new_one_with_a_message(
    alice: Player, changes: dict[str, object], caplog: pytest.LogCaptureFixture
):
    with caplog.at_level(logging.WARNING, "crownhead"):
        alice.lay_out(**changes)
    assert "could not be read" in alice.notice
    assert "stored game could not be read" in caplog.text
    assert len(alice.moves) == 7
    assert alice.move("11-15") == 303
    assert alice.notice == ""


@pytest.mark.parametrize("stored", [None, [], "text", 5, {}])
def test_a_game_that_is_no_record_at_all_gives_way_too(alice: Player, stored: object):
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    with store.exclusive():
        store[KEY] = stored if stored is not None else {"schema": 1}
    alice.client.cookies[settings.SESSION_COOKIE_NAME] = store.session_key
    alice.open()
    assert "could not be read" in alice.notice


def test_a_session_whose_text_is_damaged_is_logged_and_gives_way(
    alice: Player, caplog: pytest.LogCaptureFixture
):
    alice.lay_out(moves="11-15")
    Session.objects.update(session_data="garbage:not:signed")
    with caplog.at_level(logging.WARNING, "crownhead"):
        alice.open()
    assert "could not be read" in alice.notice
    assert "stored session could not be read" in caplog.text
    alice.move("11-15")
    assert alice.notice == ""
    alice.open()
    assert alice.notice == ""


def test_an_unknown_session_key_is_a_first_visit(alice: Player):
    alice.client.cookies[settings.SESSION_COOKIE_NAME] = "x" * 32
    alice.open()
    assert alice.notice == ""
    assert alice.move("11-15") == 303
    assert alice.client.cookies[settings.SESSION_COOKIE_NAME].value != "x" * 32


def test_of_two_orders_at_the_same_instant_exactly_one_is_played(alice: Player):
    for _ in range(10):
        alice.lay_out()
        orders = [
            alice.fields("/move") | {"move": text} for text in ("9-13", "9-14", "11-15", "12-16")
        ]

        def send(order: dict[str, str]) -> int:
            client = Client()
            client.cookies = alice.client.cookies
            try:
                return client.post("/move", order).status_code
            finally:
                connections.close_all()

        with ThreadPoolExecutor(len(orders)) as threads:
            statuses = sorted(threads.map(send, orders))
        assert statuses == [303, 409, 409, 409]
        assert len(alice.stored["moves"].split()) == 1


def test_players_do_not_see_each_others_games(alice: Player, bob: Player):
    alice.open()
    bob.open()
    alice.move("11-15")
    bob.open()
    assert bob.heading == "Your turn: you are Black"


@pytest.mark.parametrize(
    "choices",
    [
        {},
        {"variant": "chess", "opponent": "friend", "player": "B", "level": "beginner"},
        {"variant": "english", "opponent": "friend", "player": "Z", "level": "beginner"},
        {"variant": "russian", "opponent": "friend", "player": "B", "level": "beginner"},
        {"variant": "english", "opponent": "friend", "player": "B", "level": "x" * 9999},
    ],
)
def test_unknown_choices_begin_no_game(alice: Player, choices: dict[str, str]):
    alice.lay_out(moves="11-15")
    alice.open("/new")
    token = {"csrfmiddlewaretoken": alice.fields("/new")["csrfmiddlewaretoken"]}
    assert alice.send("/new", token | choices) == 422
    assert "Choose again" in alice.text
    assert alice.stored["moves"] == "11-15"


@pytest.mark.parametrize("path", ["/nowhere", "/move/", "/admin/", "/static/none.css"])
def test_an_unknown_address_gets_a_page_with_a_way_back(alice: Player, path: str):
    alice.open(path)
    assert alice.response.status_code == 404
    if not path.startswith("/static"):
        assert alice.page.h1.get_text() == "No such page"


def test_a_foreign_host_name_is_refused_with_a_page(alice: Player):
    answer = alice.client.get("/", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert b"could not be read" in answer.content


def test_a_fault_of_ours_is_a_page_without_a_traceback(
    alice: Player, monkeypatch: pytest.MonkeyPatch
):
    def broken(*args: object) -> None:
        raise RuntimeError("the words of the fault")

    monkeypatch.setattr("game.web.solo.views.show_game", broken)
    alice.client.raise_request_exception = False
    alice.open()
    assert alice.response.status_code == 500
    assert alice.page.h1.get_text() == "Something broke"
    assert "the words of the fault" not in alice.text
