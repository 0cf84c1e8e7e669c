"""What every page names: our files, the reader's look and words."""

from __future__ import annotations

import time
from functools import cache, lru_cache
from typing import Any

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.templatetags.static import static
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy

from game.play.preferences import Preferences, preferences
from game.web.shared import wording

LOOKS = ("palette", "board", "pieces", "scheme", "size")
"""The preferences that the style sheet uses; the first are the colours that pages name."""
_PLACES = {
    "": "play",
    "new": "play",
    "start": "play",
    "replay": "play",
    "record": "play",
    "tables": "online",
    "learn": "learn",
    "about": "learn",
    "rules": "learn",
    "faq": "learn",
    "keys": "learn",
    "accessibility": "learn",
    "games": "games",
    "results": "games",
    "settings": "settings",
}
"""Which link of the navigation is marked as current, by the first part of the path."""
ABOUT = gettext_lazy(
    "Play English checkers or Brazilian draughts in any browser, against the computer, a friend or "
    "people anywhere. No account, nothing to install."
)
"""The site's description for search engines, phones and people who are sent a link."""
FELT = "#17392a"
PAPER = "#f6f1e4"
"""The page's two backgrounds, as in static/css/site.css: --felt at the top, and --paper."""


def site_context(request: HttpRequest) -> dict[str, object]:
    """Return the template variables that every page can use; a context processor."""
    session = getattr(request, "session", None)
    chosen = Preferences() if session is None else preferences(session)
    words = wording.active()
    return {
        "site": _site(),
        "fresh": _fresh(request),
        "wording": words,
        "look": _look(words.colours, *(getattr(chosen, name) for name in LOOKS[1:])),
        "feel": _feel(chosen),
        "share_image": _share_image(request),
        "place": _PLACES.get(request.path.split("/")[1], ""),
    }


def _fresh(request: HttpRequest) -> str:
    """Return a query that makes a changing page's URL new, for browsers that ignore its headers.

    Text browsers show a page they have seen from their cache, whatever its headers say. Browsers
    that send Sec-Fetch headers are all newer than that and do without the odd URLs.
    """
    return "" if "Sec-Fetch-Site" in request.headers else f"?at={time.time_ns():x}"


def _share_image(request: HttpRequest) -> str:
    """Return the URL of the picture that other sites show for this one; empty for players.

    Crawlers that collect such pictures have no session, and a page after a move has to be light.
    """
    session = getattr(request, "session", None)
    if session is not None and session.session_key:
        return ""
    try:
        return request.build_absolute_uri(_site()["share"])
    except DisallowedHost:
        return ""


def site_without_session() -> dict[str, object]:
    """Return the same variables for a page that must render even if no session can be read."""
    return {"site": _site(), "fresh": "", "wording": wording.USUAL, "look": "", "feel": ""}


@lru_cache(maxsize=512)
def _look(*looks: str) -> SafeString:
    """Return what differs from the default look, as HTML attributes for the style sheet.

    ``looks`` are the values of ``LOOKS``: all 360 combinations fit in the cache. With the
    preferences that do not affect the look there would be thousands.
    """
    differing = (
        (name, look)
        for name, look in zip(LOOKS, looks, strict=True)
        if look != getattr(Preferences, name)
    )
    return mark_safe("".join(f' data-{name}="{escape(look)}"' for name, look in differing))


def _feel(chosen: Preferences) -> SafeString:
    """Return how moves are shown, heard and felt, as HTML attributes; nothing if as usual.

    The script for sounds and vibration is named here, so that only those who want it load it.
    """
    words = f' data-motion="{chosen.motion}"' if chosen.motion != Preferences.motion else ""
    switched_on = [name for name in ("sounds", "vibration") if getattr(chosen, name)]
    words += "".join(f" data-{name}" for name in switched_on)
    words += f' data-signals="{_site()["signals_js"]}"' if switched_on else ""
    return mark_safe(words)


@cache
def _site() -> dict[str, Any]:
    """Our files, looked up once: each name has the hash of its content in it."""
    return {
        "css": static("css/site.css"),
        "pages": static("css/pages.css"),
        "themes": static("css/themes.css"),
        "tables": static("css/tables.css"),
        "settings_css": static("css/settings.css"),
        "learn": static("css/learn.css"),
        "pages_js": static("js/pages.js"),
        "js": static("js/scripts.js"),
        "game_js": static("js/game.js"),
        "board_js": static("js/board.js"),
        "motion_js": static("js/motion.js"),
        "ask_js": static("js/ask.js"),
        "fold_js": static("js/fold.js"),
        "clocks_js": static("js/clocks.js"),
        "ahead_js": static("js/ahead.js"),
        "copying_js": static("js/copying.js"),
        "signals_js": static("js/signals.js"),
        "settings_js": static("js/settings.js"),
        "record_js": static("js/record.js"),
        "icon": static("img/icon.svg"),
        "touch_icon": static("img/touch-icon.png"),
        "share": static("img/share.png"),
        "about": ABOUT,
        "felt": FELT,
    }
