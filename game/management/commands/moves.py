"""List the legal moves of a position, or of every position that a program sends.

People read them in the game's own notation, programs with numbered squares in every game.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from game.management.lines import read_lines
from game.management.positions import named_position, named_variant, read_position
from game.notation import format_move, square_name
from game.rules import InvalidNotation, Move, Variant, legal_moves

MAX_LINE_BYTES = 10_000
"""The most bytes of a line that are read; no position needs a quarter of them."""
FROM_STDIN = "-"


class Command(BaseCommand):
    """`python manage.py moves VARIANT FEN [--json]`."""

    help = "List the legal moves of a position"
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask for a rule set and a position."""
        parser.add_argument("variant", help="a rule set, such as english or brazilian")
        parser.add_argument(
            "fen",
            help="a position such as B:W21-32:B1-12; the word start; or - to read one per line "
            "from standard input and write one line of JSON for each",
        )
        parser.add_argument("--json", action="store_true", help="write one JSON list")

    def handle(self, *args: object, **options: Any) -> None:
        """Write the moves; a line of input that is invalid is answered with an error."""
        variant = named_variant(options["variant"])
        if options["fen"] == FROM_STDIN:
            self._answer_lines(variant)
            return
        moves = legal_moves(named_position(options["fen"], variant), variant)
        if options["json"]:
            self.stdout.write(json.dumps(_as_json(moves)))
        elif not moves:
            self.stderr.write("There is no legal move: the side to move has lost.")
        else:
            for move in moves:
                self.stdout.write(_in_words(move, variant))

    def _answer_lines(self, variant: Variant) -> None:
        try:
            for line in read_lines(sys.stdin.buffer, MAX_LINE_BYTES):
                self.stdout.write(json.dumps(_answer(line, variant)))
                self.stdout.flush()
        except BrokenPipeError:
            # The reader has gone away. Without this, Python would complain again when it exits.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _answer(line: str, variant: Variant) -> object:
    try:
        return _as_json(legal_moves(read_position(line, variant), variant))
    except InvalidNotation as problem:
        return {"error": str(problem)}


def _as_json(moves: tuple[Move, ...]) -> list[dict[str, object]]:
    return [{"move": str(move), "captures": list(move.captures)} for move in moves]


def _in_words(move: Move, variant: Variant) -> str:
    text = format_move(move, variant)
    if not move.captures:
        return text
    taken = (square_name(square, variant.board, variant.notation) for square in move.captures)
    return f"{text} taking {', '.join(taken)}"
