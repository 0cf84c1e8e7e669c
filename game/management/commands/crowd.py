"""``crowd``: many people at tables over HTTP at once, and how long they wait for responses."""

from __future__ import annotations

import os
import threading
import time
from argparse import ArgumentParser
from queue import Queue
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from game.management.crowd import (
    MOVE,
    NEWS,
    NOTHING_NEW,
    PAGE,
    SECONDS_TO_JOIN,
    Habits,
    Player,
    Spectator,
    Tally,
)
from game.management.served import Server, server

BETWEEN_ARRIVALS = 0.2
"""Seconds between two people opening the site: they do not all come at once."""
MAX_SHOWN = 5
"""The most errors that are printed."""


class Command(BaseCommand):
    """`python manage.py crowd`."""

    help = "Have a crowd play at tables of a real server, and print how long it waits"
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Offer how many people there are, for how long, and how fast they play."""
        add = parser.add_argument
        add("--tables", type=int, default=100, help="two play at each")
        add("--spectators", type=int, default=20)
        add("--seconds", type=float, default=60, help="how long to measure once all are seated")
        add("--pace", type=float, default=3, help="seconds between moves of one player; 0: none")
        add("--most-ms", type=float, help="fail if one move in a hundred takes longer")

    def handle(self, *args: object, **options: float) -> None:
        """Print the figures; CommandError if anyone got an error or waited too long."""
        pace = options["pace"]
        rhythm = f"every {pace:g} s" if pace else "as soon as possible"
        database = "PostgreSQL" if settings.POSTGRESQL else "SQLite"
        self.stdout.write(
            f"{options['tables']} tables, {options['spectators']} spectators, {database};"
            f" each player moves {rhythm}; system load before: {os.getloadavg()[0]:.1f}"
        )
        # Behind a proxy everyone has their own address: tables from one address are limited.
        environment = {"CHECKERS_BEHIND_PROXY": "true"}
        tally = Tally()
        with (
            TemporaryDirectory(prefix="crownhead-crowd-") as folder,
            server(folder, **environment) as at,
        ):
            spent, measured = self._play(at, tally, options)
        if len(tally.seconds.get(MOVE, [])) > 1:
            self._report(tally, spent, measured)
        if tally.errors:
            raise CommandError(
                f"{len(tally.errors)} errors: " + "; ".join(tally.errors[:MAX_SHOWN])
            )
        most = options["most_ms"]
        slowest = _percentile(tally.seconds[MOVE], 99)
        if most is not None and slowest > most:
            raise CommandError(f"One move in a hundred took {slowest:.0f} ms, not {most:.0f} ms.")

    def _play(self, at: Server, tally: Tally, options: dict[str, float]) -> tuple[float, float]:
        """Return the server's processor time in ms, and the seconds, while everyone played."""
        habits = Habits(options["pace"], threading.Event())
        players, number = [], 0
        for _ in range(int(options["tables"])):
            table_queue: Queue[str] = Queue()
            for is_host in (True, False):
                number += 1
                players.append(Player(number, at.port, habits, tally, table_queue, is_host=is_host))
                players[-1].start()
                time.sleep(BETWEEN_ARRIVALS)
        deadline = time.monotonic() + SECONDS_TO_JOIN
        for player in players:
            while not player.is_seated.wait(0.1) and not tally.errors:
                if time.monotonic() > deadline:
                    tally.errors.append(f"{player.name} found no seat")
        numbers = range(number + 1, number + 1 + int(options["spectators"]))
        people = [*players, *(Spectator(n, at.port, habits, tally, players) for n in numbers)]
        for spectator in people[len(players) :]:
            spectator.start()
        before, began = at.cpu(), time.monotonic()
        tally.is_counting = True
        if not tally.errors:
            habits.wait(options["seconds"])
        tally.is_counting = False
        spent, measured = at.cpu() - before, time.monotonic() - began
        habits.stop.set()
        for person in people:
            person.join(SECONDS_TO_JOIN)
        return spent, measured

    def _report(self, tally: Tally, spent: float, measured: float) -> None:
        self.stdout.write(f"{'':20}{'per second':>10}{'median':>10}{'p99':>10}{'slowest':>10}")
        for kind in (MOVE, NEWS, NOTHING_NEW, PAGE):
            taken = tally.seconds.get(kind, [])
            if len(taken) < 2:
                continue
            times = (median(taken) * 1000, _percentile(taken, 99), max(taken) * 1000)
            columns = "".join(f"{ms:>7.0f} ms" for ms in times)
            rate = "" if kind == PAGE else f"{len(taken) / measured:.1f}"
            self.stdout.write(f"{kind:20}{rate:>10}{columns}")
        responses = sum(len(taken) for kind, taken in tally.seconds.items() if kind != PAGE)
        self.stdout.write(
            f"The server used {spent / measured / 10:.0f} % of a core,"
            f" {spent / max(responses, 1):.1f} ms per response. Games finished: {tally.games}."
            f" Errors: {len(tally.errors)}. System load after: {os.getloadavg()[0]:.1f}"
        )


def _percentile(seconds: list[float], percent: int) -> float:
    """Return a percentile in milliseconds."""
    return quantiles(seconds, n=100, method="inclusive")[percent - 1] * 1000
