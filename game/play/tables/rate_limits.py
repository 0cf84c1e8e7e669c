"""Rate limits on creating and joining tables, sending courtesies and taking names.

They are counted in the database, so that they apply across all server processes.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import Enum

from django.db.models import Count, Q
from django.utils.crypto import salted_hmac

from game.models import Player, RateLimitedAction
from game.play.refusals import RateLimitExceeded

WINDOW = timedelta(minutes=10)
"""The time window in which actions are counted."""


class ActionKind(Enum):
    """The kinds of action that are counted."""

    MAKE = "make"
    JOIN = "join"
    SAY = "say"
    NAME = "name"


PER_PLAYER = {ActionKind.MAKE: 10, ActionKind.JOIN: 20, ActionKind.SAY: 20, ActionKind.NAME: 10}
PER_ADDRESS = {ActionKind.MAKE: 60, ActionKind.JOIN: 120, ActionKind.SAY: 200, ActionKind.NAME: 60}
"""More than for a player: a school or a train shares one address."""


def count_action(kind: ActionKind, player: str, address: str, now: datetime) -> None:
    """Count an action, inside a transaction; raises RateLimitExceeded if there were too many.

    The actions of one player are counted one after the other. From one address a few more may slip
    through at the same instant.
    """
    lock_player(player)
    recent = RateLimitedAction.objects.filter(kind=kind.value, at__gt=now - WINDOW)
    hashed = salted_hmac("crownhead.address", address, algorithm="sha256").hexdigest()
    counts = recent.filter(Q(player_id=player) | Q(address=hashed)).aggregate(
        player=Count("id", filter=Q(player_id=player)),
        address=Count("id", filter=Q(address=hashed)),
    )
    if counts["player"] >= PER_PLAYER[kind] or counts["address"] >= PER_ADDRESS[kind]:
        raise RateLimitExceeded(kind.value)
    RateLimitedAction.objects.create(kind=kind.value, player_id=player, address=hashed, at=now)


def lock_player(player: str) -> None:
    """Lock the player's row, so that other requests that count their actions wait."""
    # The weaker lock lets a game that ends at another table be archived for the player meanwhile.
    Player.objects.select_for_update(no_key=True).filter(pk=player).first()


def delete_old_actions(now: datetime) -> None:
    """Delete actions that are no longer counted."""
    RateLimitedAction.objects.filter(at__lte=now - WINDOW).delete()
