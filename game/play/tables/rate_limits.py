"""How often somebody may make tables, join them, say things, change names; the database counts."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import Enum

from django.db.models import Count, Q
from django.utils.crypto import salted_hmac

from game.models import Deed, Player
from game.play.tables.refusals import TooMany

WINDOW = timedelta(minutes=10)
"""The time in which deeds are counted."""


class Kind(Enum):
    """What is counted."""

    MAKE = "make"
    JOIN = "join"
    SAY = "say"
    NAME = "name"


OF_A_PLAYER = {Kind.MAKE: 10, Kind.JOIN: 20, Kind.SAY: 20, Kind.NAME: 10}
FROM_AN_ADDRESS = {Kind.MAKE: 60, Kind.JOIN: 120, Kind.SAY: 200, Kind.NAME: 60}
"""More than of a player: a school or a train has one address."""


def count(kind: Kind, player: str, address: str, now: datetime) -> None:
    """Write a deed down, inside a transaction; raises TooMany if there were too many already.

    A player's deeds are counted one after the other. From one address a few more may slip through
    at the very same instant.
    """
    hold_player(player)
    recent = Deed.objects.filter(kind=kind.value, at__gt=now - WINDOW)
    hashed = salted_hmac("crownhead.address", address, algorithm="sha256").hexdigest()
    deeds = recent.filter(Q(player_id=player) | Q(address=hashed)).aggregate(
        player=Count("id", filter=Q(player_id=player)),
        address=Count("id", filter=Q(address=hashed)),
    )
    if deeds["player"] >= OF_A_PLAYER[kind] or deeds["address"] >= FROM_AN_ADDRESS[kind]:
        raise TooMany(kind.value)
    Deed.objects.create(kind=kind.value, player_id=player, address=hashed, at=now)


def hold_player(player: str) -> None:
    """Have whoever else counts this player's deeds wait until the transaction ends."""
    # Weak enough that a game which ends elsewhere can be kept for the player meanwhile.
    Player.objects.select_for_update(no_key=True).filter(pk=player).first()


def forget_old_deeds(now: datetime) -> None:
    """Delete what is not counted any more."""
    Deed.objects.filter(at__lte=now - WINDOW).delete()
