"""A terminal of 80 by 24 characters with one program in it, driven by keys and read by looking."""

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
"""Seconds to wait for something to appear: far more than it takes, even on a busy machine."""
GLANCE = 0.01
"""Seconds between two looks at the screen."""


@dataclass(frozen=True)
class Screen:
    """What stands on the terminal, and where its cursor is."""

    lines: tuple[str, ...]
    x: int
    y: int
    inverse: tuple[tuple[int, int], ...] = ()
    """Column and line of each place where inverse video begins."""

    @cached_property
    def text(self) -> str:
        """All words in one line, since browsers break lines where they please."""
        return " ".join(" ".join(self.lines).split())

    def __str__(self) -> str:
        return "\n".join((*self.lines, f"(cursor in column {self.x} of line {self.y})"))

    def without(self, top: int, bottom: int) -> Screen:
        """The page alone, without a browser's own lines; places count from its first line."""
        end = len(self.lines) - bottom
        inverse = tuple((x, y - top) for x, y in self.inverse if top <= y < end)
        return Screen(self.lines[top:end], self.x, self.y - top, inverse)

    @property
    def chosen(self) -> tuple[int, int]:
        """Line and column of what is selected.

        That is where the cursor is; on buttons in tables ELinks puts it away, in the last column,
        and only shows them in inverse video.
        """
        is_away = self.x == COLUMNS - 1 and self.inverse
        x, y = self.inverse[0] if is_away else (self.x, self.y)
        return y, x


COLOURS = re.compile(r"\x1b\[([\d;]*)m")
"""What stands in the text for a change of colour; 7 among the numbers is inverse video."""


def _inverse_columns(line: str) -> list[int]:
    return [
        len(COLOURS.sub("", line[: change.start()]))
        for change in COLOURS.finditer(line)
        if "7" in change[1].split(";")
    ]


class Terminals:
    """A tmux server of our own: no settings and no session of the user, and one client to order it.

    The client speaks tmux's control mode, a line for each order: to start tmux anew for every
    look at a screen took most of a test's time. When the client is gone, even killed, the server
    ends with every program in it.
    """

    def __init__(self, tmux: str) -> None:
        # A socket's whole path may be about a hundred characters: too few for pytest's folders.
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
        self.order("set-option", "-s", "exit-unattached", "on")
        # The pane stays when the program ends, so that a failure can show what it said.
        self.order("set-option", "-g", "remain-on-exit", "on")
        self._count = 0

    def open(self, command: Sequence[str], environment: Mapping[str, str]) -> Terminal:
        """Start `command`, with nothing but `environment` around it, in a terminal of its own."""
        self._count += 1
        name = f"terminal-{self._count}"
        surroundings = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"} | dict(environment)
        pairs = [f"{key}={value}" for key, value in surroundings.items()]
        size = ["-x", str(COLUMNS), "-y", str(LINES)]
        begin = ["new-session", "-d", "-P", "-F", "#{pane_pid}", "-s", name, *size]
        [process] = self.order(*begin, "env", "-i", "TERM=screen", *pairs, *command)
        return Terminal(self, name, int(process))

    def order(self, *words: str) -> list[str]:
        """Give tmux an order and return the lines that it prints."""
        assert self._control.stdin
        self._control.stdin.write(f"{shlex.join(words)}\n")
        self._control.stdin.flush()
        return self._read_answer()

    def _read_answer(self) -> list[str]:
        """The lines between ``%begin`` and ``%end``; what else tmux tells of is of no interest."""
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
    """One terminal; counts the keys that are pressed on it."""

    def __init__(self, terminals: Terminals, name: str, process: int) -> None:
        self._terminals = terminals
        self._name = name
        self._state = Path(f"/proc/{process}/stat")
        self.keys_pressed = 0

    def press(self, *keys: str) -> None:
        """Press keys by tmux's names for them: Down, Enter, Space, a."""
        self.keys_pressed += len(keys)
        self._terminals.order("send-keys", "-t", self._name, *keys)

    def type(self, text: str) -> None:
        """Type text, a key for each character."""
        self.keys_pressed += len(text)
        self._terminals.order("send-keys", "-t", self._name, "-l", text)

    def look(self) -> Screen:
        """What stands there at this moment, be it half drawn."""
        here = ["-p", "-t", self._name]
        lines = self._terminals.order("capture-pane", "-e", *here)
        [place] = self._terminals.order("display-message", *here, "#{cursor_x} #{cursor_y}")
        x, y = place.split()
        inverse = [(at, y) for y, line in enumerate(lines) for at in _inverse_columns(line)]
        plain = tuple(COLOURS.sub("", line).replace("\xa0", " ").rstrip() for line in lines)
        return Screen(plain, int(x), int(y), tuple(inverse))

    def wait_until(
        self, wanted: Callable[[Screen], bool], what: str, rest: float = GLANCE
    ) -> Screen:
        """Look until the screen is as wanted and was the same for `rest` seconds.

        Fails with what was seen. Browsers draw in pieces, and on a busy machine a screen may rest
        half drawn for longer than a glance: it counts only once the program waits for more to do.
        """
        deadline = time.monotonic() + PATIENCE
        before, since = None, 0.0
        while True:
            screen, now = self.look(), time.monotonic()
            if screen != before:
                before, since = screen, now
            elif now - since >= rest and wanted(screen) and not self._is_at_work():
                return screen
            if now > deadline:
                raise AssertionError(f"waited in vain for {what}; the screen shows:\n{screen}")
            time.sleep(GLANCE)

    def _is_at_work(self) -> bool:
        """Whether the program runs, or would if it had a processor; where /proc tells of it."""
        try:
            state = self._state.read_text()
        except OSError:
            return False
        return state.rpartition(")")[2].split()[0] in "RD"

    def press_and_see(self, *keys: str, rest: float = GLANCE) -> Screen:
        """Press keys that change the screen or move the cursor, and return what they led to."""
        before = self.look()
        self.press(*keys)
        what = f"something to change after {keys}"
        return self.wait_until(lambda now: now != before, what, rest)
