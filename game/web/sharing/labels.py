"""Labels for games shared between devices."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game.models import SharedDevice
from game.play.sharing.invitations import InvitationProblem
from game.web.shared.labels import paragraph

DEVICE = "Device"
"""The name of a device that was given none; a number follows. It is stored, so not translated."""

SHARED: dict[str, dict[str, Any]] = {
    "joined": {
        "words": gettext_lazy(
            "You joined this game from another device. Either device can move for either side."
        ),
        "is_joined": True,
    },
    "host": {
        "words": gettext_lazy(
            "Another device joined this game. Either device can move for either side."
        )
    },
}
"""What the game's page shows on a device that joined, and on the one that invited it."""

DRAW_OFFERED = {
    "asked": gettext_lazy("Your opponent offers a draw. Accept it, or play a move to decline."),
    "waits": gettext_lazy("You offered a draw. Your opponent can accept it until the next move."),
}
"""What a draw offer in a shared game shows to the device asked and to the one that offered."""

DRAW_REFUSED = gettext_lazy("Your draw offer was not accepted.")

SHARE_ENDED = gettext_lazy("The game you joined is no longer shared with you. This is your own.")

DEVICE_LEFT = gettext_lazy("The other device left this game.")

NEW_GAME_BEGUN = gettext_lazy("A new game has started.")

DEVICE_REMOVED = gettext_lazy("That device has been removed from your game.")

NO_SUCH_DEVICE = gettext_lazy("That device has left the game.")

JOIN_HEADINGS = {
    "link": gettext_lazy("Join the game on the other device?"),
    "code": gettext_lazy("Join a game"),
}

INVITATION_PROBLEMS = {
    InvitationProblem.UNREADABLE: gettext_lazy(
        "A code has 8 letters and digits, without 0, O, 1, I, L and U. "
        "Check the other device and type it again."
    ),
    InvitationProblem.UNKNOWN: gettext_lazy(
        "We don’t recognise that code. Check it for typing mistakes. If it is a few days old, "
        "make a new one on the other device."
    ),
    InvitationProblem.USED: gettext_lazy(
        "That link or code has already been used, and each works only once. Make a new one on the "
        "other device, or type a code here."
    ),
    InvitationProblem.EXPIRED: gettext_lazy(
        "That link or code has expired: each works for ten minutes, or until you make a newer one. "
        "Make a new one on the other device, or type a code here."
    ),
    InvitationProblem.OWN: gettext_lazy(
        "This link leads to your own game. Open it on the other device."
    ),
    InvitationProblem.TOO_MANY_TRIES: gettext_lazy(
        "Too many wrong codes came from your network. Wait ten minutes and try again."
    ),
    InvitationProblem.TOO_MANY_DEVICES: gettext_lazy(
        "Eight devices have joined that game already. Remove one first."
    ),
}


def describe_device(device: SharedDevice, now: datetime) -> str:
    """Say when a device joined, and when it last sent an action."""
    joined = _joined(device.joined_at, now)
    if device.played_at == device.joined_at:
        return joined
    return paragraph([joined, _last_played(device.played_at, now)])


def _joined(then: datetime, now: datetime) -> str:
    if (now - then).total_seconds() < 60:
        return _("Joined just now.")
    return _("Joined %(time)s ago.") % {"time": timesince(then, now)}


def _last_played(then: datetime, now: datetime) -> str:
    if (now - then).total_seconds() < 60:
        return _("Last played just now.")
    return _("Last played %(time)s ago.") % {"time": timesince(then, now)}
