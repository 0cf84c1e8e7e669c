"""What browsers request on their own: the favicon, and the manifest of an installed web app."""

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
"""File, type, size, and purpose: whether the system may crop it to its own shape."""


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """Send name, colours and icons; a view, as the icons' file names change with their content."""
    return JsonResponse(
        _description(),
        content_type=CONTENT_TYPE,
        headers=A_DAY,
    )


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect to the icon, for browsers that read no page or cannot show SVG."""
    return HttpResponseRedirect(static("img/icon-192.png"), headers=A_DAY)


def _description() -> dict[str, object]:
    home = reverse("game:solo")
    return {
        "id": home,
        "name": "Crownhead",
        "short_name": "Crownhead",
        "description": str(ABOUT),
        "lang": "en-GB",
        "start_url": home,
        "scope": home,
        # Links lead to every page, but there must be a back button.
        "display": "minimal-ui",
        "background_color": PAPER,
        "theme_color": FELT,
        "categories": ["games"],
        "icons": [
            {"src": static(name), "type": kind, "sizes": sizes, "purpose": purpose}
            for name, kind, sizes, purpose in ICONS
        ],
    }
