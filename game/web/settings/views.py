"""The settings page; preferences are stored in the person's own session."""

from __future__ import annotations

import re
import time

from django.conf import settings as django_settings
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from game.play.preferences import choose, fingerprint, preferences
from game.play.solo.actions import choose_house_rules, current, last_rules
from game.play.solo.game import PLAYABLE
from game.web.settings.forms import SettingsForm
from game.web.shared.http import GameRequest, SeeOther
from game.web.solo.page import board_address
from game.web.tables.links import LINK, page_of_table

MOVES_LIST = "moves"
"""The cookie that the script reads before it folds the list of moves."""


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: GameRequest) -> HttpResponse:
    """Show every setting; a POST saves them and leads back to the game in its new look."""
    if request.method != "POST":
        rules = {key: last_rules(request.session, key) for key in PLAYABLE}
        form = SettingsForm(chosen=preferences(request.session), rules=rules)
        return _page(request, form)
    form = SettingsForm(request.POST)
    if not form.is_valid():
        return _page(request, form, 422)
    choose_house_rules(request.session, *form.house_rules)
    chosen = choose(request.session, **form.preferences)
    # A new look needs a new URL: text browsers would show the page from their cache.
    return SeeOther(request, f"{_game(request)}&look={fingerprint(chosen)}#board")


@require_POST
def moves_list(request: GameRequest) -> HttpResponse:
    """Remember for this browser whether the list of moves is open where it can be folded.

    A cookie, as it depends on the screen and the mouse rather than on the person.
    """
    response = HttpResponse(status=204)
    state = "open" if request.POST.get("moves") == "open" else "folded"
    age = django_settings.SESSION_COOKIE_AGE
    secure = django_settings.SESSION_COOKIE_SECURE
    response.set_cookie(MOVES_LIST, state, max_age=age, secure=secure, samesite="Lax")
    return response


def _page(request: GameRequest, form: SettingsForm, status: int = 200) -> HttpResponse:
    came_from = _came_from(request)
    leads_back = f"{_game(request)}&at={time.time_ns():x}" if came_from else ""
    context = {"form": form, "came_from": came_from, "leads_back": leads_back}
    return render(request, "settings/settings.html", context, status=status)


def _came_from(request: GameRequest) -> dict[str, str]:
    """Return the id of the table that the reader came from, if any, and its link's secret."""
    sent = request.POST if request.method == "POST" else request.GET
    found = {name: sent[name] for name in ("table", LINK) if name in sent}
    is_whole = all(re.fullmatch(r"[\w-]{1,40}", text, re.ASCII) for text in found.values())
    return found if is_whole and "table" in found else {}


def _game(request: GameRequest) -> str:
    """Return the URL of the game that the reader came from."""
    if came_from := _came_from(request):
        return page_of_table(came_from.pop("table"), {"set": "1"} | came_from)
    solo, _ = current(request.game_session)
    return board_address(solo)
