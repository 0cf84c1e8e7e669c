"""Links that people send each other, as QR codes; and query fields of pages that change."""

from __future__ import annotations

from io import BytesIO

import segno
from django.http import HttpRequest, HttpResponse

_LOCAL = ("127.", "localhost", "[::1]")


def qr_picture(link: str) -> HttpResponse:
    """Return the link as a QR code in SVG."""
    code = segno.make(link, micro=False, error="m")
    picture = BytesIO()
    code.save(picture, kind="svg", dark="#000", light="#fff", border=4, omitsize=True)
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


def is_local(request: HttpRequest) -> bool:
    """Return whether links to this host work only on this computer."""
    return request.get_host().startswith(_LOCAL)


REFRESH_SECONDS = 20
"""How often the page refreshes automatically, for people who switched that on."""

REFRESH = "refresh"
"""Query field of a page that the reader has set to refresh automatically."""

WAITS = "waits"
"""Query field for a player who waits for an opponent; in the lobby its value is the table's id."""
