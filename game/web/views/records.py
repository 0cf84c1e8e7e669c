"""The game as text: to read, to keep, to take elsewhere."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from game.notation import format_fen
from game.notation.pdn_writer import format_pdn
from game.play.sharing import is_shared
from game.play.solo import current
from game.play.solo_game import SoloGame
from game.rules import Side
from game.web import labels
from game.web.boardview import text_board
from game.web.http import GameRequest


@require_safe
def record(request: GameRequest) -> HttpResponse:
    """Board, position and moves as text, on a page of its own."""
    solo, _ = current(request.game_session)
    context = {
        "heading": labels.game_heading(solo, is_shared=is_shared(request.session, request.home)),
        "news": labels.news(solo),
        "marks": labels.marks(),
        "board": text_board(request.home.turned(solo)),
        "pieces": [labels.pieces_of(solo.game.position, side, solo.variant) for side in Side],
        "fen": format_fen(solo.game.position, solo.variant),
        "pdn": _pdn(solo),
    }
    return render(request, "game/record.html", context)


@require_safe
def download(request: GameRequest) -> HttpResponse:
    """The game as a PDN file."""
    solo, _ = current(request.game_session)
    response = HttpResponse(_pdn(solo), content_type="application/x-pdn; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{solo.variant.rule_set}.pdn"'
    return response


def _pdn(solo: SoloGame) -> str:
    return format_pdn(solo.game, labels.file_tags(solo))
