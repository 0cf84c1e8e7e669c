"""Guests in the lobby and their names, chosen or random, each unlike any other guest's."""

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
"""Session key of the name, so that a returning guest has the same one."""
PRESENT_FOR = timedelta(minutes=2)
"""A guest seen within this time is in the lobby."""
NAME_RESERVED_FOR = timedelta(hours=1)
"""How long the name of an absent guest cannot be taken by another."""
PRESENCE_INTERVAL = timedelta(seconds=10)
NAME_ATTEMPTS = 20
_rng = random.SystemRandom()


def enter_lobby(session: SessionStore, now: datetime, wished: str = "", address: str = "") -> Guest:
    """Return this session's guest, with the name requested, else their last one, else a random one.

    Raises InvalidName if the requested name is not available, RateLimitExceeded if the player or
    the ``address`` has changed names too often; the guest then keeps their name.
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
    """Return this session's guest; None if they have not entered the lobby or were deleted."""
    return Guest.objects.filter(pk=known_player(session)).first()


def record_lobby_presence(session: SessionStore, now: datetime) -> None:
    """Record that this session's guest, if there is one, has visited the lobby."""
    player = known_player(session)
    if player is not None:
        Guest.objects.filter(pk=player, seen_at__lt=now - PRESENCE_INTERVAL).update(seen_at=now)


def name_remembered(session: SessionStore) -> str:
    """Return the last name of this session's guest; empty if they never were in the lobby."""
    name = session.get(NAME)
    return name if isinstance(name, str) else ""


def name_or_random(session: SessionStore) -> str:
    """Return the last name of this session's guest, or a random name that is free now.

    Empty if all the random names tried are taken.
    """
    if previous := name_remembered(session):
        return previous
    names = [random_name(_rng) for _ in range(NAME_ATTEMPTS)]
    taken = set(
        Guest.objects.filter(likeness__in=map(likeness, names)).values_list("likeness", flat=True)
    )
    return next((name for name in names if likeness(name) not in taken), "")


def present_guests(now: datetime) -> QuerySet[Guest]:
    """Return the guests in the lobby, sorted by name."""
    return Guest.objects.filter(seen_at__gt=now - PRESENT_FOR).order_by("name", "pk")


def delete_absent_guests(now: datetime) -> None:
    """Delete guests who have been absent for long, freeing their names; sessions remember them."""
    Guest.objects.filter(seen_at__lte=now - NAME_RESERVED_FOR).delete()


def _named(player: str, name: str, now: datetime) -> Guest:
    """Give the player's guest this name; InvalidName if another has it or one that looks alike."""
    alike = likeness(name)
    others = Guest.objects.filter(likeness=alike).exclude(pk=player)
    others.filter(seen_at__lte=now - NAME_RESERVED_FOR).delete()
    try:
        with transaction.atomic():
            guest, _ = Guest.objects.update_or_create(
                player_id=player, defaults={"name": name, "likeness": alike, "seen_at": now}
            )
    except IntegrityError as error:
        is_same = others.filter(name__iexact=name).exists()
        raise InvalidName(NameProblem.TAKEN if is_same else NameProblem.ALIKE) from error
    return guest


def _guest_with_any_name(player: str, session: SessionStore, now: datetime) -> Guest:
    previous = name_remembered(session)
    names = [previous] if previous else []
    names += (random_name(_rng) for _ in range(NAME_ATTEMPTS))
    names.append(f"{random_name(_rng)} {_rng.randrange(100, 1000)}")
    names.append(f"Guest {player[:12]}")
    for name in names:
        try:
            return _named(player, validated_name(name), now)
        except InvalidName:
            continue
    raise InvalidName(NameProblem.TAKEN)
