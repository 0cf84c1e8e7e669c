"""The engine for other programs: the HUB protocol, version 2, on standard input and output."""

from __future__ import annotations

import contextlib
import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from game.management.lines import read_lines
from game.management.parameters import add_parameters, read_parameters
from game.programs.session import HubSession

MAX_LINE_BYTES = 100_000
"""The most bytes of a line that are read; the moves of the longest game take a tenth of it."""


class Command(BaseCommand):
    """`python manage.py hub [--set NAME=VALUE]`."""

    help = "Let another program talk to the engine, in the HUB protocol"
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add parameters, for programs that cannot set them."""
        add_parameters(parser, "a parameter's default, such as variant=international")

    def handle(self, *args: object, **options: Any) -> None:
        """Answer until ``quit`` or the end of the input."""
        session = HubSession(_write)
        for name, value in read_parameters(options["set"]).items():
            try:
                session.parameters.set(name, value)
            except ValueError as problem:
                raise CommandError(str(problem)) from problem
        with contextlib.suppress(KeyboardInterrupt):
            session.serve(read_lines(sys.stdin.buffer, MAX_LINE_BYTES))


def _write(line: str) -> None:
    try:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone away; the end of the input follows and ends the session.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
