"""Invalid actions get an answer that says what was wrong, and lose nothing."""

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
        ("hello", 422, "“hello” is not a move."),
        ("40-44", 422, "Squares are numbered 1 to 32."),
        ("", 422, "No move was given."),
        ("   ", 422, "No move was given."),
        ("11", 422, "is not a move."),
        ("<script>alert(1)</script>", 422, "is not a move."),
        ("11-15" * 500, 422, "is not a move."),
        ("\u0661\u0661-\u0661\u0665", 422, "is not a move."),
        ("\x01\x02", 422, "is not a move."),
    ],
)
def test_rejects_an_illegal_move_and_lists_the_legal_ones(
    alice: Player, text: str, status: int, words: str
):
    alice.lay_out()
    before = alice.stored
    assert alice.move(text) == status
    assert words in alice.notice
    assert "9-13" in alice.notice
    assert alice.stored == before
    assert len(alice.moves) == 7


def test_a_rejected_move_stays_in_its_field_for_correction(alice: Player):
    alice.lay_out()
    alice.move("11-18")
    field = alice.page.find(id="typed")
    assert field["value"] == "11-18"
    assert field["aria-invalid"] == "true"
    assert field["aria-describedby"] == "notice"


def test_rejects_a_quiet_move_and_names_the_captures_due(alice: Player):
    alice.lay_out(start="B:W18:B1,14")
    assert alice.move("1-5") == 422
    assert "You must jump with the man on 14." in alice.notice
    assert "14x23" in alice.notice


def test_rejects_an_ambiguous_capture_and_writes_both_out(alice: Player):
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


def test_the_same_request_sent_twice_is_played_once(alice: Player):
    alice.lay_out()
    order = alice.fields("/move") | {"move": "11-15"}
    assert alice.send("/move", order) == 303
    assert alice.send("/move", order) == 200
    assert alice.notice == "That move was already played. Here is the board now."
    assert alice.stored["moves"] == "11-15"
    assert "22-18" in alice.moves


def test_the_same_request_sent_twice_gets_one_computer_reply(alice: Player):
    alice.open()
    order = alice.fields("/move") | {"move": "11-15"}
    assert alice.send("/move", order) == 303
    assert alice.send("/move", order) == 200
    assert "already played" in alice.notice
    assert len(alice.stored["moves"].split()) == 2


def test_a_button_of_an_old_tab_does_nothing(alice: Player):
    alice.lay_out()
    older = alice.page
    alice.move("11-15")
    assert alice.move("12-16", page=older) == 409
    assert "already moved" in alice.notice
    assert alice.stored["moves"] == "11-15"
    assert alice.heading == "White to move: Black moved 11 to 15"


def test_a_button_of_an_undone_board_does_nothing(alice: Player):
    alice.lay_out()
    alice.move("11-15")
    seen_by_other_tab = alice.page
    alice.press("/undo")
    alice.move("9-14")
    assert alice.move("22-18", page=seen_by_other_tab) == 409
    assert alice.stored["moves"] == "9-14"


def test_a_button_of_an_earlier_game_does_nothing(alice: Player):
    alice.lay_out()
    older = alice.page
    alice.open("/new")
    alice.press("/new", variant="english", opponent="friend", player="B", level="beginner")
    assert alice.move("11-15", page=older) == 409
    assert alice.stored["moves"] == ""


def test_undo_pressed_twice_on_one_page_undoes_once(alice: Player):
    alice.lay_out(moves="11-15 22-18 15x22")
    older = alice.page
    assert alice.press("/undo") == 303
    assert alice.press("/undo", page=older) == 409
    assert alice.stored["moves"] == "11-15 22-18"


def test_undo_with_nothing_to_undo_says_so(alice: Player):
    alice.lay_out()
    assert alice.send("/undo", alice.fields("/flip") | {"ply": "0", "version": "1"}) == 409
    assert "no move to undo" in alice.notice


def test_rejects_a_move_on_the_computers_turn(alice: Player):
    alice.lay_out(opponent="computer", moves="11-15")
    order = alice.fields("/flip") | {"ply": "1", "version": "1", "move": "22-18"}
    assert alice.send("/move", order) == 409
    assert "computer’s turn" in alice.notice
    assert alice.stored["moves"] == "11-15"


def test_rejects_a_move_after_the_end(alice: Player):
    alice.lay_out(start="B:W17:B14", moves="14x21")
    order = alice.fields("/flip") | {"ply": "1", "version": "1", "move": "21-25"}
    assert alice.send("/move", order) == 409
    assert "game is already over" in alice.notice


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
def test_rejects_a_move_that_does_not_name_its_board(alice: Player, numbers: dict[str, str]):
    alice.lay_out()
    token = {"csrfmiddlewaretoken": alice.fields("/flip")["csrfmiddlewaretoken"]}
    assert alice.send("/move", token | {"move": "11-15"} | numbers) == 400
    assert "incomplete" in alice.notice
    assert alice.stored["moves"] == ""


def test_ignores_unknown_fields(alice: Player):
    alice.lay_out()
    assert alice.press("/move", move="11-15", colour="pink", undo="1", next="//evil.example") == 303
    assert alice.redirect.startswith("http://testserver/?ply=1")


def test_of_two_moves_in_one_request_the_last_is_played(alice: Player):
    alice.lay_out()
    order = alice.fields("/move") | {"move": ["9-13", "11-15"]}
    assert alice.send("/move", order) == 303
    assert alice.stored["moves"] == "11-15"


def test_rejects_a_megabyte_of_text_with_a_page(alice: Player):
    alice.lay_out()
    order = alice.fields("/move") | {"move": "x" * 1_000_000}
    assert alice.send("/move", order) == 413
    assert alice.page.h1.get_text() == "That is too much text"
    assert alice.stored["moves"] == ""


def test_rejects_hundreds_of_fields_with_a_page(alice: Player):
    alice.lay_out()
    order = alice.fields("/move") | {f"f{number}": "1" for number in range(200)}
    assert alice.send("/move", order) == 400
    assert alice.page.h1.get_text() == "That could not be read"


def test_rejects_a_foreign_csrf_token_and_links_back(alice: Player):
    alice.lay_out()
    order = alice.fields("/move") | {"move": "11-15", "csrfmiddlewaretoken": "a" * 64}
    assert alice.send("/move", order) == 403
    assert alice.page.h1.get_text() == "This page is out of date"
    assert alice.stored["moves"] == ""


@pytest.mark.parametrize("path", ["/move", "/undo", "/flip", "/reply", "/again"])
def test_opening_the_address_of_an_action_redirects_to_the_game(alice: Player, path: str):
    alice.lay_out(moves="11-15")
    answer = alice.client.get(path)
    assert answer.status_code == 303
    assert answer.headers["Location"] == "http://testserver/?ply=1&version=1#turn"
    other = alice.client.options(path)
    assert other.status_code == 405
    assert other.headers["Allow"] == "POST"
    assert "Nothing to do here" in other.content.decode()
    assert alice.stored["moves"] == "11-15"


def test_play_again_on_an_old_page_does_not_end_the_current_game(alice: Player):
    alice.lay_out(start="B:W17:B14", moves="14x21")
    older = alice.page
    assert alice.press("/again") == 303
    alice.move("11-15")
    assert alice.press("/again", page=older) == 409
    assert "already moved" in alice.notice
    assert alice.stored["moves"] == "11-15"
    order = alice.fields("/undo")
    assert alice.send("/again", order) == 409
    assert "This game isn’t over yet" in alice.notice
    assert alice.stored["moves"] == "11-15"


def test_a_piece_picked_on_an_old_board_is_not_picked_on_this_one(alice: Player):
    alice.lay_out()
    older = alice.page
    link = alice.square("11").a["href"]
    alice.move("11-15")
    alice.open(link)
    assert "moved on" in alice.notice
    assert not alice.page.select("td.picked")
    assert alice.press("/move", page=older, pick="11") == 422
    assert "moved on" in alice.notice


def test_an_empty_typed_move_keeps_the_focus_in_its_field(alice: Player):
    alice.lay_out()
    alice.move("")
    assert alice.page.find(id="typed").has_attr("autofocus")
    assert not alice.page.find(id="turn").has_attr("autofocus")


def test_every_page_is_private_to_its_player(alice: Player):
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
def test_replaces_a_damaged_or_incompatible_game_and_says_so(
    alice: Player, changes: dict[str, object], caplog: pytest.LogCaptureFixture
):
    with caplog.at_level(logging.WARNING, "crownhead"):
        alice.lay_out(**changes)
    assert "couldn’t be read" in alice.notice
    assert "stored game could not be read" in caplog.text
    assert len(alice.moves) == 7
    assert alice.move("11-15") == 303
    assert alice.notice == ""


@pytest.mark.parametrize("stored", [None, [], "text", 5, {}])
def test_replaces_stored_data_that_is_no_game_and_says_so(alice: Player, stored: object):
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    with store.exclusive():
        store[KEY] = stored if stored is not None else {"schema": 1}
    alice.client.cookies[settings.SESSION_COOKIE_NAME] = store.session_key
    alice.open()
    assert "couldn’t be read" in alice.notice


def test_replaces_a_damaged_session_and_logs_it(alice: Player, caplog: pytest.LogCaptureFixture):
    alice.lay_out(moves="11-15")
    Session.objects.update(session_data="garbage:not:signed")
    with caplog.at_level(logging.WARNING, "crownhead"):
        alice.open()
    assert "couldn’t be read" in alice.notice
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


def test_of_several_moves_at_the_same_instant_one_is_played(alice: Player):
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
    assert bob.heading == "Your turn"


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
def test_rejects_unknown_choices_for_a_new_game(alice: Player, choices: dict[str, str]):
    alice.lay_out(moves="11-15")
    alice.open("/new")
    token = {"csrfmiddlewaretoken": alice.fields("/new")["csrfmiddlewaretoken"]}
    assert alice.send("/new", token | choices) == 422
    assert "Please choose again" in alice.text
    assert alice.stored["moves"] == "11-15"


@pytest.mark.parametrize("path", ["/nowhere", "/move/", "/admin/", "/static/none.css"])
def test_an_unknown_address_shows_a_page_with_a_way_back(alice: Player, path: str):
    alice.open(path)
    assert alice.response.status_code == 404
    if not path.startswith("/static"):
        assert alice.page.h1.get_text() == "No such page"


def test_rejects_a_foreign_host_name_with_a_page(alice: Player):
    answer = alice.client.get("/", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert b"could not be read" in answer.content


def test_a_server_error_shows_a_page_without_a_traceback(
    alice: Player, monkeypatch: pytest.MonkeyPatch
):
    def broken(*args: object) -> None:
        raise RuntimeError("the words of the fault")

    monkeypatch.setattr("game.web.solo.views.show_game", broken)
    alice.client.raise_request_exception = False
    alice.open()
    assert alice.response.status_code == 500
    assert alice.page.h1.get_text() == "Something went wrong"
    assert "the words of the fault" not in alice.text
