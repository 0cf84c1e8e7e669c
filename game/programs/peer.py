"""Another program that speaks the HUB protocol, as a player in a match."""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Mapping
from enum import Enum

from game.notation.hub import (
    HubLine,
    find_hub_move,
    format_hub_line,
    format_hub_move,
    format_hub_position,
    parse_hub_line,
)
from game.rules import Game, Move, Variant

START_TIMEOUT = 120.0
"""Seconds within which a program must send ``wait``, and then ``ready``: some load large files."""
HANG_TIMEOUT = 10.0
"""Seconds past its time after which a program that does not answer is killed."""


class Failure(Enum):
    """How a player forfeits a game."""

    ILLEGAL = "illegal move"
    TIME = "time"
    CRASH = "crash"


class PlayerFailed(Exception):
    """A player forfeits: ``failure`` says how, ``detail`` says more."""

    def __init__(self, failure: Failure, detail: str) -> None:
        super().__init__(failure, detail)
        self.failure = failure
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.failure.value}: {self.detail}"


class HubPeer:
    """A program run as a subprocess; restarted after it fails.

    The constructor raises PlayerFailed if it does not start or does not speak the protocol.
    """

    def __init__(
        self, command: str, variant: Variant, parameters: Mapping[str, str], slack: float
    ) -> None:
        self.name = command
        try:
            self._command = shlex.split(command)
        except ValueError as problem:
            raise PlayerFailed(Failure.CRASH, f"invalid command: {problem}") from problem
        self._variant = variant
        self._parameters = dict(parameters)
        self._slack = slack
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._start()

    def new_game(self) -> None:
        """Tell it that a new game begins."""
        if self._process is None:
            self._start()
        self._send("new-game")

    def choose(self, game: Game, seconds: float) -> Move:
        """Return its move in ``game``, for which it has ``seconds``. Raises PlayerFailed."""
        at = game
        moves: list[str] = []
        for _ in range(game.quiet_plies):
            assert at.last_move is not None
            moves.insert(0, format_hub_move(at.last_move))
            at = at.undo()
        position = {"pos": format_hub_position(at.position, self._variant)}
        if moves:
            position["moves"] = " ".join(moves)
        self._send(format_hub_line("pos", **position))
        self._send(format_hub_line("level", move_time=seconds))
        began = time.monotonic()
        self._send("go think")
        done = self._read_until("done", seconds + self._slack + HANG_TIMEOUT, Failure.TIME)
        spent = time.monotonic() - began
        if spent > seconds + self._slack:
            raise PlayerFailed(Failure.TIME, f"{spent:.2f} s for a move of {seconds} s")
        text = done.arguments.get("move", "")
        try:
            return find_hub_move(text, game.position, self._variant)
        except ValueError as problem:
            raise PlayerFailed(Failure.ILLEGAL, str(problem)) from problem

    def close(self) -> None:
        """Tell it to quit, and kill it if it does not."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(OSError):
            assert process.stdin is not None
            process.stdin.write(b"quit\n")
            process.stdin.close()
        try:
            process.wait(2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        assert process.stdout is not None
        process.stdout.close()

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        except OSError as failure:
            raise PlayerFailed(Failure.CRASH, f"it cannot be started: {failure}") from failure
        self._lines = queue.Queue()
        reader = threading.Thread(target=_read, args=(self._process, self._lines), daemon=True)
        reader.start()
        self._send("hub")
        declared = {}
        while (line := self._read(START_TIMEOUT, Failure.CRASH)).command != "wait":
            if line.command == "id":
                self.name = line.arguments.get("name", self.name)
            if line.command == "param":
                declared[line.arguments.get("name", "")] = line.arguments.get("value", "")
        wanted = dict(self._parameters)
        if "variant" in declared:
            wanted.setdefault("variant", self._variant.key)
        for name, value in wanted.items():
            if declared.get(name) != value:
                self._send(format_hub_line("set-param", name=name, value=value))
        self._send("init")
        self._read_until("ready", START_TIMEOUT, Failure.CRASH)

    def _send(self, line: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except OSError as failure:
            self.close()
            raise PlayerFailed(Failure.CRASH, "it has ended") from failure

    def _read_until(self, command: str, seconds: float, if_late: Failure) -> HubLine:
        deadline = time.monotonic() + seconds
        while True:
            line = self._read(deadline - time.monotonic(), if_late)
            if line.command == command:
                return line

    def _read(self, seconds: float, if_late: Failure) -> HubLine:
        """Return the next line; kill a program that has ended or sends nothing for ``seconds``."""
        try:
            line = self._lines.get(timeout=max(seconds, 0))
        except queue.Empty:
            self._kill()
            raise PlayerFailed(if_late, "it does not answer") from None
        if line is None:
            self._kill()
            raise PlayerFailed(Failure.CRASH, "it has ended")
        return parse_hub_line(line)

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
        self.close()


def _read(process: subprocess.Popen[bytes], lines: queue.Queue[str | None]) -> None:
    assert process.stdout is not None
    with contextlib.suppress(ValueError, OSError):
        for line in process.stdout:
            lines.put(line.decode(errors="replace").strip())
    lines.put(None)
