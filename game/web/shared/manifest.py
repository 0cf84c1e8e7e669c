"""What browsers ask for by themselves: an icon, and what to show as one of a phone's programs."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from game.web.shared.context_processors import ABOUT, FELT, PAPER

A_DAY = {"Cache-Control": "public, max-age=86400"}
CONTENT_TYPE = "application/manifest+json"
ICONS = (
    ("img/icon.svg", "image/svg+xml", "any", "any"),
    ("img/icon-192.png", "image/png", "192x192", "any"),
    ("img/icon-512.png", "image/png", "512x512", "maskable"),
)
"""File, type, size, and whether the system may cut it to its own shape."""


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """Name, colours and icons; a page and not a file, because the icons' names change with them."""
    return JsonResponse(
        _description(),
        content_type=CONTENT_TYPE,
        headers=A_DAY,
    )


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """The icon, where browsers look that know no drawings or read no page."""
    return HttpResponseRedirect(static("img/icon-192.png"), headers=A_DAY)


def _description() -> dict[str, object]:
    home = reverse("game:solo")
    return {
        "id": home,
        "name": "Crownhead",
        "short_name": "Crownhead",
        "description": ABOUT,
        "lang": "en-GB",
        "start_url": home,
        "scope": home,
        # Pages lead everywhere by links, but there must be a way back.
        "display": "minimal-ui",
        "background_color": PAPER,
        "theme_color": FELT,
        "categories": ["games"],
        "icons": [
            {"src": static(name), "type": kind, "sizes": sizes, "purpose": purpose}
            for name, kind, sizes, purpose in ICONS
        ],
    }
