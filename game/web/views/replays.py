"""Stepping through the game so far; nothing of it changes."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from game.play.sharing import is_shared
from game.play.solo import current
from game.web import labels
from game.web.http import GameRequest, page_or_fragment
from game.web.stepping import requested_ply, stepper


@require_safe
def replay(request: GameRequest) -> HttpResponse:
    """The board as it was after ``?ply=N`` moves, with ways to step on from there."""
    solo, _ = current(request.game_session)
    ply = requested_ply(request.GET, solo.game)
    shown, pressed = request.home.turned(solo), request.htmx.trigger
    context = {
        "heading": labels.game_heading(solo, is_shared=is_shared(request.session, request.home)),
        "steps": stepper(shown, solo.ply if ply is None else ply, request.path, pressed),
        "notice": labels.NO_SUCH_PLY if ply is None else "",
    }
    return page_or_fragment(
        request, "game/replay.html", "game/_steps.html", context, 200 if ply is not None else 404
    )
