"""Guards of the solo views: POST only, and the answers to actions that do not fit the game."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import HttpResponse, HttpResponseNotAllowed

from game.play.active_game import BoardReference
from game.play.refusals import AlreadyPlayed, Refusal, Unplayable
from game.play.solo.actions import current
from game.web.shared.guards import board_reference
from game.web.shared.http import GameRequest, SeeOther
from game.web.solo.page import board_address, show_refusal, show_unclear_request

View = Callable[[GameRequest], HttpResponse]

BoardView = Callable[[GameRequest, BoardReference], HttpResponse]


def post_only(view: View) -> View:
    """Allow POST only; redirect a GET of an action's URL, say after a reload, to the game."""

    @wraps(view)
    def guarded(request: GameRequest) -> HttpResponse:
        if request.method == "POST":
            return view(request)
        if request.method in ("GET", "HEAD"):
            solo, _ = current(request.game_session)
            return SeeOther(request, f"{board_address(solo)}#turn")
        return HttpResponseNotAllowed(["POST"])

    return guarded


def acts_on_board(view: BoardView) -> View:
    """Pass the view the board its action refers to; answer actions that do not fit the game."""

    @post_only
    @wraps(view)
    def guarded(request: GameRequest) -> HttpResponse:
        board = board_reference(request.POST)
        if board is None:
            return show_unclear_request(request)
        try:
            return view(request, board)
        except Refusal as refused:
            return show_refusal(request, refused, _STATUS.get(type(refused), 409))

    return guarded


_STATUS: dict[type[Refusal], int] = {AlreadyPlayed: 200, Unplayable: 422}
