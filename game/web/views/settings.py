"""Settings: how a person likes the site, kept in their own session."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
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
        return render(request, "game/settings.html", {"form": form})
    form = SettingsForm(request.POST)
    if not form.is_valid():
        return render(request, "game/settings.html", {"form": form}, status=422)
    chosen = choose(request.session, **form.cleaned_data)
    solo, _ = current(request.game_session)
    # Another look is another page: text browsers must not show the one they remember.
    return SeeOther(request, f"{board_address(solo)}&look={fingerprint(chosen)}#board")
