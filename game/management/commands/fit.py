"""Fit the compiled engine's evaluation to games that it plays against itself."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from game.engine import compiled
from game.engine.convert import is_supported
from game.engine.weights import FITTED, family_of
from game.rules import VARIANTS

FAMILIES = sorted({family_of(variant) for variant in VARIANTS.values() if is_supported(variant)})
MIN_GAMES, MIN_NODES = 10, 50


class Command(BaseCommand):
    """`python manage.py fit FAMILY [--games N] [--nodes N] [--rounds N] [--seed N]`."""

    help = "Fit the evaluation of a family of games to games of the engine against itself"
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask for a family, and how much to play."""
        parser.add_argument("family", help=f"one of {', '.join(FAMILIES)}")
        parser.add_argument("--games", type=int, default=20_000, help="to play in each round")
        parser.add_argument("--nodes", type=int, default=500, help="to search for each move")
        parser.add_argument(
            "--rounds", type=int, default=3, help="each with the weights of the one before"
        )
        parser.add_argument("--seed", type=int, default=1, help="for the openings of the games")
        parser.add_argument("--terms-only", action="store_true", help="leave out patterns of men")
        parser.add_argument("--go-on", action="store_true", help="start from the weights in use")
        parser.add_argument(
            "--endings",
            action="store_true",
            help="fit only the values of pairs of pieces in endings",
        )
        parser.add_argument("--out", type=Path, help="the file to write; by default the one in use")

    def handle(self, *args: object, **options: Any) -> None:
        """Play, fit, and write the file."""
        family = options["family"]
        if family not in FAMILIES:
            raise CommandError(f"there is no family {family!r}: give one of {', '.join(FAMILIES)}")
        if options["games"] < MIN_GAMES or options["nodes"] < MIN_NODES:
            raise CommandError(f"give at least {MIN_GAMES} games and {MIN_NODES} nodes")
        if options["rounds"] < 1:
            raise CommandError("give at least one round")
        if not compiled.is_installed():
            raise CommandError("the compiled engine needs numba, which is not installed")
        compiled.load()
        text = _endings(options, self) if options["endings"] else _games(options, self)
        out = options["out"] or FITTED / f"{family}.json"
        try:
            out.parent.mkdir(parents=True, exist_ok=True)
            out.write_text(text)
        except OSError as failure:
            raise CommandError(f"{out} cannot be written: {failure.strerror}") from None
        self.stdout.write(f"written to {out}")


def _games(options: dict[str, Any], command: BaseCommand) -> str:
    # Both import the compiler, which few commands need.
    from game.engine.training import Plan, train

    plan = Plan(
        family=options["family"],
        games=options["games"],
        nodes=options["nodes"],
        rounds=options["rounds"],
        seed=options["seed"],
        with_patterns=not options["terms_only"],
        goes_on=options["go_on"],
    )
    return train(plan, command.stdout.write)


def _endings(options: dict[str, Any], command: BaseCommand) -> str:
    from game.engine.ending_training import EndingPlan, has_tables, train_endings

    family = options["family"]
    if options["go_on"] or options["terms_only"]:
        raise CommandError("--endings starts from the weights in use and fits nothing else")
    if not has_tables(family):
        raise CommandError(f"there are no endgame tables to judge endings of {family} by")
    plan = EndingPlan(
        family, options["games"], options["nodes"], options["rounds"], options["seed"]
    )
    return train_endings(plan, command.stdout.write)
