"""Lines, positions and moves of the HUB protocol, version 2, between programs.

A line is ``command arg=value arg="value with spaces" flag``. A position is the side to move and one
character for each square, in numerical order. A move is origin, destination and captured squares.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from game.notation.fen import check_pieces, format_fen
from game.rules import (
    AmbiguousMove,
    IllegalMove,
    InvalidNotation,
    Move,
    Position,
    Side,
    Variant,
    legal_moves,
    squares_of,
)
from game.rules.geometry import bit

MAX_MOVE_LENGTH = 300
"""Longer than a capture of every piece on the largest board."""

_ARGUMENT = re.compile(r'([^\s="]+)(?:\s*=\s*(?:"([^"]*)"?|([^\s"]*)))?')
_MOVE = re.compile(r"\d{1,2}(?:-\d{1,2}|(?:x\d{1,2})+)", re.ASCII)
_PIECES = "wWbB"


@dataclass(frozen=True)
class HubLine:
    """A parsed line; a flag is an argument with an empty value."""

    command: str
    arguments: dict[str, str] = field(default_factory=dict)


def parse_hub_line(text: str) -> HubLine:
    """Parse a line; never fails. If an argument is repeated, the last value counts.

    An unclosed quote runs to the end of the line.
    """
    words = [match.groups(default="") for match in _ARGUMENT.finditer(text)]
    if not words:
        return HubLine("")
    return HubLine(words[0][0], {name: quoted or bare for name, quoted, bare in words[1:]})


def format_hub_line(command: str, *flags: str, **arguments: object) -> str:
    """Return a line of the protocol; ``_`` in an argument's name stands for ``-``.

    Values cannot contain quotes or line ends, which become ``'`` and a space.
    """
    parts = [command, *flags]
    for name, value in arguments.items():
        text = re.sub(r"\s", " ", str(value)).replace('"', "'")
        needs_quotes = not text or " " in text or "=" in text
        parts.append(f"{name.replace('_', '-')}=" + (f'"{text}"' if needs_quotes else text))
    return " ".join(parts)


def format_hub_position(position: Position, variant: Variant) -> str:
    """Return the side to move, then ``w b W B e`` for each square: men, kings, empty."""
    squares = ["e"] * variant.board.size
    for side, man in ((Side.WHITE, "w"), (Side.BLACK, "b")):
        for square in squares_of(position.men(side)):
            squares[square - 1] = man
        for square in squares_of(position.kings(side)):
            squares[square - 1] = man.upper()
    return position.side.letter + "".join(squares)


def parse_hub_position(text: str, variant: Variant) -> Position:
    """Return the position that ``format_hub_position`` would write as ``text``.

    Raises InvalidNotation for a wrong length or character, a man on its king row, or more pieces
    than the game has.
    """
    size = variant.board.size
    if len(text) != size + 1:
        raise InvalidNotation(text, f"a position of {variant.name} is {size + 1} characters")
    if text[0] not in "WB":
        raise InvalidNotation(text, "it must begin with W or B, the side to move")
    sets = dict.fromkeys(_PIECES, 0)
    for square, piece in enumerate(text[1:], start=1):
        if piece in sets:
            sets[piece] |= bit(square)
        elif piece != "e":
            raise InvalidNotation(text, f"{piece!r} is not one of w, b, W, B and e")
    position = Position(
        sets["b"], sets["B"], sets["w"], sets["W"], Side.WHITE if text[0] == "W" else Side.BLACK
    )
    check_pieces(text, position, variant)
    return position


def format_hub_move(move: Move) -> str:
    """Return ``32-28``; for a capture origin, destination, captured squares: ``28x19x23``."""
    if not move.captures:
        return f"{move.origin}-{move.destination}"
    return "x".join(map(str, (move.origin, move.destination, *move.captures)))


def find_hub_move(text: str, position: Position, variant: Variant) -> Move:
    """Return the legal move that ``text`` names; captured squares may come in any order.

    They may be left out if origin and destination suffice. Raises InvalidNotation, IllegalMove or
    AmbiguousMove.
    """
    if len(text) > MAX_MOVE_LENGTH or not _MOVE.fullmatch(text):
        raise InvalidNotation(text, "a move is written 32-28, or 28x19x23: from, to, all captured")
    origin, landing, *captured = map(int, re.split("[-x]", text))
    matching = [
        move
        for move in legal_moves(position, variant)
        if (move.origin, move.destination) == (origin, landing) and move.is_capture == ("x" in text)
    ]
    if captured:
        matching = [move for move in matching if sorted(move.captures) == sorted(captured)]
    if not matching:
        raise IllegalMove(text, format_fen(position, variant))
    if len(matching) > 1:
        raise AmbiguousMove(text, matching)
    return matching[0]
