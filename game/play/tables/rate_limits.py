"""How often somebody may make tables, join them, say things, change names; the database counts."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import Enum

from django.db.models import Count, Q
from django.utils.crypto import salted_hmac

from game.models import Player, RateLimitedAction
from game.play.refusals import RateLimitExceeded

WINDOW = timedelta(minutes=10)
"""The time in which deeds are counted."""


class ActionKind(Enum):
    """What is counted."""

    MAKE = "make"
    JOIN = "join"
    SAY = "say"
    NAME = "name"


PER_PLAYER = {ActionKind.MAKE: 10, ActionKind.JOIN: 20, ActionKind.SAY: 20, ActionKind.NAME: 10}
PER_ADDRESS = {ActionKind.MAKE: 60, ActionKind.JOIN: 120, ActionKind.SAY: 200, ActionKind.NAME: 60}
"""More than of a player: a school or a train has one address."""


def count_action(kind: ActionKind, player: str, address: str, now: datetime) -> None:
    """Write a deed down, inside a transaction; raises RateLimitExceeded if there were too many already.

    A player's deeds are counted one after the other. From one address a few more may slip through
    at the very same instant.
    """
    lock_player(player)
    recent = RateLimitedAction.objects.filter(kind=kind.value, at__gt=now - WINDOW)
    hashed = salted_hmac("crownhead.address", address, algorithm="sha256").hexdigest()
    deeds = recent.filter(Q(player_id=player) | Q(address=hashed)).aggregate(
        player=Count("id", filter=Q(player_id=player)),
        address=Count("id", filter=Q(address=hashed)),
    )
    if deeds["player"] >= PER_PLAYER[kind] or deeds["address"] >= PER_ADDRESS[kind]:
        raise RateLimitExceeded(kind.value)
    RateLimitedAction.objects.create(kind=kind.value, player_id=player, address=hashed, at=now)


def lock_player(player: str) -> None:
    """Have whoever else counts this player's deeds wait until the transaction ends."""
    # Weak enough that a game which ends elsewhere can be kept for the player meanwhile.
    Player.objects.select_for_update(no_key=True).filter(pk=player).first()


def delete_old_actions(now: datetime) -> None:
    """Delete what is not counted any more."""
    RateLimitedAction.objects.filter(at__lte=now - WINDOW).delete()
