"""A terminal of 80 by 24 characters running one program, driven by keys and read as a screen."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

COLUMNS, LINES = 80, 24
PATIENCE = 60.0
"""Seconds to wait for anything to appear: far more than it takes on a busy machine."""
INTERVAL = 0.01
"""Seconds between two captures of the screen."""


@dataclass(frozen=True)
class Screen:
    """The text of the terminal and the place of its cursor."""

    lines: tuple[str, ...]
    x: int
    y: int
    inverse: tuple[tuple[int, int], ...] = ()
    """Column and line of each start of inverse video."""

    @cached_property
    def text(self) -> str:
        """The whole text in one line, since browsers break lines where they please."""
        return " ".join(" ".join(self.lines).split())

    def __str__(self) -> str:
        return "\n".join((*self.lines, f"(cursor in column {self.x} of line {self.y})"))

    def without(self, top: int, bottom: int) -> Screen:
        """Return the page alone, without the browser's own lines; lines count from its first."""
        end = len(self.lines) - bottom
        inverse = tuple((x, y - top) for x, y in self.inverse if top <= y < end)
        return Screen(self.lines[top:end], self.x, self.y - top, inverse)

    @property
    def chosen(self) -> tuple[int, int]:
        """Line and column of the selection.

        That is the cursor, except on ELinks' buttons in tables: it parks the cursor in the last
        column and shows the button in inverse video.
        """
        is_parked = self.x == COLUMNS - 1 and self.inverse
        x, y = self.inverse[0] if is_parked else (self.x, self.y)
        return y, x


COLOURS = re.compile(r"\x1b\[([\d;]*)m")
"""The escape sequence of a change of colour; 7 among its numbers is inverse video."""


def _inverse_columns(line: str) -> list[int]:
    return [
        len(COLOURS.sub("", line[: change.start()]))
        for change in COLOURS.finditer(line)
        if "7" in change[1].split(";")
    ]


class Terminals:
    """A private tmux server, without the user's settings and sessions, and its one client.

    The client speaks tmux's control mode, one command per line, since starting tmux for every
    capture of a screen took most of a test's time. When the client is gone, even killed, the server
    ends with every program in it.
    """

    def __init__(self, tmux: str) -> None:
        # The path of a socket may have about a hundred characters, too few for pytest's folders.
        self._folder = tempfile.TemporaryDirectory(prefix="tmux-")
        socket = str(Path(self._folder.name) / "s")
        self._control = subprocess.Popen(
            [tmux, "-u", "-S", socket, "-f", "/dev/null", "-C", "new-session", "exec cat"],
            env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._read_answer()
        self.run("set-option", "-s", "exit-unattached", "on")
        # The pane stays when the program ends, so that a failure can show its output.
        self.run("set-option", "-g", "remain-on-exit", "on")
        self._count = 0

    def open(self, command: Sequence[str], environment: Mapping[str, str]) -> Terminal:
        """Start `command` in a new terminal, with little but `environment` for its environment."""
        self._count += 1
        name = f"terminal-{self._count}"
        variables = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"} | dict(environment)
        pairs = [f"{key}={value}" for key, value in variables.items()]
        size = ["-x", str(COLUMNS), "-y", str(LINES)]
        begin = ["new-session", "-d", "-P", "-F", "#{pane_pid}", "-s", name, *size]
        [process] = self.run(*begin, "env", "-i", "TERM=screen", *pairs, *command)
        return Terminal(self, name, int(process))

    def run(self, *words: str) -> list[str]:
        """Run a tmux command and return the lines that it prints."""
        assert self._control.stdin
        self._control.stdin.write(f"{shlex.join(words)}\n")
        self._control.stdin.flush()
        return self._read_answer()

    def _read_answer(self) -> list[str]:
        """Return the lines between ``%begin`` and ``%end``; ignore tmux's other notifications."""
        assert self._control.stdout
        lines: list[str] = []
        for line in self._control.stdout:
            if line.startswith("%begin "):
                lines = []
            elif line.startswith("%end "):
                return lines
            elif line.startswith(("%error ", "%exit")):
                break
            else:
                lines.append(line.rstrip("\n"))
        raise AssertionError(f"tmux could not do that: {lines}")

    def close(self) -> None:
        """End every program in every terminal."""
        self._control.communicate()
        self._folder.cleanup()


class Terminal:
    """One terminal; counts the keys pressed in it."""

    def __init__(self, terminals: Terminals, name: str, process: int) -> None:
        self._terminals = terminals
        self._name = name
        self._state = Path(f"/proc/{process}/stat")
        self.keys_pressed = 0

    def press(self, *keys: str) -> None:
        """Press keys by tmux's names for them: Down, Enter, Space, a."""
        self.keys_pressed += len(keys)
        self._terminals.run("send-keys", "-t", self._name, *keys)

    def type(self, text: str) -> None:
        """Type text, one key per character."""
        self.keys_pressed += len(text)
        self._terminals.run("send-keys", "-t", self._name, "-l", text)

    def capture(self) -> Screen:
        """Return the current screen, even if half drawn."""
        here = ["-p", "-t", self._name]
        lines = self._terminals.run("capture-pane", "-e", *here)
        [place] = self._terminals.run("display-message", *here, "#{cursor_x} #{cursor_y}")
        x, y = place.split()
        inverse = [(at, y) for y, line in enumerate(lines) for at in _inverse_columns(line)]
        plain = tuple(COLOURS.sub("", line).replace("\xa0", " ").rstrip() for line in lines)
        return Screen(plain, int(x), int(y), tuple(inverse))

    def wait_until(
        self, wanted: Callable[[Screen], bool], what: str, rest: float = INTERVAL
    ) -> Screen:
        """Wait until the screen is as wanted and unchanged for `rest` seconds.

        Browsers draw in parts, and on a busy machine a screen may stay half drawn for longer than
        that, so it counts only once the program is waiting for input.
        """
        deadline = time.monotonic() + PATIENCE
        before, since = None, 0.0
        while True:
            screen, now = self.capture(), time.monotonic()
            if screen != before:
                before, since = screen, now
            elif now - since >= rest and wanted(screen) and not self._is_running():
                return screen
            if now > deadline:
                raise AssertionError(f"waited in vain for {what}; the screen shows:\n{screen}")
            time.sleep(INTERVAL)

    def _is_running(self) -> bool:
        """Return whether the program runs or is ready to, where /proc shows it."""
        try:
            state = self._state.read_text()
        except OSError:
            return False
        return state.rpartition(")")[2].split()[0] in "RD"

    def press_and_see(self, *keys: str, rest: float = INTERVAL) -> Screen:
        """Press keys that change the screen or move the cursor, and return the new screen."""
        before = self.capture()
        self.press(*keys)
        what = f"something to change after {keys}"
        return self.wait_until(lambda now: now != before, what, rest)
