"""Answers to browsers: whole pages, fragments for htmx, and redirects that text browsers follow."""

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
"""Where a server that stamps requests says when each arrived: an Arrival."""


class GameRequest(HttpRequest):
    """A request as our middleware leaves it."""

    htmx: HtmxDetails
    session: SessionStore
    """The person's own: preferences, results."""
    game_session: SessionStore
    """Where the game lies that is played here: the person's own, or one shared with this device."""
    home: Home
    """The same, with what else there is to know of a shared game."""


def arrival_of(request: HttpRequest) -> Arrival:
    """When a request arrived, before it stood in any line; the same whenever it is asked."""
    arrived: Arrival = request.META.setdefault(ARRIVED, Arrival.now())
    return arrived


def time_of(request: HttpRequest) -> datetime:
    """The same as a date: the time that clocks, flags and deadlines go by."""
    return arrival_of(request).moment


class SeeOther(HttpResponseRedirect):
    """303: the order is done, read the result there.

    Text browsers need an absolute address, one they have not shown before: a relative one costs
    lynx four seconds, and a known one is answered from its memory with a stale board.
    """

    status_code = 303

    def __init__(self, request: HttpRequest, address: str) -> None:
        super().__init__(request.build_absolute_uri(address))


UNKNOWN = "unknown"
"""Where requests come from that no address is known of: all of them together are one network."""
_NAT64 = ip_network("64:ff9b::/96")


def address_of(request: HttpRequest) -> str:
    """The network that a request came from, as far as one household or server has it to itself.

    What is no address is never a network of its own: whoever asks could write a new one each time.
    """
    direct = str(request.META.get("REMOTE_ADDR", ""))
    # The last one is what the proxy itself saw; whoever asks can write the others.
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.BEHIND_PROXY else ""
    found = _address(forwarded.rpartition(",")[2]) or _address(direct)
    if found is None:
        return UNKNOWN
    return str(found if found.version == 4 else ip_network((found, 64), strict=False))


def _address(written: str) -> IPv4Address | IPv6Address | None:
    """The address that is meant, without port, brackets, quotes and zone; None if there is none."""
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
        # Visitors by IPv4, as servers see them that listen by IPv6 alone.
        within = IPv4Address(int(found) & 0xFFFFFFFF) if found in _NAT64 else found.ipv4_mapped
        return within or found
    return found


_IN_BRACKETS = re.compile(r"\[([^\[\]]*)\](?::[0-9]*)?")
_PORT = re.compile(r":[0-9]*\Z")


TOKEN = "csrfmiddlewaretoken"
"""The hidden field of every form that is random and another one each time a page is shown."""


def form_sent(request: HttpRequest) -> str:
    """What tells the form that was sent from all others; the same for both presses of a button.

    A form shown once and filled in twice is two forms. Empty where the page's token is missing.
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
    """One address, two renderings of one context: the fragment for htmx, else the page."""
    # A page that htmx restores after "back" has to be whole.
    is_part = request.htmx and not request.htmx.history_restore_request
    template = fragment if is_part else page
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    # A board is out of date with the next move: going back must not show it either.
    patch_cache_control(response, private=True, no_store=True)
    return response
