"""Count the lines of play of a given length, to compare the rules with other programs."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from game.engine import compiled
from game.engine.convert import is_supported
from game.management.positions import START, named_position, named_variant
from game.rules import Position, Variant, legal_moves, perft

MAX_DEPTH = 20
"""Far too deep from the start, but endings with few moves allow deep counts."""


class Command(BaseCommand):
    """`python manage.py perft VARIANT DEPTH [--fen FEN] [--divide] [--engine]`."""

    help = "Count the lines of play of a given length; the last line written is the count"
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask for a rule set and a depth."""
        parser.add_argument("variant", help="a rule set, such as english or brazilian")
        parser.add_argument("depth", help=f"how many plies, 0 to {MAX_DEPTH}")
        parser.add_argument("--fen", default=START, help="a position; by default, the start")
        parser.add_argument("--divide", action="store_true", help="first print each move's count")
        parser.add_argument(
            "--engine",
            action="store_true",
            help="count with the compiled engine, fifty times as fast",
        )

    def handle(self, *args: object, **options: Any) -> None:
        """Write the count, preceded by each first move's count if requested."""
        variant = named_variant(options["variant"])
        depth = _read_depth(options["depth"])
        position = named_position(options["fen"], variant)
        count_lines = _engine_perft(variant) if options["engine"] else perft
        if not options["divide"] or depth == 0:
            self.stdout.write(str(count_lines(position, variant, depth)))
            return
        total = 0
        for move in legal_moves(position, variant):
            count = count_lines(position.after(move), variant, depth - 1)
            self.stdout.write(f"{move}: {count}")
            total += count
        self.stdout.write(str(total))


def _engine_perft(variant: Variant) -> Callable[[Position, Variant, int], int]:
    if not is_supported(variant):
        raise CommandError(
            f"the compiled engine does not play {variant.name}: its board is too large"
        )
    if not compiled.is_installed():
        raise CommandError("the compiled engine needs numba, which is not installed")
    return compiled.load().perft


def _read_depth(text: str) -> int:
    if not re.fullmatch(r"\d{1,4}", text, re.ASCII) or int(text) > MAX_DEPTH:
        raise CommandError(
            f"{text[:40]!r} is not a depth: give a whole number from 0 to {MAX_DEPTH}"
        )
    return int(text)
