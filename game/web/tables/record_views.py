"""A table's game as a replay and as text; these views change nothing."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from game.notation.pdn_writer import clock_comments, format_pdn
from game.play.tables.view import TableView
from game.web.board import labels as board_labels
from game.web.board.stepping import EVERY, every_board, record, requested_ply, stepper
from game.web.board.text import pdn_file, text_context
from game.web.shared import wording
from game.web.shared.http import GameRequest, render_board, time_of
from game.web.tables import labels
from game.web.tables.links import page_of_table, secret_query, table_address, viewer_query
from game.web.tables.views import at_table, current_view


@require_safe
@at_table
def table_replay(request: GameRequest, table_id: str) -> HttpResponse:
    """Show the board after ``?ply=N`` moves, with links to step on from there."""
    view = current_view(request, table_id, time_of(request))
    found = requested_ply(request.GET, view.game)
    ply = view.ply if found is None else found
    with wording.about(view.variant):
        if EVERY in request.GET:
            return every_board(view)
        context = {
            "heading": labels.heading(view),
            "steps": stepper(view, ply, labels.strip_names(view)),
            "record": record(view.game, ply, request.path, viewer_query(request, view.table)),
            "notice": board_labels.NO_SUCH_PLY if found is None else "",
            "leads_back": f"{table_address(request, view.table)}#turn",
        }
        return render_board(request, "board/replay.html", context, 404 if found is None else 200)


@require_safe
@at_table
def table_record(request: GameRequest, table_id: str) -> HttpResponse:
    """Show board, position and moves as text."""
    view = current_view(request, table_id, time_of(request))
    with wording.about(view.variant):
        context = text_context(view, labels.heading(view), labels.news(view), _pdn(view)) | {
            "download": _download(request, view),
            "leads_back": f"{table_address(request, view.table)}#turn",
        }
        return render(request, "board/record.html", context)


@require_safe
@at_table
def table_pdn(request: GameRequest, table_id: str) -> HttpResponse:
    """Send the game as a PDN file."""
    view = current_view(request, table_id, time_of(request))
    return pdn_file(_pdn(view), view.variant.rule_set)


def _download(request: GameRequest, view: TableView) -> str:
    return page_of_table(
        view.table.id, secret_query(request, view.table, view.table.id), "table-pdn"
    )


def _pdn(view: TableView) -> str:
    table = view.table
    comments = clock_comments(view.game, table.control.base, table.times) if table.control else None
    return format_pdn(view.game, labels.file_tags(view), comments)
