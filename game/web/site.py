"""What every page names and no request changes: our files and the site's own addresses."""

from __future__ import annotations

from functools import cache

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django_htmx.jinja import htmx_script

from game.play.preferences import Preferences, preferences
from game.web import wording

LOOKS = ("palette", "board", "pieces", "scheme", "size")
"""The preferences that the style sheet answers to."""


def site(request: HttpRequest) -> dict[str, object]:
    """The template variables ``site``, ``wording`` and ``look``; a context processor."""
    session = getattr(request, "session", None)
    chosen = Preferences() if session is None else preferences(session)
    return {"site": _site(), "wording": wording.active(), "look": _look(chosen)}


@cache
def _look(chosen: Preferences) -> SafeString:
    """What differs from the usual look, as attributes of the page for the style sheet to see."""
    usual = Preferences()
    return mark_safe(
        "".join(
            f' data-{name}="{escape(getattr(chosen, name))}"'
            for name in LOOKS
            if getattr(chosen, name) != getattr(usual, name)
        )
    )


@cache
def _site() -> dict[str, str]:
    """Looked up once: ten look-ups on each page would cost as much as drawing the board."""
    return {
        "css": static("css/site.css"),
        "pages": static("css/pages.css"),
        "themes": static("css/themes.css"),
        "js": static("js/site.js"),
        "htmx": htmx_script(),
        "icon": static("img/icon.svg"),
        "home": reverse("game:solo"),
        "new": reverse("game:new"),
        "start": reverse("game:start"),
        "resign": reverse("game:resign"),
        "record": reverse("game:record"),
        "download": reverse("game:download"),
        "draw": reverse("game:draw"),
        "ballots": reverse("game:ballots"),
        "move": reverse("game:solo-move"),
        "reply": reverse("game:solo-reply"),
        "undo": reverse("game:solo-undo"),
        "flip": reverse("game:solo-flip"),
        "again": reverse("game:solo-again"),
        "games": reverse("game:games"),
        "results": reverse("game:results"),
    }
