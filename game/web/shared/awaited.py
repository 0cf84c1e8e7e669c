"""What a page of another game says about a table that one waits at meanwhile."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from game.play.tables.guests import record_lobby_presence
from game.play.tables.lobby_view import TableEntry, awaited_table
from game.web.shared.http import GameRequest
from game.web.shared.links import WAITS

POLL_SECONDS = 5
"""Seconds between two polls of a page with scripts while nobody has joined."""


def awaited_context(request: GameRequest, now: datetime) -> dict[str, object]:
    """Return whether somebody has joined the reader's table; empty if they wait at none.

    Who plays the computer meanwhile is here, so that "Play now" may join them.
    """
    entry = awaited_table(request.session, now)
    if entry is None:
        return {}
    if entry.is_waiting:
        record_lobby_presence(request.session, now)
    return {"awaited": _described(entry)}


def _described(entry: TableEntry) -> dict[str, object]:
    address = reverse("game:table", args=[entry.row.pk])
    address = f"{address}?{WAITS}={entry.row.revision}#turn"
    if entry.is_waiting:
        return {
            "words": _("You are waiting for an opponent at your table."),
            "link": _("Go to your table"),
            "address": address,
            "polls": {"address": reverse("game:table-awaited"), "seconds": POLL_SECONDS},
        }
    assert entry.own is not None
    return {
        "words": _("%(name)s joined your table.") % {"name": entry.name(entry.own.other)},
        "link": _("Go to the game"),
        "address": address,
    }
