"""Pages for what went wrong outside a game: same layout, what happened, and a way back."""

from __future__ import annotations

import logging
import sys
from urllib.parse import quote

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.middleware.csrf import REASON_NO_CSRF_COOKIE
from django.shortcuts import render
from django.template import loader
from django_htmx.http import reswap, retarget

from game.server.failures import describe_failure
from game.web.shared.context_processors import site_for_nobody
from game.web.shared.request_checks import Unreadable

SECONDS_TO_REPAIR = 30
"""When browsers and search engines may ask again while the database or the disk fails."""
ASKED_BY_ITSELF = {"lobby-news", "table-news"}
"""What pages with scripts ask for every few seconds."""

logger = logging.getLogger("crownhead")


def _page(
    request: HttpRequest, template: str, status: int, context: dict[str, str] | None = None
) -> HttpResponse:
    return _whole(request, render(request, f"shared/errors/{template}.html", context, status=status))


def _whole(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Let htmx put the page in place of the whole page, not of the part it asked for."""
    if request.headers.get("HX-Request"):
        reswap(retarget(response, "body"), "innerHTML")
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, or 413 for an order longer than any move could be."""
    if isinstance(exception, RequestDataTooBig):
        return _page(request, "too_large", 413)
    reason = str(exception) if isinstance(exception, Unreadable) else ""
    return _page(request, "bad_request", 400, {"reason": reason})


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return _page(request, "forbidden", 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    return _page(request, "not_found", 404)


def wrong_method(request: HttpRequest) -> HttpResponse:
    """405: the address is there, but nothing can be sent to it, or only by a form."""
    return _page(request, "wrong_method", 405)


def too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    """429: more was asked at once than the server does for one network, or for all together."""
    page = render(request, "shared/errors/too_many.html", {"seconds": seconds}, status=429)
    page["Retry-After"] = str(seconds)
    return _whole(request, page)


def server_error(request: HttpRequest) -> HttpResponse:
    """500, or 503 if games cannot be read or stored just now.

    Drawn without the request, whose session or database may be what broke.
    """
    trouble = describe_failure(sys.exc_info()[1])
    if trouble is not None:
        return _out_of_order(request, trouble)
    page = loader.render_to_string("shared/errors/server_error.html", site_for_nobody())
    return _whole(request, HttpResponseServerError(page))


def _out_of_order(request: HttpRequest, trouble: str) -> HttpResponse:
    page = loader.render_to_string("shared/errors/out_of_order.html", site_for_nobody())
    response = HttpResponse(page, status=503, headers={"Retry-After": str(SECONDS_TO_REPAIR)})
    logger.error("503 for %s %s: %s", request.method, quote(request.path), trouble)
    # Django's own line would come with a traceback, which says nothing about a disk.
    response._has_been_logged = True  # type: ignore[attr-defined]
    asked = request.resolver_match
    if request.headers.get("HX-Request") and asked and asked.url_name in ASKED_BY_ITSELF:
        # Nobody pressed anything: the page stays as it is and asks again.
        return reswap(response, "none")
    return _whole(request, response)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form without its token: cookies are refused, or the form is from elsewhere."""
    if reason == REASON_NO_CSRF_COOKIE:
        return refused_cookie(request)
    return _page(request, "old_form", 403)


def refused_cookie(request: HttpRequest) -> HttpResponse:
    """403: a browser that keeps no cookie has no game; what its reader can do."""
    return _page(request, "no_cookie", 403)
