"""Who is in the room, and under what name: given or drawn, and like nobody else's there."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from game.models import Guest
from game.play.players import known_player, player_of
from game.play.sessions import SessionStore
from game.play.tables.names import InvalidName, NameProblem, likeness, random_name, validated_name
from game.play.tables.rate_limits import ActionKind, count_action

NAME = "guest_name"
"""Where in the session the name lies, so that who comes back is called the same."""
PRESENT_FOR = timedelta(minutes=2)
"""Who was seen so lately is in the room."""
NAME_RESERVED_FOR = timedelta(hours=1)
"""How long nobody else can take the name of somebody who was not seen again."""
PRESENCE_INTERVAL = timedelta(seconds=10)
NAME_ATTEMPTS = 20
_lots = random.SystemRandom()


def enter_lobby(session: SessionStore, now: datetime, wished: str = "", address: str = "") -> Guest:
    """This session's guest, under the wished name, else the one they had, else one drawn by lot.

    InvalidName if the wished name cannot be had, RateLimitExceeded if too many were taken of late, from this
    ``address`` too; the guest then is called as before.
    """
    with session.exclusive():
        player = player_of(session)
        known = Guest.objects.filter(pk=player).first()
        name = validated_name(wished) if wished.strip() else ""
        if known is not None and name in ("", known.name):
            Guest.objects.filter(pk=player).update(seen_at=now)
            known.seen_at = now
            return known
        if name:
            count_action(ActionKind.NAME, player, address, now)
        guest = _named(player, name, now) if name else _guest_with_any_name(player, session, now)
        session[NAME] = guest.name
        return guest


def guest_of(session: SessionStore) -> Guest | None:
    """This session's guest, if they have entered and were not forgotten since."""
    return Guest.objects.filter(pk=known_player(session)).first()


def record_lobby_presence(session: SessionStore, now: datetime) -> None:
    """Note that this session's guest, if there is one, has looked into the room."""
    player = known_player(session)
    if player is not None:
        Guest.objects.filter(pk=player, seen_at__lt=now - PRESENCE_INTERVAL).update(seen_at=now)


def name_remembered(session: SessionStore) -> str:
    """What this session's guest was last called; empty if they never were in the room."""
    name = session.get(NAME)
    return name if isinstance(name, str) else ""


def name_or_random(session: SessionStore) -> str:
    """What this session's guest was last called, or a name to take that nobody has just now."""
    if before := name_remembered(session):
        return before
    drawn = [random_name(_lots) for _ in range(NAME_ATTEMPTS)]
    taken = set(
        Guest.objects.filter(likeness__in=map(likeness, drawn)).values_list("likeness", flat=True)
    )
    return next((name for name in drawn if likeness(name) not in taken), "")


def present_guests(now: datetime) -> QuerySet[Guest]:
    """Who is here, by name."""
    return Guest.objects.filter(seen_at__gt=now - PRESENT_FOR).order_by("name", "pk")


def delete_absent_guests(now: datetime) -> None:
    """Let the names go of those who were not seen for long; their sessions remember them."""
    Guest.objects.filter(seen_at__lte=now - NAME_RESERVED_FOR).delete()


def _named(player: str, name: str, now: datetime) -> Guest:
    """The guest with that name; InvalidName if somebody has it or one that looks like it."""
    like = likeness(name)
    others = Guest.objects.filter(likeness=like).exclude(pk=player)
    others.filter(seen_at__lte=now - NAME_RESERVED_FOR).delete()
    try:
        with transaction.atomic():
            guest, _ = Guest.objects.update_or_create(
                player_id=player, defaults={"name": name, "likeness": like, "seen_at": now}
            )
    except IntegrityError as taken:
        is_same = others.filter(name__iexact=name).exists()
        raise InvalidName(NameProblem.TAKEN if is_same else NameProblem.ALIKE) from taken
    return guest


def _guest_with_any_name(player: str, session: SessionStore, now: datetime) -> Guest:
    before = name_remembered(session)
    names = [before] if before else []
    names += (random_name(_lots) for _ in range(NAME_ATTEMPTS))
    names.append(f"{random_name(_lots)} {_lots.randrange(100, 1000)}")
    names.append(f"Guest {player[:12]}")
    for name in names:
        try:
            return _named(player, validated_name(name), now)
        except InvalidName:
            continue
    raise InvalidName(NameProblem.TAKEN)
