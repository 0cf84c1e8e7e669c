"""What the page of a game has that other devices may change: news of them, and loading again."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, TypedDict
from urllib.parse import urlencode

from django.urls import reverse

from game.play.preferences import preferences
from game.play.sharing import devices
from game.play.solo.game import FRIEND, SoloGame
from game.web.shared.http import GameRequest, time_of
from game.web.shared.links import REFRESH, REFRESH_SECONDS
from game.web.sharing import labels
from game.web.solo import labels as solo_labels

_STATUS = {"status": "solo/_draw_offer.html"}
_SHARED = _STATUS | {"below_moves": "sharing/_refresh.html"}
"""What the page has in the places that differ with who plays."""


class SharedContext(TypedDict):
    """What ``shared_context`` has."""

    shared: dict[str, Any] | None
    shared_parts: dict[str, str]
    draw_offer: str
    draw_offered: str
    polls: str
    loads_again: bool
    refresh_on: str
    refresh_off: str


@dataclass(frozen=True)
class LastSeenPage:
    """What the page that asks for news has shown last, as its address tells."""

    version: int
    offer: str
    role: str
    ply: int
    game: str

    @classmethod
    def on(cls, request: GameRequest) -> LastSeenPage:
        """The page that sent the request; an address made by hand may leave anything out."""
        asked = request.GET
        version, offer, role, *_ = [*asked.get("seen", "").split("-"), "", "", ""]
        ply = _number(asked.get("ply", ""))
        return cls(_number(version), offer, role, ply, asked.get("game", ""))


def reload_suffix(request: GameRequest) -> str:
    """What stays in the addresses of a page that loads again by itself."""
    return f"&{REFRESH}={REFRESH_SECONDS}" if _loads_again(request) else ""


def shared_context(request: GameRequest, solo: SoloGame, address: str) -> SharedContext:
    """The template variables of what other devices may change; ``address`` shows the board."""
    role = devices.role(request.session, request.home)
    offer = devices.offer_seen(request.home, solo.draw_offered_by) if role else ""
    expects_news = devices.expects_news(request.session, request.home, time_of(request))
    return {
        "shared": labels.SHARED.get(role),
        "shared_parts": _SHARED if role else _STATUS if expects_news else {},
        "draw_offer": offer,
        "draw_offered": labels.DRAW_OFFERED.get(offer, ""),
        "polls": _polls(request, solo) if expects_news else "",
        "loads_again": _loads_again(request),
        "refresh_on": f"{address}&{REFRESH}={REFRESH_SECONDS}",
        "refresh_off": address,
    }


def is_waiting(solo: SoloGame) -> bool:
    """Whether somebody else has to move, as far as the board tells: it has who plays below."""
    if solo.opponent == FRIEND:
        return solo.outcome is None and solo.game.position.side is not solo.bottom
    return solo.is_computers_turn


def is_same_board(solo: SoloGame, last: LastSeenPage, role: str) -> bool:
    """Whether nothing has changed but what stands beside the board."""
    return (solo.version, role) == (last.version, last.role)


def announcement_of_news(request: GameRequest, solo: SoloGame, last: LastSeenPage) -> str:
    """What the live region says of what other devices have done since that page."""
    if request.home.has_ended:
        return ""  # The notice says it.
    role = devices.role(request.session, request.home)
    offer = devices.offer_seen(request.home, solo.draw_offered_by)
    is_new_offer = offer == "asked" != last.offer
    words = [
        _announce_devices(last.role, role),
        _announce_board(request, solo, last) if solo.version != last.version else "",
        labels.DRAW_OFFERED["asked"] if is_new_offer else "",
    ]
    return " ".join(word for word in words if word)


def _announce_devices(before: str, role: str) -> str:
    if role == before:
        return ""
    return labels.SHARED[role]["words"] if role else labels.DEVICE_LEFT


def _announce_board(request: GameRequest, solo: SoloGame, last: LastSeenPage) -> str:
    plies, changes = solo.ply - last.ply, solo.version - last.version
    if last.game not in ("", solo.id):
        return f"{labels.NEW_GAME_BEGUN} {solo_labels.announcement(solo, 0)}"
    if plies == changes or solo.outcome is not None:
        is_brief = preferences(request.session).announcements == "short"
        return solo_labels.announcement(solo, last.ply, is_brief=is_brief)
    # Something was taken back, and perhaps something else played.
    return (
        solo_labels.taken_back(solo)
        if plies <= 0 and changes == 1
        else f"{solo_labels.news(solo)}."
    )


def _polls(request: GameRequest, solo: SoloGame) -> str:
    """Where a page with scripts looks for news."""
    seen = devices.poll_state(request.session, request.home)
    query = {"seen": seen, "ply": solo.ply, "game": solo.id}
    return f"{reverse('game:solo-news')}?{urlencode(query)}"


def _loads_again(request: GameRequest) -> bool:
    is_shared = devices.is_shared(request.session, request.home)
    return is_shared and REFRESH in request.GET


def _number(text: str) -> int:
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else -1
