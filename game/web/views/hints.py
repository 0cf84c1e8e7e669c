"""A hint on request: the move that the computer would play, and why."""

from __future__ import annotations

from django.http import HttpResponse

from game.play import hints
from game.play.solo import Seen
from game.web import labels
from game.web.guards import for_board_seen
from game.web.http import GameRequest, arrival_of
from game.web.pages import show_game


@for_board_seen
def hint(request: GameRequest, seen: Seen) -> HttpResponse:
    """Show the board with a hint; asking for one is counted."""
    asked = arrival_of(request).monotonic
    solo, advice = hints.take_hint(request.game_session, seen, asked)
    if advice is None:
        return show_game(request, solo, notice=labels.NO_HINT, status=503)
    return show_game(request, solo, hint=labels.hint(advice, solo.variant))
