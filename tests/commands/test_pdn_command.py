import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

FILES = Path(__file__).parents[1] / "data" / "pdn"


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    call_command("pdn", *arguments)
    return capsys.readouterr().out


def test_each_game_is_an_object_of_five_things(capsys: pytest.CaptureFixture[str]) -> None:
    (game,) = json.loads(answer(capsys, str(FILES / "cases" / "p01_plain.pdn"), "--json"))
    assert game == {
        "variant": "english",
        "plies": 4,
        "final_fen": "B:W17,19,21,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12,15",
        "result": "*",
        "problems": [],
    }


def test_a_problem_says_its_kind_where_it_is_and_what_is_wrong(
    capsys: pytest.CaptureFixture[str],
) -> None:
    (game,) = json.loads(answer(capsys, str(FILES / "cases" / "p16_ambiguous_short.pdn"), "--json"))
    assert game["problems"] == [
        {
            "kind": "ambiguous_move",
            "line": 5,
            "ply": 0,
            "message": "'2x18' could be any of 2x9x18, 2x11x18",
        }
    ]


def test_people_get_a_line_a_game_and_one_for_each_problem(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = answer(capsys, str(FILES / "cases" / "p43_white_first_english.pdn")).splitlines()
    assert said[0] == "1. English checkers: 0 plies, *"
    assert said[1].startswith("   line 7, after 0 plies: '22-18' is not a legal move in B:W21,")


def test_a_file_without_games_gives_an_empty_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, str(FILES / "cases" / "p46_only_whitespace.pdn"), "--json") == "[]\n"


def test_a_file_that_is_not_there_is_said_to_be_so() -> None:
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        call_command("pdn", "/no/such/file.pdn")
