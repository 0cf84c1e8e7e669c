"""Answers to browsers: whole pages, fragments for htmx, and redirects that text browsers follow."""

from __future__ import annotations

from datetime import datetime
from ipaddress import ip_address, ip_network
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django_htmx.middleware import HtmxDetails

from game.play.arrival import Arrival
from game.play.sessions import SessionStore
from game.play.sharing import Home

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


def address_of(request: HttpRequest) -> str:
    """The network that a request came from, as far as one household or server has it to itself."""
    address = str(request.META.get("REMOTE_ADDR", ""))
    if settings.BEHIND_PROXY:
        # The last one is what the proxy itself saw; whoever asks can write the others.
        address = request.headers.get("X-Forwarded-For", address).rpartition(",")[2].strip()
    try:
        found = ip_address(address)
    except ValueError:
        return address[:64]
    is_wide = found.version == 6
    return str(ip_network((found, 64), strict=False)) if is_wide else str(found)


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
