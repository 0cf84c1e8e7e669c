"""Stepping through the game so far."""

from __future__ import annotations

import pytest

from tests.player import Player


def step(player: Player) -> str:
    shown = player.page.select_one("#step")
    return shown.get_text() if shown else ""


def test_replay_steps_back_to_the_start_and_forward_to_the_end(alice: Player) -> None:
    alice.lay_out(moves="11-15 23-19 8-11")
    before = alice.stored
    alice.open("/replay")
    assert step(alice) == "Move 2: Black moved 8 to 11"
    for expected in ("Move 1: White moved 23 to 19", "Move 1: Black moved 11 to 15"):
        back = alice.page.find("a", string="Back")
        assert back
        alice.open(str(back["href"]).split("#")[0])
        assert step(alice) == expected
    first = alice.page.find("a", string="First")
    assert first
    alice.open(str(first["href"]).split("#")[0])
    assert step(alice) == "Start of the game"
    assert alice.page.find("a", string="Back") is None
    assert alice.square("11").get_text() == "11, black man"
    assert alice.stored == before


def test_the_board_matches_the_move(alice: Player) -> None:
    alice.lay_out(moves="11-15 23-19 8-11")
    alice.open("/replay?ply=1")
    assert alice.square("11").get_text() == "11, empty, just left"
    assert alice.square("15").get_text() == "15, black man, just moved here"
    assert alice.square("23").get_text() == "23, white man"
    assert not alice.page.select("table a, table button, .moves")


def test_every_move_links_to_its_board(alice: Player) -> None:
    alice.lay_out(moves="11-15 23-19 8-11")
    alice.open("/replay?ply=2")
    listed = alice.page.select(".record li")
    assert [item.get_text() for item in listed] == ["11-15 23-19", "8-11"]
    links = [link["href"] for item in listed for link in item.select("a")]
    assert links == ["/replay?ply=1#step", "/replay?ply=3#step"]


@pytest.mark.parametrize("ply", ["4", "-1", "x", "", "9" * 500, "1.5"])
def test_a_missing_move_is_reported(alice: Player, ply: str) -> None:
    alice.lay_out(moves="11-15 23-19 8-11")
    alice.open(f"/replay?ply={ply}")
    assert alice.response.status_code == 404
    assert "The game has no such move" in alice.text
    assert step(alice).startswith("Move 2: Black")


def test_with_scripts_only_the_board_is_sent(alice: Player) -> None:
    alice.lay_out(moves="11-15 23-19")
    alice.open("/replay?ply=1", **{"HX-Request": "true"})
    assert alice.page.find("html") is None
    assert step(alice) == "Move 1: Black moved 11 to 15"


def test_the_title_names_the_move_even_in_a_partial_response(alice: Player) -> None:
    alice.lay_out(moves="11-15 23-19")
    alice.open("/replay?ply=1")
    assert alice.title == "Move 1: Black moved 11 to 15 - Crownhead"
    alice.open("/replay?ply=2", **{"HX-Request": "true"})
    assert alice.title == "Move 1: White moved 23 to 19 - Crownhead"
