"""Requests and responses: pages or htmx fragments, redirects for text browsers, addresses."""

from __future__ import annotations

import re
from datetime import datetime
from hashlib import sha256
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django_htmx.middleware import HtmxDetails

from game.play.sessions import SessionStore
from game.play.sharing.devices import Home
from game.server.arrival import Arrival

ARRIVED = "crownhead.arrived"
"""The META key where a server that stamps requests puts their Arrival."""


class GameRequest(HttpRequest):
    """A request with what our middleware adds."""

    htmx: HtmxDetails
    session: SessionStore
    """The person's own session: preferences, results."""
    game_session: SessionStore
    """The session that stores the game played here: the person's own, or one shared with them."""
    home: Home
    """The same session, with what else there is to know about a shared game."""


def arrival_of(request: HttpRequest) -> Arrival:
    """Return when a request arrived, before it waited in any queue; the same at every call."""
    arrived: Arrival = request.META.setdefault(ARRIVED, Arrival.now())
    return arrived


def time_of(request: HttpRequest) -> datetime:
    """Return the arrival as a datetime, the time that clocks, flags and deadlines use."""
    return arrival_of(request).moment


class SeeOther(HttpResponseRedirect):
    """303: the action is done, and its result is at that URL.

    Text browsers need an absolute URL, and one they have not shown before: a relative one costs
    lynx four seconds, and for a known one it shows a stale board from its cache. A script that
    asked for a question has none to show: it goes there itself, and the URL keeps its fragment.
    """

    status_code = 303

    def __init__(self, request: HttpRequest, address: str) -> None:
        super().__init__(request.build_absolute_uri(address))
        if request.headers.get("HX-Target") == QUESTION:
            self.status_code = 204


QUESTION = "question"
"""The element that scripts show a question in, as they name it in their requests."""


UNKNOWN = "unknown"
"""The network of all requests whose address is not known."""
_NAT64 = ip_network("64:ff9b::/96")


def address_of(request: HttpRequest) -> str:
    """Return the network that a request came from: an IPv4 address or a household's IPv6 /64.

    Text that is not an address never counts as a network: a client could make up new ones.
    """
    direct = str(request.META.get("REMOTE_ADDR", ""))
    # The last one is what the proxy itself saw; the client can forge the others.
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.BEHIND_PROXY else ""
    found = _address(forwarded.rpartition(",")[2]) or _address(direct)
    if found is None:
        return UNKNOWN
    return str(found if found.version == 4 else ip_network((found, 64), strict=False))


def _address(written: str) -> IPv4Address | IPv6Address | None:
    """Parse an address, without port, brackets, quotes and zone; None if there is none."""
    written = written.strip().removeprefix('"').removesuffix('"')
    if bracketed := _IN_BRACKETS.fullmatch(written):
        written = bracketed[1]
    elif written.count(":") == 1:
        written = _PORT.sub("", written)
    try:
        found = ip_address(written.partition("%")[0])
    except ValueError:
        return None
    if found.version == 6:
        # IPv4 visitors, as a server that listens only on IPv6 sees them.
        embedded = IPv4Address(int(found) & 0xFFFFFFFF) if found in _NAT64 else found.ipv4_mapped
        return embedded or found
    return found


_IN_BRACKETS = re.compile(r"\[([^\[\]]*)\](?::[0-9]*)?")
_PORT = re.compile(r":[0-9]*\Z")


TOKEN = "csrfmiddlewaretoken"
"""Every form's hidden field with a random value, new each time a page is shown."""


def form_sent(request: HttpRequest) -> str:
    """Return the id of the form that was sent; the same for both halves of a double click.

    A form shown once and filled in twice counts as two. Empty if the page's token is missing.
    """
    if TOKEN not in request.POST:
        return ""
    return sha256(f"{request.path}?{request.POST.urlencode()}".encode()).hexdigest()[:24]


def page_or_fragment(
    request: GameRequest,
    page: str,
    fragment: str,
    context: dict[str, Any],
    status: int = 200,
) -> HttpResponse:
    """Render a context as a fragment for htmx, else as a page; both have the same URL."""
    # htmx restores whole pages after "back".
    is_fragment = request.htmx and not request.htmx.history_restore_request
    response = render_board(request, fragment if is_fragment else page, context, status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def render_board(
    request: GameRequest, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Render a page with a board, which is out of date after the next move: no cache keeps it."""
    response = render(request, template, context, status=status)
    # Going back must not show it either.
    patch_cache_control(response, private=True, no_store=True)
    return response
