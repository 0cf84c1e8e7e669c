"""Make the endgame tables of a game, or check the existing ones."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from game.engine import compiled
from game.engine.endgames import DamagedTables, files
from game.management.positions import named_variant
from game.rules import Variant

if TYPE_CHECKING:
    from game.engine.endgames.making import Step
    from game.engine.kernel.endings import Census

BAR = 40


class Command(BaseCommand):
    """`python manage.py endgames VARIANT PIECES [--check] [--ship]`."""

    help = "Make endgame tables; an interrupted run resumes where it stopped"
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask for a rule set and a number of pieces."""
        parser.add_argument("variant", help="a rule set, such as english or brazilian")
        parser.add_argument("pieces", help="the most pieces on the board, both sides': 2 to 5")
        parser.add_argument(
            "--check",
            action="store_true",
            help="make nothing, but check the tables that the computer plays with",
        )
        parser.add_argument(
            "--ship", action="store_true", help="pack them to come with the program"
        )

    def handle(self, *args: object, **options: Any) -> None:
        """Make or check, with a progress bar, and print what is in the tables."""
        variant = named_variant(options["variant"])
        if options["pieces"] not in ("2", "3", "4", "5"):
            raise CommandError(f"{options['pieces'][:40]!r} pieces: give 2, 3, 4 or 5")
        pieces = int(options["pieces"])
        if not compiled.is_installed():
            raise CommandError("making endgame tables needs numba, which is not installed")
        self._began = time.monotonic()
        self._shown = ""
        try:
            self._run(variant, pieces, check=options["check"], ship=options["ship"])
        except KeyboardInterrupt:
            raise CommandError("interrupted; run the same command to go on from here") from None

    def _run(self, variant: Variant, pieces: int, *, check: bool, ship: bool) -> None:
        compiled.load()
        from game.engine.endgames import making

        try:
            if check:
                making.check(variant, pieces, self._show)
                self.stdout.write("every position is correct")
                return
            made = making.Making(variant, pieces, making.scratch_folder())
            for step in made.run():
                self._show(step)
            for count in range(2, pieces + 1):
                self.stdout.write(f"{count} pieces: {_in_words(made.census(count))}")
            path = self._place(variant.key, ship=ship)
            if path is None:
                self.stdout.write("there is no writable folder, so the tables are not kept")
                return
            self.stdout.write("packing")
            made.pack(path)
            self.stdout.write(f"{path}: {path.stat().st_size:,} bytes")
        except (making.GenerationError, DamagedTables) as problem:
            raise CommandError(str(problem)) from problem

    def _place(self, variant: str, *, ship: bool) -> Path | None:
        home = files.SHIPPED if ship else files.tables_folder()
        return None if home is None else home / f"{variant}.xz"

    def _show(self, step: Step) -> None:
        """Redraw the bar on a terminal; elsewhere write a line at each tenth."""
        share = step.done / step.total
        men, kings, opp_men, opp_kings = step.balance
        text = (
            f"[{'#' * int(share * BAR):<{BAR}}] {share:4.0%}"
            f"  {men} men {kings} kings against {opp_men} men {opp_kings} kings"
        )
        if self.stdout.isatty():
            self.stdout.write(f"\r{text}", ending="\n" if step.done == step.total else "")
            self.stdout.flush()
        elif (tenth := f"{int(share * 10) * 10} %") != self._shown:
            self._shown = tenth
            seconds = time.monotonic() - self._began
            self.stderr.write(f"{tenth} after {seconds:.0f} s", ending="\n")


def _in_words(found: Census) -> str:
    longest = f"longest win {found.longest_win} plies, longest loss {found.longest_loss}"
    return (
        f"{found.positions:,} positions, {found.won:,} won, {found.lost:,} lost,"
        f" {found.drawn:,} drawn; {longest}"
    )
