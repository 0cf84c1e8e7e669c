"""What holds for every request and answer: where its game lies, whose words it speaks, headers."""

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
from game.web.shared.wording import speaking_to

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
"""Our own files and nothing else: no inline script or style, no other host, no frame."""


class ReadersWords:
    """Has every answer speak in the words that its reader has chosen."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, with its sender's words active."""
        with speaking_to(request):
            return self.get_response(request)


class GameHome:
    """Tells views where the game lies, as soon as one asks: ``request.home``."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: GameRequest) -> HttpResponse:
        """Answer the request, which then knows its home; note the order of a joined device."""
        request.home = cast(Home, SimpleLazyObject(lambda: home_of(request.session)))
        request.game_session = cast(SessionStore, SimpleLazyObject(lambda: request.home.session))
        is_order = request.method == "POST" and has_joined(request.session)
        response = self.get_response(request)
        if is_order:
            record_device_activity(request.session, request.home, time_of(request))
        return response


class FirstCookies:
    """Gives browsers the session's cookie with their first form, and says so where it is refused.

    Both halves of a double click then belong to one session, though none is stored before an order
    is carried out. Some browsers ask their reader about each cookie: without the forms' cookie an
    order is refused with a page, and so it is without the session's, as its result would be
    nobody's.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: GameRequest) -> HttpResponse:
        """Answer the request; reserve a session where a form was shown to somebody without."""
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
        """The page that says what to do, in place of an order that nobody could come back to."""
        given, kept = settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME
        is_refused = kept in request.COOKIES and given not in request.COOKIES
        return refused_cookie(request) if request.method == "POST" and is_refused else None


class FairUse:
    """Counts what a request asks for as its network's, and has a page say when it is too much."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        with fair_use.requests_from(address_of(request)):
            return self.get_response(request)

    def process_exception(self, request: HttpRequest, trouble: Exception) -> HttpResponse | None:
        """The page that says how long to wait."""
        if isinstance(trouble, fair_use.TooManyRequests):
            return too_many(request, trouble.seconds)
        return None


class RefusedMethods:
    """Has a page say that an address cannot be asked so, where views answer with nothing."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request; a 405 keeps the list of what is allowed."""
        response = self.get_response(request)
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and not response.content:
            allowed = response.headers["Allow"]
            response = wrong_method(request)
            response.headers["Allow"] = allowed
        return response


class SecurityHeaders:
    """Adds the policy headers that Django's own middleware does not."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, with the headers added."""
        response = self.get_response(request)
        response["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
        response["Permissions-Policy"] = "camera=(), geolocation=(), microphone=()"
        if not response.has_header("Cache-Control"):
            # A form's token and a player's choices are nobody else's.
            response["Cache-Control"] = "private, no-cache"
        return response
