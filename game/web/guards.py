"""What must hold before a view runs, and how orders that do not fit are answered."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import HttpResponse, HttpResponseNotAllowed, QueryDict

from game.play.refused import AlreadyPlayed, Refused, Unplayable
from game.play.solo import Seen, current
from game.web.http import GameRequest, SeeOther
from game.web.pages import board_address, show_refusal, show_unclear_order

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


def board_seen(sent: QueryDict) -> Seen | None:
    """The board that a form or a link belongs to, or None if it does not say so as ours do."""
    ply, version = _count(sent.get("ply")), _count(sent.get("version"))
    return None if ply is None or version is None else Seen(ply, version)


def _count(text: str | None) -> int | None:
    """A whole number as our forms send it, else None."""
    if text is None or not (text.isascii() and text.isdigit() and len(text) < 8):
        return None
    return int(text)
