"""What holds for every request and answer: where its game lies, whose words it speaks, headers."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from game.play.sessions import SessionStore
from game.play.sharing import Home, has_joined, home_of, note_order
from game.web.errors import wrong_method
from game.web.http import GameRequest
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
            note_order(request.session, request.home, timezone.now())
        return response


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
