"""What holds for every request and answer: where its game lies, whose words it speaks, headers."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from game.play import fair_use
from game.play.sessions import SessionStore
from game.play.sharing import Home, has_joined, home_of, note_order
from game.web.errors import refused_cookie, too_many, wrong_method
from game.web.http import GameRequest, SeeOther, address_of, time_of
from game.web.wording import speaking_to

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
HAS_SESSION = "first"
"""In an address: whoever is led here has just been given a session."""


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
            note_order(request.session, request.home, time_of(request))
        return response


class RefusedCookies:
    """Has a page say so where a browser keeps the one cookie and refuses the other.

    Some ask their reader about each. Without the forms' cookie an order is refused with a page;
    without the session's it would be carried out, and its result be nobody's. So whoever is given
    a session by an order brings its cookie to the address that they are led to.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: GameRequest) -> HttpResponse:
        """Answer the request; where it began a session, note so in the address it leads to."""
        is_known = settings.SESSION_COOKIE_NAME in request.COOKIES
        response = self.get_response(request)
        if isinstance(response, SeeOther) and not is_known and request.session.session_key:
            address, hash_sign, place = response["Location"].partition("#")
            joint = "&" if "?" in address else "?"
            response["Location"] = f"{address}{joint}{HAS_SESSION}{hash_sign}{place}"
        return response

    def process_view(self, request: HttpRequest, *_: object) -> HttpResponse | None:
        """The page that says what to do, in place of the one asked for, where it is due."""
        given, kept = settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME
        is_due = HAS_SESSION in request.GET and kept in request.COOKIES
        return refused_cookie(request) if is_due and given not in request.COOKIES else None


class FairUse:
    """Counts what a request asks for as its network's, and has a page say when it is too much."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        with fair_use.asking_from(address_of(request)):
            return self.get_response(request)

    def process_exception(self, request: HttpRequest, trouble: Exception) -> HttpResponse | None:
        """The page that says how long to wait."""
        if isinstance(trouble, fair_use.TooMuchAsked):
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
