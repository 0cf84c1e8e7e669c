"""The game of a table step by step and as text; nothing of it changes."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from game.notation import format_fen
from game.notation.pdn_writer import clock_comments, format_pdn
from game.play.tables.view import TableSeen
from game.rules import Side
from game.web.board import labels as board_labels
from game.web.board.stepping import requested_ply, stepper
from game.web.board.view import text_board
from game.web.shared import terms, wording
from game.web.shared.http import GameRequest, page_or_fragment, time_of
from game.web.tables import labels
from game.web.tables.links import key_to, page_of_table, table_address
from game.web.tables.views import at_table, seen_now


@require_safe
@at_table
def table_replay(request: GameRequest, table_id: str) -> HttpResponse:
    """The board as it was after ``?ply=N`` moves, with ways to step on from there."""
    seen = seen_now(request, table_id, time_of(request))
    ply = requested_ply(request.GET, seen.game)
    with wording.about(seen.variant):
        context = {
            "heading": labels.heading(seen),
            "steps": stepper(
                seen,
                seen.ply if ply is None else ply,
                request.path,
                request.htmx.trigger,
                key_to(request, seen.at, table_id),
            ),
            "notice": board_labels.NO_SUCH_PLY if ply is None else "",
            "leads_back": f"{table_address(request, seen.at)}#turn",
        }
        status = 200 if ply is not None else 404
        return page_or_fragment(request, "game/replay.html", "game/_steps.html", context, status)


@require_safe
@at_table
def table_record(request: GameRequest, table_id: str) -> HttpResponse:
    """Board, position and moves as text, on a page of its own."""
    seen = seen_now(request, table_id, time_of(request))
    position, variant = seen.game.position, seen.variant
    with wording.about(variant):
        context = {
            "heading": labels.heading(seen),
            "news": labels.news(seen),
            "marks": terms.marks(),
            "board": text_board(seen),
            "pieces": [board_labels.pieces_of(position, side, variant) for side in Side],
            "fen": format_fen(position, variant),
            "pdn": _pdn(seen),
            "download": _download(request, seen),
            "leads_back": f"{table_address(request, seen.at)}#turn",
        }
        return render(request, "game/record.html", context)


@require_safe
@at_table
def table_pdn(request: GameRequest, table_id: str) -> HttpResponse:
    """The game as a PDN file."""
    seen = seen_now(request, table_id, time_of(request))
    response = HttpResponse(_pdn(seen), content_type="application/x-pdn; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{seen.variant.rule_set}.pdn"'
    return response


def _download(request: GameRequest, seen: TableSeen) -> str:
    return page_of_table(seen.at.id, key_to(request, seen.at, seen.at.id), "table-pdn")


def _pdn(seen: TableSeen) -> str:
    at = seen.at
    comments = clock_comments(seen.game, at.control.base, at.times) if at.control else None
    return format_pdn(seen.game, labels.file_tags(seen), comments)
