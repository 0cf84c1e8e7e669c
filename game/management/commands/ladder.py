"""Let neighbouring levels play each other, to check that each is a step up."""

from __future__ import annotations

from argparse import ArgumentParser
from itertools import pairwise
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from game.engine import LEVELS
from game.management.positions import named_variant
from game.programs.matches import Adjudication, Tally, play_match
from game.programs.openings import OFFICIAL, RANDOM, openings
from game.programs.players import LevelPlayer

GOAL = 0.75
"""What a level should score against the one below it."""
GOALS = {"easy": 0.6}
"""Easy makes mistakes, which Beginner does not: a smaller step than the others."""
QUIET_PLIES = 60
"""Plies without a capture or a man's move after which a game is adjudicated a draw."""


class Command(BaseCommand):
    """`python manage.py ladder [--games 60] [--share 0.1]`."""

    help = "Let each level play the one below it"
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask how many games, and how fast."""
        parser.add_argument("--variant", default="english", help="a rule set")
        parser.add_argument("--games", type=int, default=60, help="for each pair, an even number")
        parser.add_argument(
            "--share", type=float, default=0.1, help="of each level's normal thinking time"
        )
        parser.add_argument("--levels", nargs="*", help="only these, weakest first")
        parser.add_argument("--seed", type=int, default=1, help="for openings and levels' choices")

    def handle(self, *args: object, **options: Any) -> None:
        """Play each pair and print its score in a line."""
        variant = named_variant(options["variant"])
        games, share, keys = options["games"], options["share"], options["levels"] or list(LEVELS)
        if games < 2 or games % 2:
            raise CommandError(f"{games} games cannot be paired: give an even number")
        if not 0 < share <= 10:
            raise CommandError(f"{share} is not a share: give a number such as 0.1")
        unknown = [key for key in keys if key not in LEVELS]
        if unknown:
            raise CommandError(
                f"there is no level {unknown[0][:40]!r}: choose from {', '.join(LEVELS)}"
            )
        if len(keys) < 2:
            raise CommandError("a ladder needs two levels")
        kind = OFFICIAL.get(variant.key, (RANDOM,))[0]
        for below, above in pairwise(keys):
            tally = Tally()
            pair = (
                LevelPlayer(LEVELS[above], options["seed"], share),
                LevelPlayer(LEVELS[below], options["seed"] + 1, share),
            )
            starts = openings(kind, variant, options["seed"])
            for played in play_match(*pair, starts, games, 0.0, Adjudication(QUIET_PLIES)):
                tally.add(played)
            goal = GOALS.get(above, GOAL)
            verdict = "as it should be" if tally.score >= goal else f"below {goal:.0%}"
            self.stdout.write(f"{above} against {below}: {tally.line()}, {verdict}")
            self.stdout.flush()
