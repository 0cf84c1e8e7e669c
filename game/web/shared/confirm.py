"""The confirmation page, shown before an action is carried out."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpResponse
from django.shortcuts import render

from game.web.shared.http import GameRequest


def ask(
    request: GameRequest, words: dict[str, str], leads_back: str, sent: Mapping[str, object]
) -> HttpResponse:
    """Answer with the confirmation page; yes posts ``sent`` to the URL of this request."""
    context = {**words, "leads_back": leads_back, "sent": sent}
    return render(request, "shared/confirm.html", context)
