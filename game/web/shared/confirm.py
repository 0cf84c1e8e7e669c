"""The page that asks before an action is carried out."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpResponse
from django.shortcuts import render

from game.web.shared.http import GameRequest


def ask(
    request: GameRequest, words: dict[str, str], leads_back: str, sent: Mapping[str, object]
) -> HttpResponse:
    """The page that asks before an order is carried out; yes sends ``sent`` to this address."""
    context = {**words, "leads_back": leads_back, "sent": sent}
    return render(request, "shared/confirm.html", context)
