"""The engine for other programs: the HUB protocol, version 2, on standard input and output."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Any

from django.core.management.base import BaseCommand

from game.management.lines import read_lines
from game.programs.session import HubSession

LONGEST_LINE = 100_000
"""Bytes of a line that are looked at: the moves of the longest game are a tenth of it."""


class Command(BaseCommand):
    """`python manage.py hub`."""

    help = "Let another program talk to the engine, in the HUB protocol"
    requires_system_checks = ()

    def handle(self, *args: object, **options: Any) -> None:
        """Answer until ``quit`` or the end of the input."""
        with contextlib.suppress(KeyboardInterrupt):
            HubSession(_write).serve(read_lines(sys.stdin.buffer, LONGEST_LINE))


def _write(line: str) -> None:
    try:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the answers is gone; the end of the input follows and ends the session.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
