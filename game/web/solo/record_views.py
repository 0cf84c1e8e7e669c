"""The session's game as a replay and as text; these views change nothing."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from game.notation.pdn_writer import format_pdn
from game.play.sharing.devices import is_shared
from game.play.solo.actions import current
from game.play.solo.game import SoloGame
from game.web.board import labels as board_labels
from game.web.board.stepping import EVERY, every_board, requested_ply, stepper
from game.web.board.stepping import record as record_of
from game.web.board.text import pdn_file, text_context
from game.web.shared.http import GameRequest, render_board
from game.web.solo import labels


@require_safe
def record(request: GameRequest) -> HttpResponse:
    """Show board, position and moves as text."""
    solo, _ = current(request.game_session)
    heading = labels.game_heading(solo, is_shared=is_shared(request.session, request.home))
    context = text_context(request.home.turned(solo), heading, labels.news(solo), _pdn(solo))
    return render(request, "board/record.html", context)


@require_safe
def download(request: GameRequest) -> HttpResponse:
    """Send the game as a PDN file."""
    solo, _ = current(request.game_session)
    return pdn_file(_pdn(solo), solo.variant.rule_set)


def _pdn(solo: SoloGame) -> str:
    return format_pdn(solo.game, labels.file_tags(solo))


@require_safe
def replay(request: GameRequest) -> HttpResponse:
    """Show the board after ``?ply=N`` moves, with links to step on from there."""
    solo, _ = current(request.game_session)
    if EVERY in request.GET:
        return every_board(solo)
    found = requested_ply(request.GET, solo.game)
    ply = solo.ply if found is None else found
    context = {
        "heading": labels.game_heading(solo, is_shared=is_shared(request.session, request.home)),
        "steps": stepper(request.home.turned(solo), ply, labels.strip_names(solo)),
        "record": record_of(solo.game, ply, request.path, {"version": solo.version}),
        "notice": board_labels.NO_SUCH_PLY if found is None else "",
    }
    return render_board(request, "board/replay.html", context, 404 if found is None else 200)
