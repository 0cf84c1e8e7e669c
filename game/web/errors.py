"""Pages for what went wrong outside a game: same layout, what happened, and a way back."""

from __future__ import annotations

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.middleware.csrf import REASON_NO_CSRF_COOKIE
from django.shortcuts import render
from django.template import loader
from django_htmx.http import reswap, retarget

from game.web.readable import Unreadable
from game.web.site import site_for_nobody


def _page(
    request: HttpRequest, template: str, status: int, context: dict[str, str] | None = None
) -> HttpResponse:
    return _whole(request, render(request, f"errors/{template}.html", context, status=status))


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
    page = render(request, "errors/too_many.html", {"seconds": seconds}, status=429)
    page["Retry-After"] = str(seconds)
    return _whole(request, page)


def server_error(request: HttpRequest) -> HttpResponse:
    """500: drawn without the request, whose session or database may be what broke."""
    page = loader.render_to_string("errors/server_error.html", site_for_nobody())
    return _whole(request, HttpResponseServerError(page))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form without its token: cookies are refused, or the form is from elsewhere."""
    if reason == REASON_NO_CSRF_COOKIE:
        return refused_cookie(request)
    return _page(request, "old_form", 403)


def refused_cookie(request: HttpRequest) -> HttpResponse:
    """403: a browser that keeps no cookie has no game; what its reader can do."""
    return _page(request, "no_cookie", 403)
