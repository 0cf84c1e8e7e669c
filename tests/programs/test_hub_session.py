"""Whole HUB sessions over real pipes, as other programs hold them."""

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

pytestmark = pytest.mark.rotates(3)

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds to wait for a line: far more than needed, even on a busy machine."""
ENGLISH = VARIANTS["english"]
START = "pos=" + format_hub_position(ENGLISH.start, ENGLISH)


class Peer:
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

    def send(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()

    def receive(self, seconds: float = PATIENCE) -> HubLine:
        return parse_hub_line(self._lines.get(timeout=seconds))

    def receive_until(self, command: str, seconds: float = PATIENCE) -> list[HubLine]:
        received = [self.receive(seconds)]
        while received[-1].command != command:
            received.append(self.receive(seconds))
        return received

    def is_silent(self, seconds: float = 0.2) -> bool:
        try:
            self._lines.get(timeout=seconds)
        except queue.Empty:
            return True
        return False

    def begin(self, variant: str = "english", **parameters: str) -> None:
        self.send("hub")
        self.receive_until("wait")
        for name, value in {"variant": variant, **parameters}.items():
            self.send(f"set-param name={name} value={value}")
        self.send("init")
        assert commands(self.receive_until("ready")) == ["ready"]

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


def run_session(*options: str) -> Iterator[Peer]:
    peer = Peer(*options)
    yield peer
    peer.process.kill()
    peer.process.wait()
    for pipe in (peer.process.stdin, peer.process.stdout, peer.process.stderr):
        assert pipe is not None
        pipe.close()


@pytest.fixture
def peer() -> Iterator[Peer]:
    """A session for this test alone, before ``init``."""
    yield from run_session()


@pytest.fixture(scope="module")
def _shared() -> Iterator[Peer]:
    for peer in run_session():
        peer.begin()
        yield peer


@pytest.fixture
def english(_shared: Peer) -> Peer:
    """A session of English checkers that tests share, since starting one takes a second."""
    _shared.send("new-game")
    return _shared


def test_hub_sends_id_and_params_then_wait(peer: Peer) -> None:
    peer.send("hub")
    received = peer.receive_until("wait")
    assert commands(received) == ["id", *["param"] * (len(received) - 2), "wait"]
    assert received[0].arguments["name"] == "Crownhead"
    assert {"name", "version", "author", "country"} <= set(received[0].arguments)
    declared = {line.arguments["name"]: line.arguments for line in received[1:-1]}
    assert declared["variant"]["type"] == declared["level"]["type"] == "enum"
    assert declared["variant"]["values"].split() == list(VARIANTS)
    assert set(declared["level"]["values"].split()) == {"full", *LEVELS}


def test_command_line_sets_the_defaults_of_parameters() -> None:
    for peer in run_session("--set", "variant=russian", "--set", "level=beginner"):
        peer.send("hub")
        received = {line.arguments.get("name"): line for line in peer.receive_until("wait")}
        assert received["variant"].arguments["value"] == "russian"
        assert received["level"].arguments["value"] == "beginner"


@pytest.mark.parametrize("key", ["russian", "canadian"])
def test_plays_a_game_in_one_session(peer: Peer, key: str) -> None:
    variant = VARIANTS[key]
    peer.begin(key)
    peer.send("new-game")
    game = Game(variant)
    for _ in range(6):
        peer.send(
            f"pos pos={format_hub_position(game.position, variant)}",
            "level depth=3",
            "go think",
        )
        received = peer.receive_until("done")
        assert commands(received) == [*["info"] * (len(received) - 1), "done"]
        info = received[-2].arguments
        assert {"depth", "score", "nodes", "time", "nps", "pv"} <= set(info)
        assert info["pv"].split()[0] == received[-1].arguments["move"]
        assert abs(float(info["score"])) < 3
        move = find_hub_move(received[-1].arguments["move"], game.position, variant)
        game = game.play(move)
        if "ponder" in received[-1].arguments:
            find_hub_move(received[-1].arguments["ponder"], game.position, variant)
    peer.send("quit")
    assert peer.process.wait(PATIENCE) == 0


def test_search_starts_after_the_given_moves(english: Peer) -> None:
    english.send(f'pos {START} moves="11-15 23-19"', "level move-time=0.1", "go think")
    found = english.receive_until("done")[-1].arguments["move"]
    game = Game(ENGLISH)
    for text in ("11-15", "23-19"):
        game = game.play(find_hub_move(text, game.position, ENGLISH))
    assert find_hub_move(found, game.position, ENGLISH)


def test_knows_repetitions_from_the_given_moves(english: Peer) -> None:
    text = "W" + "BBBb" + "e" * 26 + "WW"
    shuffle = "32-28 1-6 28-32"
    english.send(f'pos pos={text} moves="{shuffle}"', "level depth=1", "go think")
    received = english.receive_until("done")
    # Black is far ahead and must not play 6-1, which would repeat the position.
    assert float(received[-2].arguments["score"]) > 1
    assert received[-1].arguments["move"] != "6-1"


def test_answers_ping_while_thinking_and_stops_on_stop(english: Peer) -> None:
    english.send(f"pos {START}", "level infinite", "go analyze")
    english.receive_until("info")
    for _ in range(3):
        english.send("ping")
        assert "done" not in commands(english.receive_until("pong"))
        # It is still thinking, and not about to finish.
        english.receive_until("info")
    english.send("stop")
    english.receive_until("done")
    assert english.is_silent()
    english.send("ping")
    assert english.receive().command == "pong"


def test_python_search_answers_ping_and_stop_too(peer: Peer) -> None:
    peer.begin("canadian")
    start = format_hub_position(VARIANTS["canadian"].start, VARIANTS["canadian"])
    peer.send(f"pos pos={start}", "level infinite", "go think")
    peer.receive_until("info")
    peer.send("ping")
    assert "done" not in commands(peer.receive_until("pong"))
    peer.send("stop")
    peer.receive_until("done")


def test_pondering_lasts_until_the_ponder_hit_and_the_time_after_it(
    english: Peer,
) -> None:
    english.send(f"pos {START}", "level move-time=0.1", "go ponder")
    while float(english.receive_until("info")[-1].arguments["time"]) < 0.3:
        pass
    english.send("ping")
    assert "done" not in commands(english.receive_until("pong"))
    english.send("ponder-hit")
    english.receive_until("done")


def test_ponder_hit_without_pondering_gives_no_extra_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The time spent goes on counting; the clock is put forward to show it."""
    forward = 0.0
    clock = SimpleNamespace(monotonic=lambda: time.monotonic() + forward)
    monkeypatch.setattr("game.programs.session.time", clock)
    received: queue.Queue[HubLine] = queue.Queue()

    def lines() -> Iterator[str]:
        nonlocal forward
        yield from ("init", f"pos {START}", "level infinite", "go think")
        while received.get(timeout=PATIENCE).command != "info":
            pass
        forward = 1_000.0
        yield from ("ponder-hit", "ping")
        while received.get(timeout=PATIENCE).command != "pong":
            pass
        # An info that was on its way when the clock was put forward may have the old time.
        infos = [received.get(timeout=PATIENCE) for _ in range(2)]
        assert float(infos[-1].arguments["time"]) > forward

    HubSession(lambda line: received.put(parse_hub_line(line))).serve(lines())


def test_finished_pondering_still_waits(english: Peer) -> None:
    english.send("pos pos=B" + "e" * 13 + "b" + "ee" + "w" + "e" * 15, "level depth=1", "go ponder")
    english.receive_until("info")
    english.send("ping")
    assert "done" not in commands(english.receive_until("pong"))
    english.send("stop")
    assert english.receive_until("done")[-1].arguments["move"]


def test_end_of_input_ends_the_program_even_while_thinking(peer: Peer) -> None:
    peer.begin()
    peer.send(f"pos {START}", "level infinite", "go think")
    peer.receive_until("info")
    assert peer.end() == 0


def test_quit_ends_the_program_even_while_thinking(peer: Peer) -> None:
    peer.begin()
    peer.send(f"pos {START}", "level infinite", "go think", "quit")
    assert peer.process.wait(PATIENCE) == 0
    assert peer.process.stderr is not None
    assert peer.process.stderr.read() == b""


def test_ignores_unknown_commands_and_arguments(english: Peer) -> None:
    english.send("xyzzy a=b", "", "ponder-hit", "stop", f"pos {START} colour=red")
    english.send("level depth=1 zoom=9", "go think loudly")
    assert commands(english.receive_until("done")) == ["info", "done"]


def test_invalid_commands_get_an_error_and_the_session_goes_on(peer: Peer) -> None:
    peer.send("go think")
    assert peer.receive().command == "error"
    peer.send("set-param name=variant value=chess")
    assert "chess" in peer.receive().arguments["message"]
    peer.send("set-param name=colour value=red")
    assert peer.receive().command == "error"
    peer.begin()
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
        peer.send(bad)
    peer.send("ping")
    received = peer.receive_until("pong")
    assert commands(received) == [*["error"] * 7, "pong"]
    peer.send("pos pos=W" + "b" + "e" * 31, "go think")
    assert "over" in peer.receive().arguments["message"]
    peer.send(f"pos {START}", "level depth=2", "go think")
    assert peer.receive_until("done")[-1].arguments["move"]


def test_refuses_other_commands_while_thinking(english: Peer) -> None:
    english.send(f"pos {START}", "level infinite", "go think", "level depth=1", "go think")
    errors = 0
    while errors < 2:
        errors += english.receive().command == "error"
    english.send("stop")
    english.receive_until("done")
    assert english.is_silent()


def test_move_time_ends_the_search(english: Peer) -> None:
    english.send(f"pos {START}", "level move-time=0.4")
    for _ in range(3):
        english.send("go think")
        english.receive_until("done")


def test_moves_even_with_no_time_left(english: Peer) -> None:
    english.send(f"pos {START}", "level time=0 inc=0 moves=1", "go think")
    assert english.receive_until("done")[-1].arguments["move"]


def test_level_parameter_sets_the_level(peer: Peer) -> None:
    peer.begin(level="beginner", seed="7")
    peer.send(f"pos {START}", "level move-time=5", "go think")
    received = peer.receive_until("done")
    assert received[-2].arguments["depth"] == "3"


def test_endgame_tables_can_be_turned_off(peer: Peer) -> None:
    peer.begin(endgames="false")
    peer.send("pos pos=W" + "e" * 13 + "WW" + "e" * 12 + "B" + "e" * 4, "level depth=1", "go think")
    assert float(peer.receive_until("done")[-2].arguments["score"]) < 100


@pytest.mark.parametrize(
    ("parameter", "problem"),
    [("variant=chess", "not a value"), ("colour=red", "no parameter"), ("variant", "NAME=VALUE")],
)
def test_refuses_to_start_with_an_invalid_parameter(parameter: str, problem: str) -> None:
    with pytest.raises(CommandError, match=problem):
        call_command("hub", "--set", parameter)


def test_very_long_and_undecodable_lines_do_no_harm(english: Peer) -> None:
    assert english.process.stdin is not None
    english.process.stdin.write(b"\xff\xfe\n" + b"x" * 300_000 + b"\n")
    english.send('pos pos="' + "w" * 200_000)
    english.send("ping")
    assert english.receive_until("pong")[-1].command == "pong"
