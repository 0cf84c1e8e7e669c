"""A match between the engine and another program, or between two of its levels."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from game.engine import LEVELS
from game.management.parameters import add_parameters, read_parameters
from game.management.positions import named_variant
from game.programs.matches import MAX_PLIES, Adjudication, Tally, play_match
from game.programs.openings import KINDS, OFFICIAL, RANDOM, openings
from game.programs.peer import HubPeer, PlayerFailed
from game.programs.players import Player, own_player
from game.rules import Variant

STRENGTHS = ("full", *LEVELS)


class Command(BaseCommand):
    """`python manage.py match VARIANT --peer COMMAND`."""

    help = "Play a match against a program that speaks the HUB protocol, or against a level"
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask who plays, what, how often and how fast."""
        parser.add_argument("variant", help="a rule set, such as english or brazilian")
        parser.add_argument("--peer", help="the command that starts the other program")
        add_parameters(parser, "a parameter of the other program; may be given more than once")
        parser.add_argument("--against", help=f"instead of a peer: {', '.join(STRENGTHS)}")
        parser.add_argument("--level", default="full", help="our own strength")
        parser.add_argument("--games", type=int, default=100, help="an even number")
        parser.add_argument("--move-time", type=float, default=0.5, help="seconds per move")
        parser.add_argument(
            "--slack", type=float, default=1.0, help="extra seconds before a game is lost on time"
        )
        parser.add_argument("--openings", choices=KINDS, help="where the games begin")
        parser.add_argument("--seed", type=int, default=1, help="for the choice of openings")
        parser.add_argument(
            "--quiet-plies",
            type=int,
            default=MAX_PLIES,
            help="call a draw after this many plies in a row without a capture or a man's move",
        )
        parser.add_argument(
            "--call-endings",
            action="store_true",
            help="end a game once the endgame tables know its result",
        )
        parser.add_argument("--log", help="a file for the games, one line of JSON each")

    def handle(self, *args: object, **options: Any) -> None:
        """Play, with a line for each game and the score at the end."""
        variant = named_variant(options["variant"])
        games, seconds = options["games"], options["move_time"]
        if games < 2 or games % 2:
            raise CommandError(f"{games} games cannot be paired: give an even number")
        if not 0 < seconds < 3600:
            raise CommandError(f"--move-time must be more than 0 and less than an hour: {seconds}")
        kind = options["openings"] or OFFICIAL.get(variant.key, (RANDOM,))[0]
        log = _open_log(options["log"])
        tally = Tally()
        try:
            starts = openings(kind, variant, options["seed"])
            first = _own(options["level"], options["seed"])
            second = _opponent(variant, options)
        except ValueError as problem:
            raise CommandError(str(problem)) from problem
        try:
            adjudication = Adjudication(
                quiet_plies=options["quiet_plies"], by_tables=options["call_endings"]
            )
            for played in play_match(first, second, starts, games, seconds, adjudication):
                tally.add(played)
                if log is not None:
                    with log.open("a") as file:
                        file.write(json.dumps(played.record()) + "\n")
                result = {1.0: "won", 0.5: "drawn", 0.0: "lost"}[played.points]
                self.stdout.write(
                    f"{played.number}: {result} as {played.first.name.capitalize()} "
                    f"({played.why}, {played.game.ply} plies; {played.opening}); {tally.line()}"
                )
                self.stdout.flush()
        except PlayerFailed as problem:
            raise CommandError(f"the other program does not restart: {problem}") from problem
        finally:
            second.close()
        names = f"{first.name} against {second.name}"
        self.stdout.write(f"{variant.name}, {names}, {seconds} s per move")
        for line in tally.summary():
            self.stdout.write(line)


def _own(name: str, seed: int) -> Player:
    if name not in STRENGTHS:
        raise CommandError(f"there is no level {name[:40]!r}: choose one of {', '.join(STRENGTHS)}")
    return own_player(name, seed)


def _opponent(variant: Variant, options: dict[str, Any]) -> Player:
    if (options["peer"] is None) == (options["against"] is None):
        raise CommandError("choose one opponent: --peer COMMAND or --against LEVEL")
    if options["against"] is not None:
        return _own(options["against"], options["seed"] + 1)
    parameters = read_parameters(options["set"])
    try:
        return HubPeer(options["peer"], variant, parameters, options["slack"])
    except PlayerFailed as problem:
        raise CommandError(f"the other program does not play: {problem}") from problem


def _open_log(path: str | None) -> Path | None:
    if path is None:
        return None
    log = Path(path)
    try:
        log.write_text("")
    except OSError as failure:
        raise CommandError(f"cannot write the log: {failure}") from failure
    return log
