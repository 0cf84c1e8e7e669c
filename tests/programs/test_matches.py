"""Matches against programs that play badly or break the rules."""

from __future__ import annotations

import json
import re
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from game.engine import compiled
from game.notation import parse_fen
from game.programs.matches import Adjudication, PlayedGame, Tally
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
    written = StringIO()
    peer = f"{sys.executable} -m tests.peers.scripted_hub {vice}"
    call_command("match", variant, "--peer", peer, "--move-time", "0.02", *options, stdout=written)
    return written.getvalue().splitlines()


def test_random_player_loses_every_game(tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"
    lines = play("--games", "2", "--log", str(log))
    assert lines[-6] == "English checkers, full strength against Scripted, 0.02 s per move"
    assert lines[-5].startswith("2 games: +2 =0 -0, 100.0%")
    games = [json.loads(line) for line in log.read_text().splitlines()]
    assert [game["result"] for game in games] == ["black", "white"]
    assert games[0]["opening"] == games[1]["opening"]
    assert games[0]["moves"][:3] == games[1]["moves"][:3]
    assert games[0]["black"] == games[1]["white"] == "full strength"


def test_variant_parameter_sets_the_rules() -> None:
    lines = play("--games", "2", variant="russian")
    assert lines[-5].startswith("2 games: +2")


@pytest.mark.parametrize(
    ("vice", "failure", "slack"),
    [("illegal", "illegal move", "60"), ("crash", "crash", "60"), ("slow", "time", "0.1")],
)
def test_player_that_breaks_the_rules_forfeits(vice: str, failure: str, slack: str) -> None:
    lines = play("--games", "2", "--slack", slack, vice=vice)
    assert lines[-5].startswith("2 games: +2")
    assert f"2 {failure}" in lines[-1]
    assert lines[-2] == "forfeits, ours: 0 illegal move, 0 time, 0 crash"


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--against", "chess"], "no level"),
        (["--games", "3", "--against", "full"], "even number"),
        (["--move-time", "0", "--against", "full"], "more than 0"),
        ([], "choose one opponent"),
        (["--peer", "/no/such/program"], "cannot be started"),
        (["--peer", f"{sys.executable} -m tests.peers.scripted_hub mute"], "it has ended"),
        (["--peer", "x", "--set", "y"], "NAME=VALUE"),
        (["--peer", "'"], "command"),
        (["--against", "full", "--log", "/no/such/folder/x"], "cannot write the log"),
    ],
)
def test_refuses_impossible_match_in_one_line(options: list[str], problem: str) -> None:
    with pytest.raises(CommandError, match=problem):
        call_command("match", "english", *options)


def test_levels_play_each_other() -> None:
    written = StringIO()
    call_command(
        "match", "english", "--level", "full", "--against", "beginner",
        "--games", "2", "--move-time", "0.05", stdout=written,
    )  # fmt: skip
    assert "full strength against beginner" in written.getvalue()
    assert "\n2 games: " in written.getvalue()


def game_from(fen: str) -> Game:
    return Game(VARIANTS["english"], parse_fen(fen, VARIANTS["english"]))


def test_game_may_be_adjudicated_by_endgame_tables() -> None:
    calling = Adjudication(by_tables=True)
    assert calling.verdict(game_from("W:WK32:BK1")) == (None, "by the endgame tables")
    assert calling.verdict(game_from("B:WK14,K15:BK28")) == (Side.WHITE, "by the endgame tables")
    assert calling.verdict(deck()[0].game) is None
    assert Adjudication().verdict(game_from("W:WK32:BK1")) is None


def test_game_may_be_adjudicated_a_draw_after_quiet_plies() -> None:
    game = game_from("W:WK32,K31:BK1,K2")
    for move in ((32, 28), (1, 5)):
        game = game.play(Move(move))
    assert Adjudication(quiet_plies=2).verdict(game) == (None, "called a draw")
    assert Adjudication(quiet_plies=3).verdict(game) is None


def played(number: int, points: float) -> PlayedGame:
    game = deck()[0].game
    winner = None if points == 0.5 else Side.BLACK if points else Side.WHITE
    return PlayedGame(number, "", game, "a", "b", Side.BLACK, winner, "")


def test_error_is_computed_from_pairs_of_games() -> None:
    tally = Tally()
    for number, points in enumerate([1, 0] * 10, start=1):
        tally.add(played(number, points))
    # Each pair is even, so the openings decide, not the players.
    assert (tally.score, tally.error) == (0.5, 3 / 20)
    for number, points in enumerate([1, 1, 0, 0] * 5, start=21):
        tally.add(played(number, points))
    assert tally.score == 0.5
    assert 0.1 < tally.error < 0.3


def test_forfeit_is_counted_for_the_player_who_failed() -> None:
    tally = Tally()
    game = deck()[0].game
    tally.add(PlayedGame(1, "", game, "a", "b", Side.BLACK, Side.BLACK, "", Failure.TIME))
    assert tally.failures(of_first=False) == {Failure.TIME: 1}
    assert tally.failures(of_first=True) == {}


def test_ladder_has_a_line_for_each_pair_of_neighbouring_levels() -> None:
    written = StringIO()
    call_command(
        "ladder", "--levels", "beginner", "easy", "medium",
        "--games", "2", "--share", "0.02", stdout=written,
    )  # fmt: skip
    lines = written.getvalue().splitlines()
    assert [line.split(":")[0] for line in lines] == [
        "easy against beginner",
        "medium against easy",
    ]
    assert all(re.search(r", (as it should be|below \d+%)$", line) for line in lines)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--levels", "beginner"], "two levels"),
        (["--levels", "beginner", "chess"], "no level"),
        (["--games", "1"], "even number"),
        (["--share", "0"], "not a share"),
        (["--variant", "chess"], "no rule set"),
    ],
)
def test_refuses_invalid_ladder(options: list[str], problem: str) -> None:
    with pytest.raises(CommandError, match=problem):
        call_command("ladder", *options)
