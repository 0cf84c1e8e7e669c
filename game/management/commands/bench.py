"""Measure what players wait for: pages, the computer's moves, the engine, the rules themselves.

Times depend on the machine and its load, so what counts is the ratios within one run. The pages are
those of a real server with its own temporary database.
"""

from __future__ import annotations

import random
import tempfile
import time
from argparse import ArgumentParser
from functools import partial
from statistics import mean, quantiles

from django.core.management.base import BaseCommand

from game.engine import compiled
from game.engine.levels import LEVELS
from game.management import hub_bench, load_bench, worker_bench
from game.management.served import Browser, Server, server
from game.play.computer.opponent import choose_reply
from game.rules import VARIANTS, Game, perft

GAMES, PLIES = 6, 40
PERFT_DEPTHS = {"english": 7, "brazilian": 6}
WORKERS_UP = 60.0
"""Seconds that the first reply may wait for the workers to start."""


class Command(BaseCommand):
    """`python manage.py bench`."""

    help = "Measure pages, the computer's replies and the rules, and print the figures"
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add a seed, so that a run can be repeated."""
        parser.add_argument("--seed", type=int, default=1, help="for the games that are played")

    def handle(self, *args: object, **options: int) -> None:
        """Print one figure per line."""
        rng = random.Random(options["seed"])
        for name, depth in PERFT_DEPTHS.items():
            self._rules(name, depth)
        if compiled.is_installed():
            from game.management.engine_bench import report

            report(self._write, rng)
        # A server starts its workers before anyone plays.
        choose_reply(Game(VARIANTS["english"]), "beginner", 1, time.monotonic() + WORKERS_UP)
        for name in PERFT_DEPTHS:
            self._replies(name, rng)
        worker_bench.report(self._write, rng)
        hub_bench.report(self._write)
        settings = {"DJANGO_SETTINGS_MODULE": "checkers_site.bench_settings"}
        with (
            tempfile.TemporaryDirectory(prefix="crownhead-bench-") as folder,
            server(folder, **settings) as at,
        ):
            for name in PERFT_DEPTHS:
                self._pages(at, name, rng)
            load_bench.report(self._write, at)

    def _write(self, what: str, figure: str) -> None:
        self.stdout.write(f"{what:<58} {figure}")

    def _rules(self, name: str, depth: int) -> None:
        variant = VARIANTS[name]
        began = time.process_time()
        nodes = perft(variant.start, variant, depth)
        seconds = time.process_time() - began
        self._write(
            f"{variant.name}: perft {depth}, pure Python", f"{nodes / seconds:,.0f} nodes/s"
        )

    def _replies(self, name: str, rng: random.Random) -> None:
        level = LEVELS["beginner"]
        taken = []
        for _ in range(20):
            game = random_game(name, rng, rng.randrange(4, 50))
            if game.outcome is not None:
                continue
            began = time.monotonic()
            choose_reply(game, level.key, rng.randrange(2**31), began + level.budget_ms / 1000)
            taken.append((time.monotonic() - began) * 1000)
        self._write(
            f"{VARIANTS[name].name}: {level.key}'s reply",
            f"median {quantiles(taken)[1]:.0f} ms, slowest {max(taken):.0f} ms, "
            f"{max(taken) / level.budget_ms:.2f} of its time",
        )

    def _pages(self, at: Server, name: str, rng: random.Random) -> None:
        """Let two friends play, and load the page once after each move, as players do."""
        page_cpu, bare_cpu, raw, brotli, fragment = [], [], [], [], []
        for _ in range(GAMES):
            browser = Browser(at.port)
            start_game(browser, name)
            for _ in range(PLIES):
                moves = browser.moves
                if not moves:
                    break
                form = browser.form(move=rng.choice(moves))
                browser.request("/move", form, {"HX-Request": "true"})
                fragment.append(browser.bytes_received)
                page_cpu.append(at.cpu_of(partial(browser.request, "/")))
                bare_cpu.append(at.cpu_of(partial(browser.fetch, "GET", "/bare")))
                raw.append(len(browser.page))
                brotli.append(browser.bytes_received)
            browser.close()
        title = VARIANTS[name].name
        ratio = mean(page_cpu) / mean(bare_cpu)
        self._write(
            f"{title}: page after a move, CPU",
            f"{ratio:.1f} bare views ({mean(page_cpu):.2f} ms to {mean(bare_cpu):.2f} ms)",
        )
        self._write(f"{title}: that page, raw", f"{mean(raw):,.0f} bytes, at most {max(raw):,}")
        self._write(
            f"{title}: that page, brotli", f"{mean(brotli):,.0f} bytes, at most {max(brotli):,}"
        )
        self._write(
            f"{title}: the part htmx swaps, brotli",
            f"{mean(fragment):,.0f} bytes, at most {max(fragment):,}",
        )


def random_game(name: str, rng: random.Random, plies: int) -> Game:
    """Return a game of random legal moves, up to ``plies`` or its end."""
    game = Game(VARIANTS[name])
    while game.ply < plies and game.outcome is None:
        game = game.play(rng.choice(game.legal_moves))
    return game


def start_game(browser: Browser, variant: str) -> None:
    """Start a game between two friends."""
    browser.request("/new")
    choices = {"variant": variant, "opponent": "friend", "player": "B", "level": "beginner"}
    token = {"csrfmiddlewaretoken": browser.field("csrfmiddlewaretoken")}
    browser.request("/new", choices | token)
    browser.request("/")
