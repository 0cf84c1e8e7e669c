"""Middleware: the reader's wording, the game's session, cookies, rate limits, headers."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from game.play.sessions import SessionStore, reserved_key
from game.play.sharing.devices import Home, has_joined, home_of, record_device_activity
from game.server import fair_use
from game.web.shared.errors import refused_cookie, too_many, wrong_method
from game.web.shared.http import GameRequest, address_of, time_of
from game.web.shared.wording import use_wording_of

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""Our own files only: no inline script or style, no other host, no frame."""


class WordingMiddleware:
    """Activates the reader's wording for every response."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request with its sender's wording active."""
        with use_wording_of(request):
            return self.get_response(request)


class GameSessionMiddleware:
    """Adds ``request.home`` and ``request.game_session``, both lazy."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: GameRequest) -> HttpResponse:
        """Answer the request with its home; record that a joined device sent an action."""
        request.home = cast(Home, SimpleLazyObject(lambda: home_of(request.session)))
        request.game_session = cast(SessionStore, SimpleLazyObject(lambda: request.home.session))
        is_from_joined_device = request.method == "POST" and has_joined(request.session)
        response = self.get_response(request)
        if is_from_joined_device:
            record_device_activity(request.session, request.home, time_of(request))
        return response


class SessionCookieMiddleware:
    """Sets the session cookie with the first form, and answers with a page if it was blocked.

    Both halves of a double click then belong to one session, though none is stored before an action
    is carried out. Some browsers ask people about each cookie: without the CSRF cookie an action is
    refused with a page, and also without the session cookie, as its result would belong to nobody.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: GameRequest) -> HttpResponse:
        """Answer the request; reserve a session if it showed a form to someone without one."""
        response = self.get_response(request)
        shows_form = request.META.get("CSRF_COOKIE_NEEDS_UPDATE", False)
        if shows_form and request.session.is_empty():
            request.session.reserved = reserved_key()
            response.set_cookie(
                settings.SESSION_COOKIE_NAME,
                request.session.reserved,
                max_age=settings.SESSION_COOKIE_AGE,
                path=settings.SESSION_COOKIE_PATH,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=settings.SESSION_COOKIE_HTTPONLY,
                samesite="Lax",
            )
        return response

    def process_view(self, request: HttpRequest, *_: object) -> HttpResponse | None:
        """Return the page that says what to do, for an action whose result would be lost."""
        session, csrf = settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME
        is_blocked = csrf in request.COOKIES and session not in request.COOKIES
        return refused_cookie(request) if request.method == "POST" and is_blocked else None


class FairUseMiddleware:
    """Applies the rate limits of the request's network; a page says when they are exceeded."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        with fair_use.requests_from(address_of(request)):
            return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the page that says how long to wait."""
        if isinstance(exception, fair_use.TooManyRequests):
            return too_many(request, exception.seconds)
        return None


class MethodNotAllowedMiddleware:
    """Answers with a page for a refused method, where Django's 405 has an empty body."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request; a 405 keeps its Allow header."""
        response = self.get_response(request)
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and not response.content:
            allowed = response.headers["Allow"]
            response = wrong_method(request)
            response.headers["Allow"] = allowed
        return response


class SecurityHeadersMiddleware:
    """Adds the policy headers that Django's own middleware does not."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, with the headers added."""
        response = self.get_response(request)
        response["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
        response["Permissions-Policy"] = "camera=(), geolocation=(), microphone=()"
        if not response.has_header("Cache-Control"):
            # A form's token and a player's choices are private.
            response["Cache-Control"] = "private, no-cache"
        return response
