"""Resigning and draws: each asks first, on a page of its own."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from game.play import breaking_off, sharing
from game.play.breaking_off import Declined, Undecided
from game.play.refused import OtherDeviceGone
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
    """Offer a draw: of friends on one device the page asks the other, on two the other device."""
    return _drawn(request) if request.method == "POST" else _ask(request, "draw")


@for_board_seen
def _resigned(request: GameRequest, seen: Seen) -> HttpResponse:
    return after_order(request, breaking_off.resign(request.game_session, seen))


@for_board_seen
def _drawn(request: GameRequest, seen: Seen) -> HttpResponse:
    solo, _ = current(request.game_session)
    if sharing.is_between_devices(request.session, request.home, solo):
        solo = breaking_off.offer_draw(request.game_session, seen, request.home.device)
        # An offer changes nothing on the board, so that its address alone would not be a new one.
        return after_order(request, solo, suffix="#turn" if solo.outcome else "&offered=draw#turn")
    if "other_device" in request.POST:
        raise OtherDeviceGone(solo)
    try:
        return after_order(request, breaking_off.agree_draw(request.game_session, seen))
    except Declined as declined:
        return show_game(request, declined.solo, notice=labels.DRAW_DECLINED)
    except Undecided as undecided:
        return show_game(request, undecided.solo, notice=labels.DRAW_UNDECIDED, status=503)


def _ask(request: GameRequest, what: str) -> HttpResponse:
    solo, _ = current(request.game_session)
    if solo.outcome is not None:
        return SeeOther(request, f"{board_address(solo)}#turn")
    if what == "draw" and sharing.is_between_devices(request.session, request.home, solo):
        is_to_answer = solo.draw_offered_by not in ("", request.home.device)
        what = "answer" if is_to_answer else "offer"
        return ask_about_game(request, what, solo, other_device=1)
    return ask_about_game(request, what, solo)
