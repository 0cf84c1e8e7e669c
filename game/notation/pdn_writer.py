"""Writing games as strict PDN 3.0, which every program can read."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence

from game.notation.fen import format_fen
from game.notation.movetext import format_move
from game.notation.squares import square_name
from game.rules import VARIANTS, Game, Move, Outcome, Side, Variant

LINE = 80
"""The most characters in a line; some older programs cannot read more."""
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black")
_UNKNOWN = {"Date": "????.??.??"}
_TWO_POINTS = ("20", "27")
"""GameTypes whose results are 2-0, 1-1 and 0-2 (PDN 3.0)."""
_SHARED_TYPES = {
    number
    for number, games in Counter(variant.pdn_game_type for variant in VARIANTS.values()).items()
    if games > 1
}
"""GameTypes of more than one game: PDN has no number for some. A tag Variant tells them apart."""


def format_pdn(
    game: Game, tags: Mapping[str, str], comments: Mapping[int, str] | None = None
) -> str:
    """Return the game with its tags, roster first, ending with its terminator and a newline.

    Any tag may be missing from ``tags``; Result, GameType and FEN are derived from the game.
    ``comments`` go after the plies that they are keyed by, the first of which is 1.
    """
    variant = game.variant
    written = {name: tags.get(name, _UNKNOWN.get(name, "?")) for name in ROSTER}
    written["Result"] = result(game.outcome, variant)
    written |= {name: value for name, value in tags.items() if name not in written}
    written["GameType"] = variant.pdn_game_type
    if variant.pdn_game_type in _SHARED_TYPES:
        written["Variant"] = variant.name
    if game.start != variant.start:
        written |= {"SetUp": "1", "FEN": format_fen(game.start, variant)}
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in written.items()]
    return "\n".join([*lines, "", *textwrap.wrap(_movetext(game, comments or {}), LINE), ""])


def result(outcome: Outcome | None, variant: Variant) -> str:
    """Return ``1-0`` if the side that moved first has won, ``*`` while the game goes on."""
    if outcome is None:
        return "*"
    has_two_points = variant.pdn_game_type.split(",")[0] in _TWO_POINTS
    if outcome.winner is None:
        return "1-1" if has_two_points else "1/2-1/2"
    points = ("2-0", "0-2") if has_two_points else ("1-0", "0-1")
    return points[outcome.winner is not variant.first_to_move]


def short_move(move: Move, game: Game) -> str:
    """Return the move as origin and destination; with all its squares if that is ambiguous."""
    variant = game.variant
    ends = (move.origin, move.destination)
    alike = [other for other in game.legal_moves if (other.origin, other.destination) == ends]
    if len(alike) > 1:
        return format_move(move, variant)
    names = (square_name(square, variant.board, variant.notation) for square in ends)
    return (variant.capture_sign if move.captures else "-").join(names)


def clock_comments(game: Game, full: int, times: Sequence[int]) -> dict[int, str]:
    """Return what the clocks showed after each move as PDN comments, for ``format_pdn``.

    ``times`` has the milliseconds that the mover had left after each of the last moves; both sides
    started with ``full``. The side whose time runs next has a capital letter.
    """
    at, line = game, []
    for _ in times:
        line.append(at)
        at = at.undo()
    left = dict.fromkeys(Side, full)
    comments = {}
    for after, time in zip(reversed(line), times, strict=True):
        runs = after.position.side
        left[runs.other] = time
        shown = (
            f"{side.letter if side is runs else side.letter.lower()}{_clock_time(left[side])}"
            for side in (Side.WHITE, Side.BLACK)
        )
        comments[after.ply] = f"{{[%clock {' '.join(shown)}]}}"
    return comments


def _clock_time(milliseconds: int) -> str:
    seconds = milliseconds // 1000
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _movetext(game: Game, comments: Mapping[int, str]) -> str:
    line = []
    at: Game | None = game
    while at is not None:
        line.append(at)
        at = at.previous
    words: list[str] = []
    number = 1
    for before, after in zip(line[:0:-1], line[-2::-1], strict=True):
        is_first = before.position.side is game.variant.first_to_move
        if is_first or not words:
            words.append(f"{number}." if is_first else f"{number}...")
        if after.last_move is not None:
            words.append(short_move(after.last_move, before))
        if after.ply in comments:
            words.append(comments[after.ply])
        number += not is_first
    return " ".join([*words, "*"])


def _escaped(value: str) -> str:
    return "".join(c for c in value if c.isprintable()).replace("\\", "\\\\").replace('"', '\\"')
