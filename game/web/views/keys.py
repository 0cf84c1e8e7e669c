"""The keys that work on the board."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from game.web.http import GameRequest


@require_safe
def keys_page(request: GameRequest) -> HttpResponse:
    """All keys: a page, or for the board's script what it shows over the board."""
    template = "game/_keys_help.html" if request.htmx else "game/keys.html"
    response = render(request, template)
    patch_vary_headers(response, ["HX-Request"])
    return response
