"""Measure what players wait for: pages, moves of the computer, the engine, the rules themselves.

Times depend on the machine and on what else it does, so what counts are the ratios, taken in one
run. The pages are those of a real server with a database of its own, thrown away afterwards.
"""

from __future__ import annotations

import http.client
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, quantiles
from urllib.parse import urlencode

from django.core.management.base import BaseCommand

from game.engine import compiled
from game.engine.levels import LEVELS
from game.management import hub_bench, worker_bench
from game.play.opponent import choose_reply
from game.rules import VARIANTS, Game, perft

GAMES, PLIES = 6, 40
PERFT_DEPTHS = {"english": 7, "brazilian": 6}


class Command(BaseCommand):
    """`python manage.py bench`."""

    help = "Measure pages, the computer's replies and the rules, and print the figures"
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Offer a seed, so that a run can be repeated."""
        parser.add_argument("--seed", type=int, default=1, help="for the games that are played")

    def handle(self, *args: object, **options: int) -> None:
        """Print one figure a line."""
        chance = random.Random(options["seed"])
        for name, depth in PERFT_DEPTHS.items():
            self._rules(name, depth)
        if compiled.is_installed():
            from game.management.engine_bench import report

            report(self._say, chance)
        for name in PERFT_DEPTHS:
            self._replies(name, chance)
        worker_bench.report(self._say, chance)
        hub_bench.report(self._say)
        with tempfile.TemporaryDirectory(prefix="crownhead-bench-") as folder, server(folder) as at:
            for name in PERFT_DEPTHS:
                self._pages(at, name, chance)

    def _say(self, what: str, figure: str) -> None:
        self.stdout.write(f"{what:<58} {figure}")

    def _rules(self, name: str, depth: int) -> None:
        variant = VARIANTS[name]
        began = time.process_time()
        nodes = perft(variant.start, variant, depth)
        seconds = time.process_time() - began
        self._say(f"{variant.name}: perft {depth}, pure Python", f"{nodes / seconds:,.0f} nodes/s")

    def _replies(self, name: str, chance: random.Random) -> None:
        level = LEVELS["beginner"]
        taken = []
        for _ in range(20):
            game = random_game(name, chance, chance.randrange(4, 50))
            if game.outcome is not None:
                continue
            began = time.monotonic()
            choose_reply(game, level.key, chance.randrange(2**31), began + level.budget_ms / 1000)
            taken.append((time.monotonic() - began) * 1000)
        self._say(
            f"{VARIANTS[name].name}: {level.key}'s reply",
            f"median {quantiles(taken)[1]:.0f} ms, slowest {max(taken):.0f} ms, "
            f"{max(taken) / level.budget_ms:.2f} of its time",
        )

    def _pages(self, at: Server, name: str, chance: random.Random) -> None:
        """Two friends play; each page after a move is asked for once, as players do."""
        page_cpu, bare_cpu, raw, brotli, fragment = [], [], [], [], []
        for _ in range(GAMES):
            browser = Browser(at.port)
            browser.begin(name)
            for _ in range(PLIES):
                moves = browser.moves
                if not moves:
                    break
                fragment.append(browser.move(chance.choice(moves)))
                page_cpu.append(at.cpu_of(browser.look))
                bare_cpu.append(at.cpu_of(browser.bare))
                raw.append(len(browser.page))
                brotli.append(browser.bytes_received)
        title = VARIANTS[name].name
        ratio = mean(page_cpu) / mean(bare_cpu)
        self._say(
            f"{title}: page after a move, CPU",
            f"{ratio:.1f} bare views ({mean(page_cpu):.2f} ms to {mean(bare_cpu):.2f} ms)",
        )
        self._say(f"{title}: that page, raw", f"{mean(raw):,.0f} bytes, at most {max(raw):,}")
        self._say(
            f"{title}: that page, brotli", f"{mean(brotli):,.0f} bytes, at most {max(brotli):,}"
        )
        self._say(
            f"{title}: the part htmx swaps, brotli",
            f"{mean(fragment):,.0f} bytes, at most {max(fragment):,}",
        )


def random_game(name: str, chance: random.Random, plies: int) -> Game:
    """A game of random legal moves, stopped after ``plies`` or at its end."""
    game = Game(VARIANTS[name])
    while game.ply < plies and game.outcome is None:
        game = game.play(chance.choice(game.legal_moves))
    return game


@dataclass
class Server:
    """A server process under measurement."""

    process: subprocess.Popen[bytes]
    port: int

    def cpu_of(self, request: object) -> float:
        """Milliseconds of processor time that the server spends on one call of ``request``."""
        before = self._cpu()
        request()  # type: ignore[operator]
        # The answer is here before the thread that made it has put its things away.
        time.sleep(0.003)
        return self._cpu() - before

    def _cpu(self) -> float:
        """Processor time so far of the process that answers, its threads summed."""
        spent = 0
        for thread in Path(f"/proc/{self._worker}/task").iterdir():
            spent += int((thread / "schedstat").read_text().split()[0])
        return spent / 1e6

    @property
    def _worker(self) -> int:
        """The process granian forked to answer: the first child."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return int(children.read_text().split()[0])


@contextmanager
def server(folder: str) -> Iterator[Server]:
    """A real server with the bare view, on a free port, with its data in ``folder``."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = os.environ | {
        "CHECKERS_DATA_DIR": folder,
        "PORT": str(port),
        "DJANGO_SETTINGS_MODULE": "checkers_site.bench_settings",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "checkers_site.serve"], env=environment, stdout=subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith(b"Play at"):
                break
        yield Server(process, port)
    finally:
        process.terminate()
        process.wait(10)


@dataclass
class Browser:
    """One player's browser: a connection, its cookies and the page it shows."""

    port: int
    page: str = ""
    bytes_received: int = 0
    _cookies: dict[str, str] = field(default_factory=dict)
    _connection: http.client.HTTPConnection | None = None

    @property
    def moves(self) -> list[str]:
        """What the listed move buttons send."""
        return re.findall(r'<li><button name="move" value="([^"]+)"', self.page)

    def begin(self, variant: str) -> None:
        """Begin a game between two friends."""
        self._ask("GET", "/new")
        choices = {"variant": variant, "opponent": "friend", "player": "B", "level": "beginner"}
        self._ask("POST", "/new", choices | self._field("csrfmiddlewaretoken"))
        self.look()

    def move(self, text: str) -> int:
        """Play a move as htmx does; the compressed size of the answer."""
        names = ("csrfmiddlewaretoken", "ply", "version")
        sent = {"move": text}
        for name in names:
            sent |= self._field(name)
        self._ask("POST", "/move", sent, {"HX-Request": "true"})
        return self.bytes_received

    def look(self) -> None:
        """Ask for the whole page."""
        self._ask("GET", "/")

    def bare(self) -> None:
        """Ask for the bare view, keeping the page shown."""
        self._fetch("GET", "/bare", None, {})

    def _field(self, name: str) -> dict[str, str]:
        found = re.search(rf'name="{name}" value="([^"]+)"', self.page)
        return {name: found[1]} if found else {}

    def _ask(
        self,
        method: str,
        path: str,
        sent: dict[str, str] | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        body = self._fetch(method, path, sent, headers or {})
        if body:
            from brotli import decompress

            self.page = decompress(body).decode()
            self.bytes_received = len(body)

    def _fetch(
        self, method: str, path: str, sent: dict[str, str] | None, headers: dict[str, str]
    ) -> bytes:
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self.port)
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        headers = {"Cookie": cookies, "Accept-Encoding": "br"} | headers
        if sent:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self._connection.request(method, path, urlencode(sent) if sent else None, headers)
        answer = self._connection.getresponse()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.strip().partition("=")
                self._cookies[key] = rest.partition(";")[0]
        return answer.read()
