"""Links that people send to each other: as a picture, and whether others can follow them."""

from __future__ import annotations

from io import BytesIO

import segno
from django.http import HttpRequest, HttpResponse

_LOCAL = ("127.", "localhost", "[::1]")


def qr_picture(link: str) -> HttpResponse:
    """The link as a QR code."""
    drawn = segno.make(link, micro=False, error="m")
    picture = BytesIO()
    drawn.save(picture, kind="svg", dark="#000", light="#fff", border=4, omitsize=True)
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


def is_local(request: HttpRequest) -> bool:
    """Whether links of this page lead nowhere on another device."""
    return request.get_host().startswith(_LOCAL)


REFRESH_SECONDS = 20
"""How often the page is loaded again, for those who asked for it."""

REFRESH = "refresh"
"""In the address of a page that its reader has switched to loading again by itself."""
