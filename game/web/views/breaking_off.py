"""Resigning and draws: each asks first, on a page of its own."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from game.play import breaking_off
from game.play.breaking_off import Declined
from game.play.solo import Seen, current
from game.web import labels
from game.web.guards import for_board_seen
from game.web.http import GameRequest, SeeOther
from game.web.pages import after_order, ask_about_game, board_address, show_game


@require_http_methods(["GET", "HEAD", "POST"])
def resign(request: GameRequest) -> HttpResponse:
    """Ask whether the game is to be given up; sending the answer gives it up."""
    return _resigned(request) if request.method == "POST" else _ask(request, "resign")


@require_http_methods(["GET", "HEAD", "POST"])
def draw(request: GameRequest) -> HttpResponse:
    """Offer a draw; between friends the page itself asks the other one."""
    return _drawn(request) if request.method == "POST" else _ask(request, "draw")


@for_board_seen
def _resigned(request: GameRequest, seen: Seen) -> HttpResponse:
    return after_order(request, breaking_off.resign(request.game_session, seen))


@for_board_seen
def _drawn(request: GameRequest, seen: Seen) -> HttpResponse:
    try:
        return after_order(request, breaking_off.agree_draw(request.game_session, seen))
    except Declined as declined:
        return show_game(request, declined.solo, notice=labels.DRAW_DECLINED)


def _ask(request: GameRequest, what: str) -> HttpResponse:
    solo, _ = current(request.game_session)
    if solo.outcome is not None:
        return SeeOther(request, f"{board_address(solo)}#turn")
    return ask_about_game(request, what, solo)
