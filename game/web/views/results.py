"""Wins, losses and draws, and counting them anew."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from game.play.my_games import counted_from, reset_results, scores
from game.play.solo_game import TABLE
from game.web import labels
from game.web.http import GameRequest, SeeOther, time_of
from game.web.pages import ask


@require_safe
def results(request: GameRequest) -> HttpResponse:
    """How this player's games ended, by rule set and level."""
    since = counted_from(request.session)
    found = scores(request.session, since)
    context = {
        "since": since,
        "computer": [labels.score_line(score) for score in found if score.level in labels.LEVELS],
        "friends": [labels.score_line(score) for score in found if not score.level],
        "tables": [labels.score_line(score) for score in found if score.level == TABLE],
    }
    return render(request, "games/results.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def results_reset(request: GameRequest) -> HttpResponse:
    """Ask whether results are to be counted from now on; sending the answer does it."""
    if request.method == "POST":
        now = time_of(request)
        reset_results(request.session, now)
        return SeeOther(request, f"{reverse('game:results')}?since={int(now.timestamp())}")
    return ask(request, labels.RESET_QUESTION, reverse("game:results"), {})
