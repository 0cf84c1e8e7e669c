"""Settings: how a person likes the site, kept in their own session."""

from __future__ import annotations

import re

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from game.play.preferences import choose, fingerprint, preferences
from game.play.solo import current
from game.web.forms import SettingsForm
from game.web.http import GameRequest, SeeOther
from game.web.pages import board_address


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: GameRequest) -> HttpResponse:
    """Every setting with its choices; sending the form leads back to the game as it now looks."""
    if request.method != "POST":
        form = SettingsForm(chosen=preferences(request.session))
        return render(request, "game/settings.html", {"form": form, "table": _table(request)})
    form = SettingsForm(request.POST)
    if not form.is_valid():
        context = {"form": form, "table": _table(request)}
        return render(request, "game/settings.html", context, status=422)
    chosen = choose(request.session, **form.cleaned_data)
    # Another look is another page: text browsers must not show the one they remember.
    return SeeOther(request, f"{_game(request)}&look={fingerprint(chosen)}#board")


def _table(request: GameRequest) -> str:
    """The id of the table that the reader has come from, if it was one."""
    sent = request.POST if request.method == "POST" else request.GET
    table = sent.get("table", "")
    return table if re.fullmatch(r"[\w-]{1,40}", table, re.ASCII) else ""


def _game(request: GameRequest) -> str:
    """The address of the game that the reader has come from."""
    if table := _table(request):
        return f"{reverse('game:table', args=[table])}?set=1"
    solo, _ = current(request.game_session)
    return board_address(solo)
