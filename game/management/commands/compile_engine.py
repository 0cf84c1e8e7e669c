"""Compile the engine and unpack its tables, once on each machine and again after an upgrade."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from game.engine import compiled, endgames


class Command(BaseCommand):
    """`python manage.py compile_engine`."""

    help = "Compile the engine and unpack its endgame tables, if that has not been done"
    requires_system_checks = ()

    def handle(self, *args: object, **options: object) -> None:
        """Make what is missing; say nothing when nothing is."""
        if compiled.is_installed() and not compiled.is_ready():
            self.stdout.write("Engine: compiling, once; this takes up to a minute")
            compiled.prepare(self._say)
        try:
            endgames.prepare(self._say)
        except (endgames.BadTables, OSError) as problem:
            # Games go on without them.
            self.stderr.write(f"Engine: {problem}")

    def _say(self, words: str) -> None:
        self.stdout.write(f"Engine: {words}")
