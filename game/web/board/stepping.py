"""Stepping through a game: the board at any ply, and the record that leads to the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlencode

from django.http import JsonResponse, QueryDict
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from game.play.active_game import ActiveGame
from game.rules import Game, Move, Position, Side, Variant, find_variant
from game.web.board import labels
from game.web.board.still import StillSquare, still_rows
from game.web.board.strips import PlayerStrip, captures_by_ply, player_strips, strip_states
from game.web.board.view import LAST_CSS, Row, last_move_marks, pieces_on, text_board
from game.web.shared import terms, wording
from game.web.shared.wording import Wording

EVERY = "every"
"""Query field of a replay's URL that asks for every board at once, as scripts do."""


@dataclass(frozen=True)
class Way:
    """A link that steps on; ``address`` is empty where it leads nowhere."""

    words: str
    name: str
    """What a screen reader says: it begins with the words."""
    address: str
    id: str


@dataclass(frozen=True)
class Record:
    """The moves of a game, each a link to the board that it led to."""

    items: SafeString
    """The moves as list items, a pair in each; the one shown is marked."""
    ways: list[Way]
    """First, back, forward, last."""
    boards: str
    """Where scripts find every board."""


@dataclass(frozen=True)
class Stepper:
    """A game as it was after some of its moves."""

    heading: str
    caption: str
    rows: list[Row]
    pieces: list[str]
    text: str
    """The board in letters, which text browsers show before the words."""
    strips: tuple[PlayerStrip, PlayerStrip]
    """The players above and below the board, as on the page of the game."""


def requested_ply(sent: QueryDict, game: Game) -> int | None:
    """Return the requested ply: the last by default, None if the game has no such ply."""
    text = sent.get("ply", str(game.ply))
    is_number = text.isascii() and text.isdecimal() and len(text) <= 6
    return int(text) if is_number and int(text) <= game.ply else None


def stepper(active: ActiveGame, ply: int, names: Mapping[Side, str]) -> Stepper:
    """Return the game after ``ply`` moves; ``names`` are those of the players who have one."""
    at = active.game
    while at.ply > ply:
        at = at.undo()
    return Stepper(
        heading=labels.step_heading(at),
        caption=labels.caption(active),
        rows=still_rows(_squares(at), at.variant, active.bottom),
        pieces=_pieces(at.position, at.variant),
        text=text_board(at, active.bottom, names_squares=True),
        strips=player_strips(at, active.bottom, names),
    )


def record(
    game: Game, ply: int, path: str, also: Mapping[str, object] | None = None
) -> Record | None:
    """Return the record with the move that led to ``ply`` marked; None before the first move.

    Links lead to the replay at ``path``, with ``also`` in the query.
    """
    if not game.ply:
        return None
    more = f"&{urlencode(also)}" if also else ""
    goals = (0, max(ply - 1, 0), min(ply + 1, game.ply), game.ply)
    addresses = [f"{path}?ply={goal}{more}#step" if goal != ply else "" for goal in goals]
    return Record(
        items=_items(game, ply, path, more),
        ways=[
            Way(str(words), str(name), address, f"to-{at}")
            for at, ((words, name), address) in enumerate(zip(labels.STEPS, addresses, strict=True))
        ],
        boards=f"{path}?{EVERY}=1{more}",
    )


def _items(game: Game, ply: int, path: str, more: str) -> SafeString:
    words, key, first = wording.active(), game.variant.key, game.start.side
    moves = [
        _render_move(key, move, number, first if number % 2 else first.other, number == ply, words)
        for number, move in enumerate(game.moves, start=1)
    ]
    pairs = [f"<li>{' '.join(moves[at : at + 2])}</li>" for at in range(0, len(moves), 2)]
    return mark_safe("".join(pairs).replace(_PATH, escape(path)).replace(_MORE, escape(more)))


_PATH, _MORE = "REPLAY-PATH", "REPLAY-QUERY"
"""Placeholders in a cached link for what differs from game to game."""


@lru_cache(maxsize=8192)
def _render_move(
    variant: str, move: Move, ply: int, mover: Side, is_shown: bool, words: Wording
) -> str:
    """Render a move's link; cached, since every page repeats the whole record.

    ``words`` is the active wording, an argument because the cached link depends on it.
    """
    recorded = labels.recorded_move(move, ply, mover, find_variant(variant))
    context = {"move": recorded, "path": _PATH, "more": _MORE, "is_shown": is_shown}
    return render_to_string("board/_recorded.html", context).strip()


def every_board(active: ActiveGame, **also: object) -> JsonResponse:
    """Answer scripts with every board of the game and all words that they need, in one piece.

    A board is a letter for each square, with the marks of the last move; ``words`` has what a
    square with such a letter and mark is called. ``also`` is sent along.
    """
    boards: list[Game] = [active.game]
    while (before := boards[-1].previous) is not None:
        boards.append(before)
    variant = active.variant
    answer = JsonResponse(
        {
            "squares": [terms.square(at, variant) for at in range(1, variant.board.size + 1)],
            "words": {
                letter: {
                    mark: terms.describe_square(piece, mark, "", "") for mark in ("", *LAST_CSS)
                }
                for piece, letter in _LETTERS.items()
            },
            "css": LAST_CSS,
            "back": str(labels.BACK_TO_THE_GAME),
            "boards": [
                _described(at) | {"captured": captured}
                for at, captured in zip(reversed(boards), captures_by_ply(active.game), strict=True)
            ],
        }
        | also
    )
    patch_cache_control(answer, private=True, no_store=True)
    return answer


_LETTERS = {"": ".", "bm": "b", "bk": "B", "wm": "w", "wk": "W"}


def _described(at: Game) -> dict[str, object]:
    occupants, variant = pieces_on(at.position), at.variant
    squares = range(1, variant.board.size + 1)
    described: dict[str, object] = {
        "heading": labels.step_heading(at),
        "squares": "".join([_LETTERS[occupants.get(number, "")] for number in squares]),
        "pieces": _pieces(at.position, variant),
        "states": [strip_states(at)[side] for side in Side],
    }
    marks = last_move_marks(at)
    described["marks"] = {terms.square(number, variant): mark for number, mark in marks.items()}
    if move := at.last_move:
        described["path"] = [terms.square(number, variant) for number in move.path]
        described["takes"] = [terms.square(number, variant) for number in move.captures]
    return described


def _pieces(position: Position, variant: Variant) -> list[str]:
    return [labels.pieces_of(position, side, variant) for side in Side]


def _squares(game: Game) -> dict[int, StillSquare]:
    """Return the content of each square, with the last move marked."""
    occupants, last = pieces_on(game.position), last_move_marks(game)
    squares = {}
    for number in range(1, game.variant.board.size + 1):
        occupant, mark = occupants.get(number, ""), last.get(number, "")
        squares[number] = StillSquare(
            terms.square(number, game.variant),
            terms.describe_square(occupant, mark, "", ""),
            f"{occupant} {LAST_CSS.get(mark, '')}".strip(),
        )
    return squares
