"""Whole HUB sessions over real pipes, as another program holds them."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from game.engine import LEVELS, compiled
from game.notation.hub import (
    HubLine,
    find_hub_move,
    format_hub_position,
    parse_hub_line,
)
from game.programs.session import HubSession
from game.rules import VARIANTS, Game

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds to wait for a line: far more than it takes, even on a busy machine."""
ENGLISH = VARIANTS["english"]
START = "pos=" + format_hub_position(ENGLISH.start, ENGLISH)


class Talk:
    """The other end of a session."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "hub", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "checkers_site.settings"},
        )
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.decode().rstrip("\n"))

    def say(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()

    def hear(self, seconds: float = PATIENCE) -> HubLine:
        return parse_hub_line(self._lines.get(timeout=seconds))

    def hear_until(self, command: str, seconds: float = PATIENCE) -> list[HubLine]:
        heard = [self.hear(seconds)]
        while heard[-1].command != command:
            heard.append(self.hear(seconds))
        return heard

    def is_silent(self, seconds: float = 0.2) -> bool:
        try:
            self._lines.get(timeout=seconds)
        except queue.Empty:
            return True
        return False

    def begin(self, variant: str = "english", **parameters: str) -> None:
        self.say("hub")
        self.hear_until("wait")
        for name, value in {"variant": variant, **parameters}.items():
            self.say(f"set-param name={name} value={value}")
        self.say("init")
        assert commands(self.hear_until("ready")) == ["ready"]

    def end(self) -> int:
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(PATIENCE)


def commands(lines: list[HubLine]) -> list[str]:
    return [line.command for line in lines]


@pytest.fixture(scope="module", autouse=True)
def _engine() -> None:
    if not compiled.is_ready():
        compiled.prepare(lambda words: None)


def talking(*options: str) -> Iterator[Talk]:
    talk = Talk(*options)
    yield talk
    talk.process.kill()
    talk.process.wait()
    for pipe in (talk.process.stdin, talk.process.stdout, talk.process.stderr):
        assert pipe is not None
        pipe.close()


@pytest.fixture
def talk() -> Iterator[Talk]:
    """A session of this test alone, not begun."""
    yield from talking()


@pytest.fixture(scope="module")
def _begun() -> Iterator[Talk]:
    for talk in talking():
        talk.begin()
        yield talk


@pytest.fixture
def english(_begun: Talk) -> Talk:
    """A session of English checkers that tests share, since beginning one takes a second."""
    _begun.say("new-game")
    return _begun


def test_it_says_who_it_is_and_what_can_be_set_and_waits(talk: Talk) -> None:
    talk.say("hub")
    heard = talk.hear_until("wait")
    assert commands(heard) == ["id", *["param"] * (len(heard) - 2), "wait"]
    assert heard[0].arguments["name"] == "Crownhead"
    assert {"name", "version", "author", "country"} <= set(heard[0].arguments)
    declared = {line.arguments["name"]: line.arguments for line in heard[1:-1]}
    assert declared["variant"]["type"] == declared["level"]["type"] == "enum"
    assert declared["variant"]["values"].split() == list(VARIANTS)
    assert set(declared["level"]["values"].split()) == {"full", *LEVELS}


def test_a_program_that_can_set_nothing_gets_what_the_command_line_says() -> None:
    for talk in talking("--set", "variant=russian", "--set", "level=beginner"):
        talk.say("hub")
        heard = {line.arguments.get("name"): line for line in talk.hear_until("wait")}
        assert heard["variant"].arguments["value"] == "russian"
        assert heard["level"].arguments["value"] == "beginner"


@pytest.mark.parametrize("key", ["russian", "canadian"])
def test_a_game_is_played_through_a_whole_session(talk: Talk, key: str) -> None:
    variant = VARIANTS[key]
    talk.begin(key)
    talk.say("new-game")
    game = Game(variant)
    for _ in range(6):
        talk.say(
            f"pos pos={format_hub_position(game.position, variant)}",
            "level depth=3",
            "go think",
        )
        heard = talk.hear_until("done")
        assert commands(heard) == [*["info"] * (len(heard) - 1), "done"]
        told = heard[-2].arguments
        assert {"depth", "score", "nodes", "time", "nps", "pv"} <= set(told)
        assert told["pv"].split()[0] == heard[-1].arguments["move"]
        assert abs(float(told["score"])) < 3
        move = find_hub_move(heard[-1].arguments["move"], game.position, variant)
        game = game.play(move)
        if "ponder" in heard[-1].arguments:
            find_hub_move(heard[-1].arguments["ponder"], game.position, variant)
    talk.say("quit")
    assert talk.process.wait(PATIENCE) == 0


def test_the_search_starts_after_the_moves_that_are_given(english: Talk) -> None:
    english.say(f'pos {START} moves="11-15 23-19"', "level move-time=0.1", "go think")
    found = english.hear_until("done")[-1].arguments["move"]
    game = Game(ENGLISH)
    for text in ("11-15", "23-19"):
        game = game.play(find_hub_move(text, game.position, ENGLISH))
    assert find_hub_move(found, game.position, ENGLISH)


def test_a_position_that_comes_back_is_known_from_the_moves(english: Talk) -> None:
    # White is ahead and must not go back to where it stood: 31-27 would repeat.
    text = "W" + "BBBb" + "e" * 26 + "WW"
    shuffle = "32-28 1-6 28-32"
    english.say(f'pos pos={text} moves="{shuffle}"', "level depth=1", "go think")
    heard = english.hear_until("done")
    # Black is far ahead and has 6-1, which repeats the position, among its moves.
    assert float(heard[-2].arguments["score"]) > 1
    assert heard[-1].arguments["move"] != "6-1"


def test_a_ping_is_answered_while_it_thinks_and_stop_ends_the_search(english: Talk) -> None:
    english.say(f"pos {START}", "level infinite", "go analyze")
    english.hear_until("info")
    for _ in range(3):
        english.say("ping")
        assert "done" not in commands(english.hear_until("pong"))
        # It goes on thinking, and has not only come to an end of it.
        english.hear_until("info")
    english.say("stop")
    english.hear_until("done")
    assert english.is_silent()
    english.say("ping")
    assert english.hear().command == "pong"


def test_the_plain_search_hears_ping_and_stop_too(talk: Talk) -> None:
    talk.begin("canadian")
    start = format_hub_position(VARIANTS["canadian"].start, VARIANTS["canadian"])
    talk.say(f"pos pos={start}", "level infinite", "go think")
    talk.hear_until("info")
    talk.say("ping")
    assert "done" not in commands(talk.hear_until("pong"))
    talk.say("stop")
    talk.hear_until("done")


def test_pondering_ends_only_when_the_move_comes_and_then_for_the_time_given(
    english: Talk,
) -> None:
    english.say(f"pos {START}", "level move-time=0.1", "go ponder")
    while float(english.hear_until("info")[-1].arguments["time"]) < 0.3:
        pass
    english.say("ping")
    assert "done" not in commands(english.hear_until("pong"))
    english.say("ponder-hit")
    english.hear_until("done")


def test_a_ponder_hit_for_a_search_that_does_not_ponder_gives_it_no_more_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What it has spent goes on from where it was; the clock is put forward to tell."""
    forward = 0.0
    clock = SimpleNamespace(monotonic=lambda: time.monotonic() + forward)
    monkeypatch.setattr("game.programs.session.time", clock)
    heard: queue.Queue[HubLine] = queue.Queue()

    def lines() -> Iterator[str]:
        nonlocal forward
        yield from ("init", f"pos {START}", "level infinite", "go think")
        while heard.get(timeout=PATIENCE).command != "info":
            pass
        forward = 1_000.0
        yield from ("ponder-hit", "ping")
        while heard.get(timeout=PATIENCE).command != "pong":
            pass
        # What was on its way while the clock was put forward may tell the old time.
        told = [heard.get(timeout=PATIENCE) for _ in range(2)]
        assert float(told[-1].arguments["time"]) > forward

    HubSession(lambda line: heard.put(parse_hub_line(line))).serve(lines())


def test_pondering_that_has_found_all_there_is_still_waits(english: Talk) -> None:
    english.say("pos pos=B" + "e" * 13 + "b" + "ee" + "w" + "e" * 15, "level depth=1", "go ponder")
    english.hear_until("info")
    english.say("ping")
    assert "done" not in commands(english.hear_until("pong"))
    english.say("stop")
    assert english.hear_until("done")[-1].arguments["move"]


def test_the_end_of_the_input_ends_the_program_even_while_it_thinks(talk: Talk) -> None:
    talk.begin()
    talk.say(f"pos {START}", "level infinite", "go think")
    talk.hear_until("info")
    assert talk.end() == 0


def test_quit_ends_the_program_even_while_it_thinks(talk: Talk) -> None:
    talk.begin()
    talk.say(f"pos {START}", "level infinite", "go think", "quit")
    assert talk.process.wait(PATIENCE) == 0
    assert talk.process.stderr is not None
    assert talk.process.stderr.read() == b""


def test_unknown_commands_and_arguments_are_passed_over(english: Talk) -> None:
    english.say("xyzzy a=b", "", "ponder-hit", "stop", f"pos {START} colour=red")
    english.say("level depth=1 zoom=9", "go think loudly")
    assert commands(english.hear_until("done")) == ["info", "done"]


def test_what_makes_no_sense_gets_an_error_and_the_session_goes_on(talk: Talk) -> None:
    talk.say("go think")
    assert talk.hear().command == "error"
    talk.say("set-param name=variant value=chess")
    assert "chess" in talk.hear().arguments["message"]
    talk.say("set-param name=colour value=red")
    assert talk.hear().command == "error"
    talk.begin()
    for bad in (
        "set-param name=variant value=russian",
        "pos",
        "pos pos=nonsense",
        "go think",
        f'pos {START} moves="11-14"',
        "level depth=x",
        "level",
        "pos pos=W" + "b" + "e" * 31,
        "\x00\xff",
    ):
        talk.say(bad)
    talk.say("ping")
    heard = talk.hear_until("pong")
    assert commands(heard) == [*["error"] * 7, "pong"]
    talk.say("pos pos=W" + "b" + "e" * 31, "go think")
    assert "over" in talk.hear().arguments["message"]
    talk.say(f"pos {START}", "level depth=2", "go think")
    assert talk.hear_until("done")[-1].arguments["move"]


def test_other_orders_have_to_wait_while_it_thinks(english: Talk) -> None:
    english.say(f"pos {START}", "level infinite", "go think", "level depth=1", "go think")
    errors = 0
    while errors < 2:
        errors += english.hear().command == "error"
    english.say("stop")
    english.hear_until("done")
    assert english.is_silent()


def test_a_move_time_ends_the_search(english: Talk) -> None:
    english.say(f"pos {START}", "level move-time=0.4")
    for _ in range(3):
        english.say("go think")
        english.hear_until("done")


def test_a_clock_with_nothing_on_it_still_gets_a_move(english: Talk) -> None:
    english.say(f"pos {START}", "level time=0 inc=0 moves=1", "go think")
    assert english.hear_until("done")[-1].arguments["move"]


def test_a_level_plays_as_that_level_does(talk: Talk) -> None:
    talk.begin(level="beginner", seed="7")
    talk.say(f"pos {START}", "level move-time=5", "go think")
    heard = talk.hear_until("done")
    assert heard[-2].arguments["depth"] == "3"


def test_the_endgame_tables_can_be_left_out(talk: Talk) -> None:
    talk.begin(endgames="false")
    talk.say("pos pos=W" + "e" * 13 + "WW" + "e" * 12 + "B" + "e" * 4, "level depth=1", "go think")
    assert float(talk.hear_until("done")[-2].arguments["score"]) < 100


@pytest.mark.parametrize(
    ("parameter", "problem"),
    [("variant=chess", "no value"), ("colour=red", "no parameter"), ("variant", "NAME=VALUE")],
)
def test_a_parameter_that_makes_no_sense_stops_the_start(parameter: str, problem: str) -> None:
    with pytest.raises(CommandError, match=problem):
        call_command("hub", "--set", parameter)


def test_very_long_and_unreadable_lines_do_no_harm(english: Talk) -> None:
    assert english.process.stdin is not None
    english.process.stdin.write(b"\xff\xfe\n" + b"x" * 300_000 + b"\n")
    english.say('pos pos="' + "w" * 200_000)
    english.say("ping")
    assert english.hear_until("pong")[-1].command == "pong"
