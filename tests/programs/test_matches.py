"""Matches against programs that play badly, or do not play by the rules."""

from __future__ import annotations

import json
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from game.engine import compiled
from game.notation import parse_fen
from game.programs.matches import Adjudication, Played, Tally
from game.programs.openings import deck
from game.programs.peer import Failure
from game.rules import VARIANTS, Game, Move, Side

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module", autouse=True)
def _engine() -> None:
    if not compiled.is_ready():
        compiled.prepare(lambda words: None)


@pytest.fixture(autouse=True)
def _from_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def play(*options: str, vice: str = "", variant: str = "english") -> list[str]:
    told = StringIO()
    peer = f"{sys.executable} -m tests.peers.scripted_hub {vice}"
    call_command("match", variant, "--peer", peer, "--move-time", "0.02", *options, stdout=told)
    return told.getvalue().splitlines()


def test_a_program_that_plays_anything_loses_every_game(tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"
    told = play("--games", "2", "--log", str(log))
    assert told[-6] == "English checkers, full strength against Scripted, 0.02 s a move"
    assert told[-5].startswith("2 games: +2 =0 -0, 100.0%")
    games = [json.loads(line) for line in log.read_text().splitlines()]
    assert [game["result"] for game in games] == ["black", "white"]
    assert games[0]["opening"] == games[1]["opening"]
    assert games[0]["moves"][:3] == games[1]["moves"][:3]
    assert games[0]["black"] == games[1]["white"] == "full strength"


def test_other_rules_are_set_by_the_variant_parameter() -> None:
    told = play("--games", "2", variant="russian")
    assert told[-5].startswith("2 games: +2")


@pytest.mark.parametrize(
    ("vice", "failure", "slack"),
    [("illegal", "illegal move", "60"), ("crash", "crash", "60"), ("slow", "time", "0.1")],
)
def test_who_breaks_the_rules_of_the_match_loses_the_game(
    vice: str, failure: str, slack: str
) -> None:
    told = play("--games", "2", "--slack", slack, vice=vice)
    assert told[-5].startswith("2 games: +2")
    assert f"2 {failure}" in told[-1]
    assert told[-2] == "lost unbeaten, ours: 0 illegal move, 0 time, 0 crash"


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--against", "chess"], "no level"),
        (["--games", "3", "--against", "full"], "even number"),
        (["--move-time", "0", "--against", "full"], "no time"),
        ([], "say who the opponent is"),
        (["--peer", "/no/such/program"], "cannot be started"),
        (["--peer", f"{sys.executable} -m tests.peers.scripted_hub mute"], "it has ended"),
        (["--peer", "x", "--set", "y"], "NAME=VALUE"),
        (["--peer", "'"], "command"),
        (["--against", "full", "--log", "/no/such/folder/x"], "written down"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_line(options: list[str], problem: str) -> None:
    with pytest.raises(CommandError, match=problem):
        call_command("match", "english", *options)


def test_levels_play_each_other() -> None:
    told = StringIO()
    call_command(
        "match", "english", "--level", "full", "--against", "beginner",
        "--games", "2", "--move-time", "0.05", stdout=told,
    )  # fmt: skip
    assert "full strength against beginner" in told.getvalue()
    assert "\n2 games: " in told.getvalue()


def game_from(fen: str) -> Game:
    return Game(VARIANTS["english"], parse_fen(fen, VARIANTS["english"]))


def test_a_game_may_be_ended_by_the_tables() -> None:
    calling = Adjudication(by_tables=True)
    assert calling.verdict(game_from("W:WK32:BK1")) == (None, "by the endgame tables")
    assert calling.verdict(game_from("B:WK14,K15:BK28")) == (Side.WHITE, "by the endgame tables")
    assert calling.verdict(deck()[0].game) is None
    assert Adjudication().verdict(game_from("W:WK32:BK1")) is None


def test_a_game_may_be_called_a_draw_where_nothing_happens() -> None:
    game = game_from("W:WK32,K31:BK1,K2")
    for move in ((32, 28), (1, 5)):
        game = game.play(Move(move))
    assert Adjudication(quiet_plies=2).verdict(game) == (None, "called a draw")
    assert Adjudication(quiet_plies=3).verdict(game) is None


def played(number: int, points: float) -> Played:
    game = deck()[0].game
    winner = None if points == 0.5 else Side.BLACK if points else Side.WHITE
    return Played(number, "", game, "a", "b", Side.BLACK, winner, "")


def test_the_error_is_counted_by_pairs() -> None:
    tally = Tally()
    for number, points in enumerate([1, 0] * 10, start=1):
        tally.add(played(number, points))
    # Each pair is even: the openings decide, not the players.
    assert (tally.score, tally.error) == (0.5, 3 / 20)
    for number, points in enumerate([1, 1, 0, 0] * 5, start=21):
        tally.add(played(number, points))
    assert tally.score == 0.5
    assert 0.1 < tally.error < 0.3


def test_a_loss_by_failure_is_counted_for_the_one_who_failed() -> None:
    tally = Tally()
    game = deck()[0].game
    tally.add(Played(1, "", game, "a", "b", Side.BLACK, Side.BLACK, "", Failure.TIME))
    assert tally.failures(of_first=False) == {Failure.TIME: 1}
    assert tally.failures(of_first=True) == {}


def test_a_ladder_has_a_line_for_each_pair_of_neighbours() -> None:
    told = StringIO()
    call_command(
        "ladder", "--levels", "beginner", "easy", "medium",
        "--games", "2", "--share", "0.02", stdout=told,
    )  # fmt: skip
    lines = told.getvalue().splitlines()
    assert [line.split(":")[0] for line in lines] == [
        "easy against beginner",
        "medium against easy",
    ]
    assert all("as it should be" in line or "short of 75%" in line for line in lines)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--levels", "beginner"], "two levels"),
        (["--levels", "beginner", "chess"], "no level"),
        (["--games", "1"], "even number"),
        (["--share", "0"], "no share"),
        (["--variant", "chess"], "no rule set"),
    ],
)
def test_a_ladder_that_makes_no_sense_is_refused(options: list[str], problem: str) -> None:
    with pytest.raises(CommandError, match=problem):
        call_command("ladder", *options)
