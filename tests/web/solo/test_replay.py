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
    assert alice.page.find("a", string="Back", href=True) is None
    assert alice.square("11").get_text() == "11, black man"
    assert alice.stored == before


def test_the_board_matches_the_move(alice: Player) -> None:
    alice.lay_out(moves="11-15 23-19 8-11")
    alice.open("/replay?ply=1")
    assert alice.square("11").get_text() == "11, empty, just left"
    assert alice.square("15").get_text() == "15, black man, just moved here"
    assert alice.square("23").get_text() == "23, white man"
    assert not alice.page.select("table a, table button, .moves")


def test_the_players_stand_above_and_below_the_board_with_what_they_had_captured(
    alice: Player,
) -> None:
    alice.lay_out(moves="11-15 22-18 15x22", opponent="computer", level="easy")
    for ply, whose, captured in ((3, "Computer, Easy, White", 1), (2, "You, Black", 0)):
        alice.open(f"/replay?ply={ply}")
        above, below = alice.page.select("#steps .strip")
        names = [strip.select_one(".who").get_text(" ") for strip in (above, below)]
        assert [" ".join(it.replace(" ,", ",").split()) for it in names] == [
            "Computer, Easy, White",
            "You, Black",
        ]
        assert len(below.select(".taken b")) == captured
        moving = alice.page.select_one("#steps .moving .who").get_text(" ").replace(" ,", ",")
        assert " ".join(moving.split()) == whose


def test_text_browsers_see_the_board_in_letters_too(alice: Player) -> None:
    alice.lay_out(moves="11-15 23-19 8-11", bottom="W")
    alice.open("/replay?ply=1")
    lines = alice.page.select_one("#steps pre").get_text().splitlines()
    assert lines[3:5] == [" 3 -b-b-.-b  9 10 11 12", " 4 .-.-b-.-  13 14 15 16"]


def test_every_move_links_to_its_board(alice: Player) -> None:
    alice.lay_out(moves="11-15 23-19 8-11")
    alice.open("/replay?ply=2")
    listed = alice.page.select(".record li")
    assert [item.get_text() for item in listed] == ["11-15 23-19", "8-11"]
    links = [link for item in listed for link in item.select("a")]
    version = alice.stored["version"]
    assert [link["href"] for link in links] == [
        f"/replay?ply={ply}&version={version}#step" for ply in (1, 2, 3)
    ]
    assert [link["aria-label"] for link in links] == [
        "1 Black: 11-15",
        "1 White: 23-19",
        "2 Black: 8-11",
    ]
    assert [link.get("aria-current") for link in links] == [None, "step", None]


def test_the_game_page_marks_the_last_move_and_links_every_move_to_its_board(alice: Player) -> None:
    alice.lay_out(moves="11-15 23-19 8-11")
    links = alice.page.select(".record li a")
    assert [link.get("aria-current") for link in links] == [None, None, "step"]
    alice.open(str(links[0]["href"]).split("#")[0])
    assert step(alice) == "Move 1: Black moved 11 to 15"
    assert alice.page.find("a", string="Forward")


def test_a_game_without_moves_has_nothing_to_step_through(alice: Player) -> None:
    alice.lay_out()
    assert not alice.page.select(".ways, [data-boards]")
    alice.open("/replay")
    assert step(alice) == "Start of the game"
    assert not alice.page.select(".ways, [data-boards]")


def test_scripts_get_every_board_in_one_answer(alice: Player) -> None:
    alice.lay_out(moves="11-15 22-18 15x22")
    before = alice.stored
    answer = alice.client.get(str(alice.page.select_one("[data-boards]")["data-boards"]))
    assert "no-store" in answer["Cache-Control"]
    every = answer.json()
    boards = every["boards"]
    assert [board["heading"] for board in boards] == [
        "Start of the game",
        "Move 1: Black moved 11 to 15",
        "Move 1: White moved 22 to 18",
        "Move 2: Black jumped 15 to 22, taking 18",
    ]
    assert boards[0]["squares"] == "b" * 12 + "." * 8 + "w" * 12
    assert boards[3]["squares"] == "b" * 10 + ".b" + "." * 8 + "wb" + "w" * 10
    assert (boards[3]["path"], boards[3]["takes"]) == (["15", "22"], ["18"])
    assert boards[3]["pieces"][1].startswith("White, 11: ")
    assert every["squares"] == [str(number) for number in range(1, 33)]
    assert boards[3]["marks"] == {"15": "left", "22": "reached", "18": "captured"}
    assert every["words"]["b"]["reached"] == "black man, just moved here"
    assert (every["words"]["."][""], every["css"]["captured"]) == ("empty", "gone")
    assert alice.stored == before


@pytest.mark.parametrize("ply", range(5))
def test_the_boards_for_scripts_say_what_the_pages_say(alice: Player, ply: int) -> None:
    alice.lay_out(moves="11-15 22-18 15x22 25x18")
    every = alice.client.get("/replay?every=1").json()
    board = every["boards"][ply]
    alice.open(f"/replay?ply={ply}")
    assert board["heading"] == step(alice)
    assert board["pieces"] == [line.get_text() for line in alice.page.select(".pieces")]
    for name, letter in zip(every["squares"], board["squares"], strict=True):
        mark = board["marks"].get(name, "")
        assert alice.square(name).get_text() == f"{name}, {every['words'][letter][mark]}"
        assert not mark or every["css"][mark] in alice.square(name)["class"]


@pytest.mark.parametrize("ply", ["4", "-1", "x", "", "9" * 500, "1.5"])
def test_a_missing_move_is_reported(alice: Player, ply: str) -> None:
    alice.lay_out(moves="11-15 23-19 8-11")
    alice.open(f"/replay?ply={ply}")
    assert alice.response.status_code == 404
    assert "The game has no such move" in alice.text
    assert step(alice).startswith("Move 2: Black")


def test_the_title_names_the_move(alice: Player) -> None:
    alice.lay_out(moves="11-15 23-19")
    alice.open("/replay?ply=1")
    assert alice.title == "Move 1: Black moved 11 to 15 - Crownhead"
