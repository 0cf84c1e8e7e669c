"""Who is in the room, and under what name: given or drawn, and like nobody else's there."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from game.models import Guest
from game.play.players import known_player, player_of
from game.play.sessions import SessionStore
from game.play.tables.names import Fault, UnfitName, drawn_name, fit_name, likeness
from game.play.tables.rate_limits import Kind, count

NAME = "guest_name"
"""Where in the session the name lies, so that who comes back is called the same."""
IN_THE_ROOM = timedelta(minutes=2)
"""Who was seen so lately is in the room."""
NAME_HELD = timedelta(hours=1)
"""How long nobody else can take the name of somebody who was not seen again."""
SEEN_EVERY = timedelta(seconds=10)
DRAWS = 20
_lots = random.SystemRandom()


def enter(session: SessionStore, now: datetime, wished: str = "", address: str = "") -> Guest:
    """This session's guest, under the wished name, else the one they had, else one drawn by lot.

    UnfitName if the wished name cannot be had, TooMany if too many were taken of late, from this
    ``address`` too; the guest then is called as before.
    """
    with session.exclusive():
        player = player_of(session)
        known = Guest.objects.filter(pk=player).first()
        name = fit_name(wished) if wished.strip() else ""
        if known is not None and name in ("", known.name):
            Guest.objects.filter(pk=player).update(seen_at=now)
            known.seen_at = now
            return known
        if name:
            count(Kind.NAME, player, address, now)
        guest = _named(player, name, now) if name else _named_somehow(player, session, now)
        session[NAME] = guest.name
        return guest


def guest_of(session: SessionStore) -> Guest | None:
    """This session's guest, if they have entered and were not forgotten since."""
    return Guest.objects.filter(pk=known_player(session)).first()


def note_in_room(session: SessionStore, now: datetime) -> None:
    """Note that this session's guest, if there is one, has looked into the room."""
    player = known_player(session)
    if player is not None:
        Guest.objects.filter(pk=player, seen_at__lt=now - SEEN_EVERY).update(seen_at=now)


def name_remembered(session: SessionStore) -> str:
    """What this session's guest was last called; empty if they never were in the room."""
    name = session.get(NAME)
    return name if isinstance(name, str) else ""


def name_or_suggestion(session: SessionStore) -> str:
    """What this session's guest was last called, or a name to take that nobody has just now."""
    if before := name_remembered(session):
        return before
    drawn = [drawn_name(_lots) for _ in range(DRAWS)]
    taken = set(
        Guest.objects.filter(likeness__in=map(likeness, drawn)).values_list("likeness", flat=True)
    )
    return next((name for name in drawn if likeness(name) not in taken), "")


def in_the_room(now: datetime) -> QuerySet[Guest]:
    """Who is here, by name."""
    return Guest.objects.filter(seen_at__gt=now - IN_THE_ROOM).order_by("name", "pk")


def forget_absent(now: datetime) -> None:
    """Let the names go of those who were not seen for long; their sessions remember them."""
    Guest.objects.filter(seen_at__lte=now - NAME_HELD).delete()


def _named(player: str, name: str, now: datetime) -> Guest:
    """The guest with that name; UnfitName if somebody has it or one that looks like it."""
    like = likeness(name)
    others = Guest.objects.filter(likeness=like).exclude(pk=player)
    others.filter(seen_at__lte=now - NAME_HELD).delete()
    try:
        with transaction.atomic():
            guest, _ = Guest.objects.update_or_create(
                player_id=player, defaults={"name": name, "likeness": like, "seen_at": now}
            )
    except IntegrityError as taken:
        is_same = others.filter(name__iexact=name).exists()
        raise UnfitName(Fault.TAKEN if is_same else Fault.ALIKE) from taken
    return guest


def _named_somehow(player: str, session: SessionStore, now: datetime) -> Guest:
    before = name_remembered(session)
    names = [before] if before else []
    names += (drawn_name(_lots) for _ in range(DRAWS))
    names.append(f"{drawn_name(_lots)} {_lots.randrange(100, 1000)}")
    names.append(f"Guest {player[:12]}")
    for name in names:
        try:
            return _named(player, fit_name(name), now)
        except UnfitName:
            continue
    raise UnfitName(Fault.TAKEN)
