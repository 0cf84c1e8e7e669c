"""What must hold before a view runs, and how orders that do not fit are answered."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import HttpResponse, HttpResponseNotAllowed

from game.play.active_game import Seen
from game.play.refusals import AlreadyPlayed, Refused, Unplayable
from game.play.solo.actions import current
from game.web.shared.guards import board_seen
from game.web.shared.http import GameRequest, SeeOther
from game.web.solo.page import board_address, show_refusal, show_unclear_order

View = Callable[[GameRequest], HttpResponse]

Order = Callable[[GameRequest, Seen], HttpResponse]


def post_only(view: View) -> View:
    """Orders are POSTs; who opens their address, say by reloading, is led to the game."""

    @wraps(view)
    def guarded(request: GameRequest) -> HttpResponse:
        if request.method == "POST":
            return view(request)
        if request.method in ("GET", "HEAD"):
            solo, _ = current(request.game_session)
            return SeeOther(request, f"{board_address(solo)}#turn")
        return HttpResponseNotAllowed(["POST"])

    return guarded


def for_board_seen(view: Order) -> View:
    """Hand the view the board its order was given to; answer orders that do not fit the game."""

    @post_only
    @wraps(view)
    def guarded(request: GameRequest) -> HttpResponse:
        seen = board_seen(request.POST)
        if seen is None:
            return show_unclear_order(request)
        try:
            return view(request, seen)
        except Refused as refused:
            return show_refusal(request, refused, _STATUS.get(type(refused), 409))

    return guarded


_STATUS: dict[type[Refused], int] = {AlreadyPlayed: 200, Unplayable: 422}
