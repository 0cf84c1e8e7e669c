"""What every page names and no request changes: our files and the site's own addresses."""

from __future__ import annotations

from functools import cache

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django_htmx.jinja import htmx_script


def site(request: HttpRequest) -> dict[str, object]:
    """The template variable ``site``; a context processor."""
    return {"site": _site()}


@cache
def _site() -> dict[str, str]:
    """Looked up once: ten look-ups on each page would cost as much as drawing the board."""
    return {
        "css": static("css/site.css"),
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
    }
