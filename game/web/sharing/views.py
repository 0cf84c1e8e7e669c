"""Sharing the session's game: links and codes, joined devices, joining and leaving."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import retarget

from game.models import Invitation
from game.play.removals import was_removed
from game.play.sharing import devices
from game.play.sharing.invitations import (
    InvitationProblem,
    InvitationRejected,
    current_invitation,
    invitation_of_code,
    invitation_of_link,
)
from game.play.solo.actions import current
from game.web.shared import labels as shared_labels
from game.web.shared.http import GameRequest, SeeOther, address_of, form_sent, time_of
from game.web.shared.links import is_local, qr_picture
from game.web.sharing import labels
from game.web.sharing.page import RENEWAL, LastSeenPage, announcement_of_news, is_same_board
from game.web.solo.guards import post_only
from game.web.solo.page import board_address, show_game

_STATUS = {
    InvitationProblem.UNREADABLE: 422,
    InvitationProblem.UNKNOWN: 404,
    InvitationProblem.USED: 410,
    InvitationProblem.EXPIRED: 410,
    InvitationProblem.OWN: 409,
    InvitationProblem.TOO_MANY_TRIES: 429,
    InvitationProblem.TOO_MANY_DEVICES: 409,
}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def share(request: GameRequest) -> HttpResponse:
    """Show the current link and the joined devices; a POST makes a new link."""
    if request.home.is_joined:
        return render(
            request, "sharing/joined.html", status=409 if request.method == "POST" else 200
        )
    now = time_of(request)
    if request.method == "POST":
        devices.invite(request.session, now, form_sent(request))
        return SeeOther(request, f"{request.path}?made={int(now.timestamp())}#invitation")
    return _share_page(request, now)


@require_safe
@never_cache
def share_qr(request: GameRequest) -> HttpResponse:
    """Send the link as a QR code, to its owner only."""
    offer = current_invitation(request.session, time_of(request))
    if offer is None:
        raise Http404
    return qr_picture(_link(request, offer.link))


@post_only
def share_drop(request: GameRequest) -> HttpResponse:
    """Remove a device from the game."""
    device = request.POST.get("device", "")[:100]
    if devices.remove_device(request.session, device):
        return SeeOther(request, f"{reverse('game:share')}?dropped={device}")
    return _share_page(request, time_of(request), str(labels.NO_SUCH_DEVICE), status=404)


@post_only
def share_leave(request: GameRequest) -> HttpResponse:
    """Go back to this device's own game."""
    devices.leave(request.session)
    solo, _ = current(request.session)
    return SeeOther(request, f"{board_address(solo)}#turn")


@require_safe
@never_cache
def solo_news(request: GameRequest) -> HttpResponse:
    """Answer a poll for what other devices have done: 204 for nothing, or the parts that changed.

    While they do nothing, only sessions are read and no game is replayed. 286 stops the polling:
    the page waited for a device to join, and the invitation is no longer good.
    """
    if devices.poll_state(request.session, request.home) == request.GET.get("seen"):
        expects_news = devices.expects_news(request.session, request.home, time_of(request))
        # What asks only now and then has no polling to stop.
        return HttpResponse(status=204 if expects_news or RENEWAL in request.GET else 286)
    solo, _ = current(request.game_session)
    if not request.htmx:
        return SeeOther(request, f"{board_address(solo)}#turn")
    last, role = LastSeenPage.on(request), devices.role(request.session, request.home)
    announcement = announcement_of_news(request, solo, last)
    if is_same_board(solo, last, role):
        return show_game(request, solo, announcement=announcement, news_by="sharing/_updates.html")
    return retarget(
        show_game(request, solo, announcement=announcement, news_by="board/_updates.html"), "#game"
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join(request: GameRequest) -> HttpResponse:
    """Ask for a code; a POST with a good one joins."""
    if request.method != "POST":
        return _join_page(request, "code")

    def by_code(now: datetime) -> Invitation:
        typed = request.POST.get("code", "")
        return invitation_of_code(typed, request.session, address_of(request), now)

    return _join(request, by_code)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join_link(request: GameRequest, link: str) -> HttpResponse:
    """Ask whether to join; only the POST uses up the link, so that previews can open it."""

    def by_link(now: datetime) -> Invitation:
        return invitation_of_link(link, request.session, now)

    if request.method == "POST":
        return _join(request, by_link)
    try:
        by_link(time_of(request))
    except InvitationRejected as refused:
        return _join_page(request, "code", refused.trouble)
    return _join_page(request, "link")


def _share_page(
    request: GameRequest, now: datetime, notice: str = "", status: int = 200
) -> HttpResponse:
    offer = current_invitation(request.session, now)
    context = {
        "offer": offer,
        "link": _link(request, offer.link) if offer else "",
        "minutes": shared_labels.minutes_left((offer.expires_at - now).total_seconds())
        if offer
        else "",
        "join_address": request.get_host() + reverse("game:join"),
        "is_local": is_local(request),
        "devices": [
            {
                "id": device.id,
                "name": device.name,
                "description": labels.describe_device(device, now),
            }
            for device in devices.devices_of(request.session)
        ],
        "notice": notice or _removal_notice(request),
    }
    return render(request, "sharing/share.html", context, status=status)


def _removal_notice(request: GameRequest) -> str:
    is_removed = was_removed(request.session, request.GET.get("dropped", ""))
    return str(labels.DEVICE_REMOVED) if is_removed else ""


def _link(request: GameRequest, link: str) -> str:
    return request.build_absolute_uri(reverse("game:join-link", args=[link]))


def _join(request: GameRequest, find: Callable[[datetime], Invitation]) -> HttpResponse:
    now, form, name = time_of(request), form_sent(request), request.POST.get("name", "")
    home = devices.joined_with_form(request.session, form)
    try:
        if home is None:
            home = devices.join(request.session, find(now), name, labels.DEVICE, now, form)
    except InvitationRejected as refused:
        # The first half of a double click may have joined meanwhile.
        home = devices.joined_with_form(request.session, form)
        if home is None:
            return _join_page(request, "code", refused.trouble)
    solo, _ = current(home.session)
    return SeeOther(request, f"{board_address(solo)}#turn")


def _join_page(
    request: GameRequest, way: str, problem: InvitationProblem | None = None
) -> HttpResponse:
    context = {
        "heading": labels.JOIN_HEADINGS[way],
        "asks_code": way == "code",
        "action": request.path if way == "link" else reverse("game:join"),
        "notice": labels.INVITATION_PROBLEMS[problem] if problem else "",
        "code": request.POST.get("code", "")[:100],
        "name": request.POST.get("name", "")[: devices.MAX_NAME_LENGTH],
    }
    return render(
        request, "sharing/join.html", context, status=_STATUS[problem] if problem else 200
    )
