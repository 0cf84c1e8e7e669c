"""Stepping through a game: the board at any ply, and links to the other plies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict

from game.play.solo.game import SoloGame
from game.play.tables.view import TableView
from game.rules import Game, Side
from game.web.board import labels
from game.web.board.still import StillSquare, still_rows
from game.web.board.view import LAST_CSS, Row, last_move_marks, pieces_on
from game.web.shared import terms


@dataclass(frozen=True)
class Step:
    """A link to a ply; ``address`` is empty if that ply is the one shown."""

    words: str
    address: str
    id: str = ""
    """The link's id, the same on every step's page, so that it can keep the focus."""
    name: str = ""
    """What a screen reader says instead of the words, with which it begins or ends."""


@dataclass(frozen=True)
class Stepper:
    """A game as it was after some of its moves."""

    heading: str
    caption: str
    rows: list[Row]
    pieces: list[str]
    ways: list[Step]
    """First, back, forward, last."""
    moves: list[list[Step]]
    """Every move, linked to the board it led to, in pairs."""
    kept: str = ""
    """The id of the link just pressed, if it still leads somewhere: it keeps the focus."""


def requested_ply(sent: QueryDict, game: Game) -> int | None:
    """Return the requested ply: the last by default, None if the game has no such ply."""
    text = sent.get("ply", str(game.ply))
    is_number = text.isascii() and text.isdecimal() and len(text) <= 6
    return int(text) if is_number and int(text) <= game.ply else None


def stepper(
    active: SoloGame | TableView,
    ply: int,
    path: str,
    pressed: str | None = "",
    also: Mapping[str, str] | None = None,
) -> Stepper:
    """Return the game after ``ply`` moves; links lead to ``path``, with ``also`` in the query.

    ``pressed`` is the id of the link that was pressed, if a script sent the request.
    """
    game = at = active.game
    while at.ply > ply:
        at = at.undo()

    def address(number: int) -> str:
        query = urlencode({"ply": number} | dict(also or {}))
        return f"{path}?{query}#step" if number != ply else ""

    plies = (0, max(ply - 1, 0), min(ply + 1, game.ply), game.ply)
    ways = [
        Step(str(words), address(number), f"step-{at}")
        for at, (words, number) in enumerate(zip(labels.STEPS, plies, strict=True))
    ]
    return Stepper(
        heading=labels.step_heading(at),
        caption=labels.caption(active),
        rows=still_rows(_squares(at), at.variant, active.bottom),
        pieces=[labels.pieces_of(at.position, side, at.variant) for side in Side],
        ways=ways,
        moves=[
            [Step(move.text, address(move.ply), name=move.name) for move in pair]
            for pair in labels.record(game)
        ],
        kept=next((way.id for way in ways if way.id == pressed and way.address), ""),
    )


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
