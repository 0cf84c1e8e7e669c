"""Compile the engine, once on each machine and again after an upgrade."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from game.engine import compiled


class Command(BaseCommand):
    """`python manage.py compile_engine`."""

    help = "Compile the engine if that has not been done, with a line for each step"
    requires_system_checks = ()

    def handle(self, *args: object, **options: object) -> None:
        """Compile what is missing; say nothing when nothing is."""
        if compiled.is_installed() and not compiled.is_ready():
            self.stdout.write("Engine: compiling, once; this takes up to a minute")
            compiled.prepare(lambda words: self.stdout.write(f"Engine: {words}"))
