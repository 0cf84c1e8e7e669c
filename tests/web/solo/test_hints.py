"""Hints: the computer's move with its reason, counted."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from game.engine import NoAnswer, Reason, SearchJob, SearchResult, job
from game.notation import parse_fen
from game.play.computer import hints
from game.play.computer.advice import who_has_the_move
from game.rules import VARIANTS, Side
from tests.player import Player

ENGLISH = VARIANTS["english"]

pytestmark = pytest.mark.heavy


def hint(player: Player) -> str:
    while True:
        player.press("/hint")
        shown = player.page.select_one("p.hint")
        words = shown.get_text() if shown else ""
        if not words.startswith("Hint after a quick look"):  # as the processes are still starting
            return words


@pytest.mark.parametrize(
    ("start", "said"),
    [
        ("B:W18,25:B14", "Jump 14 to 23, taking 18. It is the only legal move."),
        ("B:W18,19,31:B15,2", "It wins"),
        ("W:W32,K18,K23:BK1", "It wins the game"),
    ],
)
def test_a_hint_says_what_to_play_and_why(alice: Player, start: str, said: str) -> None:
    alice.lay_out(start=start)
    assert said in hint(alice)


@pytest.mark.parametrize(
    ("start", "square", "drawn"),
    [
        # Black, at the bottom: up and left to 23, then right to 30, with a head for each jump.
        ("B:W18,26,32:B14", "14", "M0.14 0.14L-1.5 -1.5m0.28 0h-0.28v0.28M-1.5 -1.5L0.5 -3.5m"),
        ("W:W32,K18:B23", "18", "M0.86 0.86L2.5 2.5m-0.28 0h0.28v-0.28"),
    ],
)
def test_a_hint_is_an_arrow_jump_by_jump_on_the_board_as_it_is_turned(
    alice: Player, start: str, square: str, drawn: str
) -> None:
    alice.lay_out(start=start, opponent="friend", bottom=start[0])
    hint(alice)
    (arrow,) = alice.page.select("svg.arrow")
    assert arrow in alice.square(square).select("svg")
    assert str(arrow.path and arrow.path["d"]).startswith(drawn)
    assert arrow["aria-hidden"] == "true"
    before = alice.square(square).get_text()
    alice.open()
    assert alice.page.select("svg.arrow") == []
    assert alice.square(square).get_text() == before


def test_a_hint_changes_nothing_but_the_count(alice: Player) -> None:
    alice.lay_out(opponent="computer", player="B")
    assert hint(alice).startswith("Hint: Move ")
    assert alice.stored["hints"] == 1
    assert [alice.stored[key] for key in ("moves", "version", "bottom")] == ["", 1, "B"]
    assert "1 hint taken in this game." in alice.text


def test_asking_for_the_same_hint_again_counts_once(alice: Player) -> None:
    alice.lay_out()
    board = alice.page
    hint(alice)
    assert alice.press("/hint", page=board) == 200
    assert alice.stored["hints"] == 1
    alice.move("11-15")
    hint(alice)
    assert alice.stored["hints"] == 2
    assert "2 hints taken in this game." in alice.text


def test_hints_requested_at_the_same_instant_count_once(alice: Player) -> None:
    alice.lay_out()
    hint(alice)  # the computer's processes have started
    alice.move("11-15")
    sent = alice.fields("/hint")
    others = [Player() for _ in range(3)]

    def press(player: Player) -> int:
        player.client.cookies = alice.client.cookies
        try:
            return player.send("/hint", sent)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(others)) as threads:
        statuses = set(threads.map(press, others))
    assert statuses == {200}
    assert alice.stored["hints"] == 2


def test_a_busy_computer_gives_a_hint_after_a_quick_look(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(job: SearchJob) -> SearchResult:
        raise NoAnswer(Reason.LATE, "busy")

    monkeypatch.setattr(hints, "answer", busy)
    alice.lay_out(start="B:W18,19,31,32:B15,2,3")
    monkeypatch.setattr(job, "QUICK_SECONDS", 60)
    assert alice.press("/hint") == 200
    words = alice.page.select_one("p.hint").get_text()
    assert words.startswith("Hint after a quick look, as the computer is busy: Jump 15 to ")
    assert alice.stored["hints"] == 1
    alice.lay_out()
    monkeypatch.setattr(job, "QUICK_SECONDS", -1)
    assert alice.press("/hint") == 200
    assert "as the computer is busy: Move " in alice.page.select_one("p.hint").get_text()


def test_the_move_of_a_hint_can_be_played(alice: Player) -> None:
    alice.lay_out()
    words = hint(alice).removeprefix("Hint: ").split(".")[0]
    value = next(key for key, said in alice.moves.items() if said == words)
    assert alice.move(value) == 303


def test_hints_are_only_for_the_person_to_move(alice: Player) -> None:
    alice.lay_out(opponent="computer", player="B", moves="11-15")
    assert alice.send("/hint", alice.fields("/undo")) == 409
    assert "computer’s turn" in alice.notice
    assert "hints" not in alice.stored or not alice.stored["hints"]


def test_hints_can_be_turned_off(alice: Player) -> None:
    alice.open()
    assert alice.page.find("form", action="/hint")
    alice.open("/settings")
    form = alice.page.select_one("form.settings")
    assert form
    fields = {str(it["name"]): str(it["value"]) for it in form.select("input[checked][value]")}
    token = alice.fields("/settings")["csrfmiddlewaretoken"]
    alice.send("/settings", fields | {"csrfmiddlewaretoken": token})
    assert alice.page.find("form", action="/hint") is None


@pytest.mark.parametrize(
    ("fen", "holder"),
    [
        # Two pieces on files of the mover's system, or one on it and one beside.
        ("B:W32:B1", Side.BLACK),
        ("W:W32:B1", Side.WHITE),
        ("B:W28:B1", Side.WHITE),
    ],
)
def test_the_opposition_is_counted_as_in_the_books(fen: str, holder: Side) -> None:
    assert who_has_the_move(parse_fen(fen, ENGLISH), ENGLISH) is holder


def test_a_watcher_is_not_told_to_jump(alice: Player) -> None:
    alice.lay_out(opponent="watch", start="B:W22,32:B13")
    token = alice.fields("/reply")
    alice.send("/reply", token, **{"HX-Request": "true"})
    said = alice.page.select_one("#said")
    assert said is not None
    assert said.get_text() == "Black moved 13 to 17. White to move."
