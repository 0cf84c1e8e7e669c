import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

FILES = Path(__file__).parents[1] / "data" / "pdn"


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    call_command("pdn", *arguments)
    return capsys.readouterr().out


def test_each_game_is_an_object_with_five_members(capsys: pytest.CaptureFixture[str]) -> None:
    (game,) = json.loads(answer(capsys, str(FILES / "cases" / "p01_plain.pdn"), "--json"))
    assert game == {
        "variant": "english",
        "plies": 4,
        "final_fen": "B:W17,19,21,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12,15",
        "result": "*",
        "problems": [],
    }


def test_problem_has_kind_place_and_message(
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


def test_plain_output_has_a_line_per_game_and_per_problem(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = answer(capsys, str(FILES / "cases" / "p43_white_first_english.pdn")).splitlines()
    assert lines[0] == "1. English checkers: 0 plies, *"
    assert lines[1].startswith("   line 7, after 0 plies: '22-18' is not a legal move in B:W21,")


EMPTY = str(FILES / "cases" / "p46_only_whitespace.pdn")
NO_GAME = "has no game in it, neither tags nor moves"


def test_file_without_games_gives_an_empty_list_and_a_message_on_stderr(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("pdn", EMPTY, "--json")
    captured = capsys.readouterr()
    assert captured.out == "[]\n"
    assert captured.err == f"{EMPTY!r} {NO_GAME}\n"


@pytest.mark.parametrize("content", ["", " \n\t", "% a remark\n", "*", "1-0\n", "1. 2. 3."])
def test_reports_file_without_games(tmp_path: Path, content: str) -> None:
    file = tmp_path / "some.pdn"
    file.write_text(content)
    with pytest.raises(CommandError, match=NO_GAME):
        call_command("pdn", str(file))


@pytest.mark.parametrize(("options", "code"), [([], 1), (["--json"], 0)])
def test_file_without_games_is_a_failure_only_without_json(options: list[str], code: int) -> None:
    ran = subprocess.run(
        [sys.executable, "manage.py", "pdn", EMPTY, *options],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        timeout=60,
    )
    assert ran.returncode == code
    assert NO_GAME in ran.stderr
    assert "Traceback" not in ran.stderr


def test_reports_result_that_the_moves_contradict(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "some.pdn"
    file.write_text('[GameType "21"]\n[Result "0-1"]\n[FEN "B:W17:B14"]\n\n1. 14x21 *\n')
    (game,) = json.loads(answer(capsys, str(file), "--json"))
    assert (game["result"], game["problems"]) == (
        "0-1",
        [
            {
                "kind": "result",
                "line": 2,
                "ply": 1,
                "message": "the Result tag says 0-1 (White won), but Black won: "
                "White has no pieces left",
            }
        ],
    )


def test_reports_missing_file() -> None:
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        call_command("pdn", "/no/such/file.pdn")
