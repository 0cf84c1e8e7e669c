"""The positions of the lessons, and what each one shows.

Data only. The labels are in ``game.web.learn.labels``, rendering is in ``game.web.learn.diagrams``;
the tests check every line below against the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from game.notation import find_move, format_fen, parse_fen, parse_square
from game.rules import VARIANTS, Game, Move, Variant


@dataclass(frozen=True)
class Lesson:
    """A position that teaches something."""

    key: str
    """Its name in templates, and its key in ``labels.TITLES``."""
    rules: str
    """Key of the rule set."""
    fen: str = ""
    """Where the game begins; empty for the standard start."""
    before: str = ""
    """Moves played to reach the position shown."""
    pieces: str = ""
    """Squares of the pieces whose moves are shown."""
    line: str = ""
    """Moves to show, the first of them marked on the board."""

    @property
    def variant(self) -> Variant:
        """The rules of the lesson."""
        return VARIANTS[self.rules]

    @cached_property
    def played(self) -> tuple[Game, ...]:
        """The game after each move, from its beginning up to the position shown."""
        start = parse_fen(self.fen, self.variant) if self.fen else None
        return _play(Game(self.variant, start), self.before)

    @property
    def game(self) -> Game:
        """The position shown."""
        return self.played[-1]

    @cached_property
    def shown(self) -> tuple[Move, ...]:
        """The moves of the line, in order."""
        return _play(self.game, self.line)[-1].moves[self.game.ply :]

    @property
    def origins(self) -> list[int]:
        """The squares of the pieces whose moves are shown."""
        return [parse_square(name, self.variant.board) for name in self.pieces.split()]

    @property
    def start(self) -> str:
        """The position shown, as FEN for the form that starts a game from it."""
        return format_fen(self.game.position, self.variant)


def _play(game: Game, line: str) -> tuple[Game, ...]:
    games = [game]
    for text in line.split():
        games.append(games[-1].play(find_move(text, games[-1].position, game.variant)))
    return tuple(games)


LESSONS: dict[str, dict[str, Lesson]] = {
    rules: {lesson.key: lesson for lesson in lessons}
    for rules, lessons in {
        "english": (
            Lesson("start", "english"),
            Lesson("man", "english", "B:W31,32:B5,10", pieces="5 10"),
            Lesson("must", "english", "B:W18,27,31:B6,12,15", line="15x22"),
            Lesson("double", "english", "B:W14,22,32:B1,10", line="10x17x26"),
            Lesson("choice", "english", "B:W15,16,24,32:B2,11", pieces="11"),
            Lesson("king", "english", "B:W28,32:B1,K15", pieces="15"),
            Lesson("crowned", "english", "B:W25,26,32:B2,21", line="21x30"),
            Lesson("opening", "english", before="11-15 22-18 15x22 25x18 8-11 29-25"),
            Lesson("shot", "english", "B:W18,21,26,28:B12,13,16,20", line="20-24 28x19 16x23x30"),
            Lesson("opposition", "english", "B:W18:B10", pieces="10"),
        ),
        "brazilian": (
            Lesson("start", "brazilian"),
            Lesson("man", "brazilian", "W:W23,28:B1,2", pieces="h2 e3"),
            Lesson("must", "brazilian", "W:W18,21,27:B2,6,15", line="d4xf6"),
            Lesson("backward", "brazilian", "W:W18,30:B2,23", line="d4xf2"),
            Lesson("double", "brazilian", "W:W23,32:B1,11,19", line="e3xg5xe7"),
            Lesson("choice", "brazilian", "W:W22,31:B1,9,17,18", pieces="c3"),
            Lesson("king", "brazilian", "W:W32,K30:B1,5", pieces="c1"),
            Lesson("afar", "brazilian", "W:W32,K29:B1,2,18", pieces="a1"),
            Lesson("stays", "brazilian", "W:W28,K1:B10,14,25,26", line="b8xf4xc1xa3"),
            Lesson("crowned", "brazilian", "W:W11,28:B1,6,7", line="f6xd8xb6"),
            Lesson("opening", "brazilian", before="c3-d4 b6-a5 d4-c5 d6xb4 a3xc5 f6-g5"),
            Lesson("shot", "brazilian", "W:W17,22,25:B9,11,13", line="b4-c5 b6xd4 c3xe5xg7"),
            Lesson("opposition", "brazilian", "W:W23:B15", pieces="e3"),
        ),
    }.items()
}
"""By rule set and key, in teaching order."""
