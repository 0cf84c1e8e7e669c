"""What the game's page shows of other devices' actions: polling, refreshing, announcements."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, TypedDict
from urllib.parse import urlencode

from django.urls import reverse

from game.play.preferences import preferences
from game.play.sharing import devices
from game.play.solo.game import FRIEND, SoloGame
from game.web.board.page import plans_for
from game.web.shared.http import GameRequest, time_of
from game.web.shared.labels import paragraph, sentence
from game.web.shared.links import REFRESH, REFRESH_SECONDS
from game.web.sharing import labels
from game.web.solo import labels as solo_labels

_STATUS = {"status": "solo/_draw_offer.html"}
_SHARED = _STATUS | {"below_moves": "sharing/_refresh.html"}
"""Templates for the parts of the page that differ with who plays."""

RENEWAL = "tab"
"""Query field of a page that asks only when its reader comes back to it: of another tab's news."""


class SharedContext(TypedDict):
    """The template variables that ``shared_context`` returns."""

    shared: dict[str, Any] | None
    shared_parts: dict[str, str]
    draw_offer: str
    draw_offered: str
    polls: str
    plans: bool
    plans_for: str
    loads_again: bool
    refresh_on: str
    refresh_off: str


@dataclass(frozen=True)
class LastSeenPage:
    """What the polling page last showed, as written in its URL."""

    version: int
    offer: str
    role: str
    ply: int
    game: str

    @classmethod
    def on(cls, request: GameRequest) -> LastSeenPage:
        """Return the page that sent the request; a URL typed by hand may leave anything out."""
        sent = request.GET
        version, offer, role, *_ = [*sent.get("seen", "").split("-"), "", "", ""]
        ply = _number(sent.get("ply", ""))
        return cls(_number(version), offer, role, ply, sent.get("game", ""))


def refresh_suffix(request: GameRequest) -> str:
    """Return what the URLs of a page that refreshes automatically keep in their query."""
    return f"&{REFRESH}={REFRESH_SECONDS}" if _refreshes(request) else ""


def shared_context(request: GameRequest, solo: SoloGame, address: str) -> SharedContext:
    """Return the template variables of what other devices can change.

    ``address`` is the URL of the board.
    """
    role = devices.role(request.session, request.home)
    offer = devices.offer_seen(request.home, solo.draw_offered_by) if role else ""
    expects_news = devices.expects_news(request.session, request.home, time_of(request))
    is_for_another = devices.is_between_devices(request.session, request.home, solo)
    return {
        "shared": labels.SHARED.get(role),
        "shared_parts": _SHARED if role else _STATUS if expects_news else {},
        "draw_offer": offer,
        "draw_offered": str(labels.DRAW_OFFERED.get(offer, "")) or _refused(request, solo, role),
        "polls": _poll_address(request, solo) if expects_news else "",
        # Words and script come before there is another device: its joining is news, not a page.
        "plans": expects_news and solo.opponent == FRIEND,
        "plans_for": plans_for(request, solo.bottom, waits=is_for_another and is_waiting(solo)),
        "loads_again": _refreshes(request),
        "refresh_on": f"{address}&{REFRESH}={REFRESH_SECONDS}",
        "refresh_off": address,
    }


def _refused(request: GameRequest, solo: SoloGame, role: str) -> str:
    """Say to the device that offered a draw that the game went on; empty on any other."""
    is_own = bool(role) and solo.draw_refused_to == request.home.device
    return str(labels.DRAW_REFUSED) if is_own else ""


def is_waiting(solo: SoloGame) -> bool:
    """Return whether someone else is to move; between friends, the side that is not below."""
    if solo.opponent == FRIEND:
        return solo.outcome is None and solo.game.position.side is not solo.bottom
    return solo.is_computers_turn


def is_same_board(solo: SoloGame, last: LastSeenPage, role: str) -> bool:
    """Return whether nothing has changed but what is shown beside the board."""
    return (solo.version, role) == (last.version, last.role)


def announcement_of_news(request: GameRequest, solo: SoloGame, last: LastSeenPage) -> str:
    """Announce in the live region what other devices have done since ``last``."""
    if request.home.has_ended:
        return ""  # The notice says so already.
    role = devices.role(request.session, request.home)
    offer = devices.offer_seen(request.home, solo.draw_offered_by)
    is_new_offer = offer == "asked" != last.offer
    words = [
        _announce_devices(last.role, role),
        _announce_board(request, solo, last) if solo.version != last.version else "",
        str(labels.DRAW_OFFERED["asked"]) if is_new_offer else "",
        _refused(request, solo, role) if last.offer == "waits" else "",
    ]
    return paragraph(words)


def _announce_devices(before: str, role: str) -> str:
    if role == before:
        return ""
    return str(labels.SHARED[role]["words"] if role else labels.DEVICE_LEFT)


def _announce_board(request: GameRequest, solo: SoloGame, last: LastSeenPage) -> str:
    plies, changes = solo.ply - last.ply, solo.version - last.version
    if last.game not in ("", solo.id):
        return paragraph([str(labels.NEW_GAME_BEGUN), solo_labels.announcement(solo, 0)])
    if plies == changes or solo.outcome is not None:
        is_brief = preferences(request.session).announcements == "short"
        return solo_labels.announcement(solo, last.ply, is_brief=is_brief)
    # Moves were taken back, and perhaps others were played.
    return (
        solo_labels.taken_back(solo)
        if plies <= 0 and changes == 1
        else sentence(solo_labels.news(solo))
    )


def _poll_address(request: GameRequest, solo: SoloGame) -> str:
    """Return the URL that a page with scripts polls."""
    seen = devices.poll_state(request.session, request.home)
    query = {"seen": seen, "ply": solo.ply, "game": solo.id}
    return f"{reverse('game:solo-news')}?{urlencode(query)}"


def _refreshes(request: GameRequest) -> bool:
    is_shared = devices.is_shared(request.session, request.home)
    return is_shared and REFRESH in request.GET


def _number(text: str) -> int:
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else -1
