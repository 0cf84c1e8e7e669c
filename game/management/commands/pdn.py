"""Read a game file: what each game is, how far it can be replayed, and its problems."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from game.notation import format_fen
from game.notation.pdn import ReadGame, read_pdn

MAX_FILE_BYTES = 50 * 2**20
FROM_STDIN = "-"


class Command(BaseCommand):
    """`python manage.py pdn FILE [--json]`.

    A file without games is an error for people; programs get an empty list and a message on stderr.
    """

    help = "Replay the games of a PDN file and report their problems"
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask for a file."""
        parser.add_argument("file", help="a PDN file, or - for standard input")
        parser.add_argument("--json", action="store_true", help="write one JSON list")

    def handle(self, *args: object, **options: Any) -> None:
        """Write a line, or a JSON object, for each game."""
        games = read_pdn(_content(options["file"]))
        no_games = f"{options['file'][:200]!r} has no game in it, neither tags nor moves"
        if options["json"]:
            if not games:
                self.stderr.write(no_games)
            self.stdout.write(json.dumps([_as_json(read) for read in games]))
            return
        if not games:
            raise CommandError(no_games)
        for number, read in enumerate(games, start=1):
            self.stdout.write(f"{number}. {read.variant.name}: {read.plies} plies, {read.result}")
            for problem in read.problems:
                self.stdout.write(
                    f"   line {problem.line}, after {problem.ply} plies: {problem.message}"
                )


def _content(name: str) -> bytes:
    try:
        if name == FROM_STDIN:
            content = sys.stdin.buffer.read(MAX_FILE_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                content = file.read(MAX_FILE_BYTES + 1)
    except OSError as problem:
        raise CommandError(f"{name[:200]!r} cannot be read: {problem.strerror}") from problem
    if len(content) > MAX_FILE_BYTES:
        raise CommandError(f"{name[:200]!r} is larger than {MAX_FILE_BYTES // 2**20} MB")
    return content


def _as_json(read: ReadGame) -> dict[str, object]:
    game = read.game
    return {
        "variant": read.variant.key,
        "plies": read.plies,
        "final_fen": format_fen(game.position, game.variant) if game else None,
        "result": read.result,
        "problems": [
            {
                "kind": problem.kind,
                "line": problem.line,
                "ply": problem.ply,
                "message": problem.message,
            }
            for problem in read.problems
        ],
    }
