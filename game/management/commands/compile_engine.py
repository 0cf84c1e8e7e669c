"""Compile the engine and unpack its tables, once on each machine and again after an upgrade."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from game.engine import compiled, endgames


class Command(BaseCommand):
    """`python manage.py compile_engine`."""

    help = "Compile the engine and unpack its endgame tables, where missing or damaged"
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the option for the start of a server."""
        parser.add_argument(
            "--before-serving",
            action="store_true",
            help="leave damaged code to the server, which meanwhile plays without it",
        )

    def handle(self, *args: object, **options: object) -> None:
        """Make what is missing or damaged; print nothing if nothing is."""
        if options["before_serving"] and compiled.is_installed() and compiled.is_damaged():
            self.stdout.write("Engine: its compiled code is damaged and will be made again")
        elif compiled.is_installed() and not compiled.is_ready():
            self.stdout.write("Engine: compiling, once; this takes up to a minute")
            compiled.prepare(self._write)
        try:
            endgames.prepare(self._write)
        except (endgames.DamagedTables, OSError) as problem:
            # Games can be played without them.
            self.stderr.write(f"Engine: {problem}")

    def _write(self, words: str) -> None:
        self.stdout.write(f"Engine: {words}")
