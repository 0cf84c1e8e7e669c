"""Labels for games shared between devices."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.timesince import timesince

from game.models import SharedDevice
from game.play.sharing.invitations import InvitationProblem

DEVICE = "Device"
"""The name of a device that was given none; a number follows."""

SHARED: dict[str, dict[str, Any]] = {
    "joined": {
        "words": "You have joined this game from another device. Either of you may move.",
        "is_joined": True,
    },
    "host": {"words": "Another device has joined this game. Either of you may move."},
}
"""What the game's page shows on a device that joined, and on the one that invited it."""

DRAW_OFFERED = {
    "asked": "The other device offers a draw. Agree, or play on: with the next move it lapses.",
    "waits": "You have offered a draw. The other device can agree to it until the next move.",
}
"""What a draw offer in a shared game shows to the device asked and to the one that offered."""

SHARE_ENDED = "The game you had joined is no longer shared with you. This is your own game."

DEVICE_LEFT = "The other device has left this game."

NEW_GAME_BEGUN = "A new game has begun."

DROPPED = "That device is out of your game."

NOT_THERE = "No such device plays along any more."

JOIN_HEADINGS = {"link": "Join the game on the other device?", "code": "Join a game"}

_AGAIN = "Ask for a new one, or type a code here."

INVITATION_PROBLEMS = {
    InvitationProblem.UNREADABLE: (
        "A code has 8 letters and digits, without 0, O, 1, I, L and U. "
        "Look at the other device and type it again."
    ),
    InvitationProblem.UNKNOWN: (
        "Nothing here goes by that. It may have been mistyped, or it is from some days ago."
    ),
    InvitationProblem.USED: (
        f"That link or code has let a device in already; each is good once. {_AGAIN}"
    ),
    InvitationProblem.EXPIRED: (
        "That link or code is no longer good: each is for ten minutes, "
        f"and a newer one replaces it. {_AGAIN}"
    ),
    InvitationProblem.OWN: "This is the way into your own game. Open it on the other device.",
    InvitationProblem.TOO_MANY_TRIES: (
        "Too many wrong codes came from here. Wait ten minutes and try again."
    ),
    InvitationProblem.TOO_MANY_DEVICES: (
        "Eight devices play that game already. One has to be dropped first."
    ),
}


def describe_device(device: SharedDevice, now: datetime) -> str:
    """Say when a device joined, and when it last sent an action."""
    if device.played_at == device.joined_at:
        return f"Joined {_ago(device.joined_at, now)}."
    return f"Joined {_ago(device.joined_at, now)}, last played {_ago(device.played_at, now)}."


def _ago(then: datetime, now: datetime) -> str:
    return f"{timesince(then, now)} ago" if (now - then).total_seconds() >= 60 else "just now"
