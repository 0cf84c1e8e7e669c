"""Error pages outside a game: the usual layout, what happened, and a way back."""

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
"""Retry-After for browsers and search engines while the database or the disk fails."""
POLLED = {"lobby-news", "table-news"}
"""The URL names that pages with scripts poll every few seconds."""

logger = logging.getLogger("crownhead")


def _page(
    request: HttpRequest, template: str, status: int, context: dict[str, str] | None = None
) -> HttpResponse:
    return _full_page(
        request, render(request, f"shared/errors/{template}.html", context, status=status)
    )


def _full_page(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Make htmx replace the whole page, not the part it requested."""
    if request.headers.get("HX-Request"):
        reswap(retarget(response, "body"), "innerHTML")
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, or 413 for a request longer than any of our forms sends."""
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
    """405: the URL exists, but accepts no form, or only a form."""
    return _page(request, "wrong_method", 405)


def too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    """429: over the rate limit for one network, or for all of them together."""
    page = render(request, "shared/errors/too_many.html", {"seconds": seconds}, status=429)
    page["Retry-After"] = str(seconds)
    return _full_page(request, page)


def server_error(request: HttpRequest) -> HttpResponse:
    """500, or 503 if games cannot be read or stored just now.

    Rendered without the request: its session or the database may be what broke.
    """
    failure = describe_failure(sys.exc_info()[1])
    if failure is not None:
        return _out_of_order(request, failure)
    page = loader.render_to_string("shared/errors/server_error.html", site_for_nobody())
    return _full_page(request, HttpResponseServerError(page))


def _out_of_order(request: HttpRequest, failure: str) -> HttpResponse:
    page = loader.render_to_string("shared/errors/out_of_order.html", site_for_nobody())
    response = HttpResponse(page, status=503, headers={"Retry-After": str(SECONDS_TO_REPAIR)})
    logger.error("503 for %s %s: %s", request.method, quote(request.path), failure)
    # Django's own log entry would come with a traceback, which says nothing about a full disk.
    response._has_been_logged = True  # type: ignore[attr-defined]
    match = request.resolver_match
    if request.headers.get("HX-Request") and match and match.url_name in POLLED:
        # It was a poll: the page stays as it is and polls again.
        return reswap(response, "none")
    return _full_page(request, response)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form without its token: cookies are blocked, or the form is from another site."""
    if reason == REASON_NO_CSRF_COOKIE:
        return refused_cookie(request)
    return _page(request, "old_form", 403)


def refused_cookie(request: HttpRequest) -> HttpResponse:
    """403: without cookies there is no game; the page says what the reader can do."""
    return _page(request, "no_cookie", 403)
