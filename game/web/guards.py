"""What must hold before a view runs, and how orders that do not fit are answered."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import HttpResponse
from django.shortcuts import redirect

from game.play.solo import AlreadyPlayed, Refused, Seen, Unplayable
from game.web.http import GameRequest
from game.web.pages import show_refusal, show_unclear_order

View = Callable[[GameRequest], HttpResponse]
Order = Callable[[GameRequest, Seen], HttpResponse]


def post_only(view: View) -> View:
    """Orders are POSTs; who opens their address, say by reloading, is led to the game."""

    @wraps(view)
    def guarded(request: GameRequest) -> HttpResponse:
        return view(request) if request.method == "POST" else redirect("game:solo")

    return guarded


def for_board_seen(view: Order) -> View:
    """Hand the view the board its order was given to; answer orders that do not fit the game."""

    @post_only
    @wraps(view)
    def guarded(request: GameRequest) -> HttpResponse:
        ply, version = (_count(request.POST.get(name)) for name in ("ply", "version"))
        if ply is None:
            return show_unclear_order(request)
        try:
            return view(request, Seen(ply, version))
        except Refused as refused:
            return show_refusal(request, refused, _STATUS.get(type(refused), 409))

    return guarded


_STATUS: dict[type[Refused], int] = {AlreadyPlayed: 200, Unplayable: 422}


def _count(text: str | None) -> int | None:
    """A whole number as our forms send it, else None."""
    if text is None or not (text.isascii() and text.isdigit() and len(text) < 8):
        return None
    return int(text)
