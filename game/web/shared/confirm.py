"""The question before an action is carried out: a page, or with scripts a dialog."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpResponse
from django_htmx.http import retarget

from game.web.shared.http import QUESTION, GameRequest, page_or_fragment


def ask(
    request: GameRequest, words: Mapping[str, object], leads_back: str, sent: Mapping[str, object]
) -> HttpResponse:
    """Answer with the question; yes posts ``sent`` to the URL of this request.

    ``words`` may have several ``answers``, each the side it is for and its label, instead of one.
    A dialog is closed instead of leading back, by a button that says ``stays`` if that page is not
    the one below it. A header tells scripts a question from any other answer.
    """
    context = {**words, "leads_back": leads_back, "sent": sent}
    response = page_or_fragment(request, "shared/confirm.html", "shared/_question.html", context)
    return retarget(response, f"#{QUESTION}") if request.htmx else response
