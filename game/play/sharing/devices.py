"""One game on several devices: which session stores a device's game, and which devices share it.

A device that joined keeps the id of its share in its own session; its game is then loaded from and
stored in the owner's session. Everything else stays its own: preferences, results, the game it had
before. The owner's session has a flag while other devices share its game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count

from django.db.models import QuerySet

from game.models import Invitation, Player, SharedDevice
from game.play.players import known_player, new_id, player_of
from game.play.preferences import preferences
from game.play.removals import remember_removal, was_removed
from game.play.sessions import SessionStore
from game.play.sharing.invitations import (
    LIFETIME,
    InvitationProblem,
    InvitationRejected,
    new_invitation,
    use_up,
)
from game.play.solo.actions import KEY, current, save
from game.play.solo.game import FRIEND, OWNER, SoloGame
from game.rules import Side

SHARE = "share"
"""Session key, on a device that joined, of the id of its share and the bottom of its board."""
GUESTS = "guests"
"""Session key of the owner's flag that another device shares the game."""
INVITES = "invites"
"""Session key of the time when the owner's last invitation expires, in seconds since 1970."""
MAX_DEVICES = 8
MAX_NAME_LENGTH = 30


@dataclass(frozen=True)
class Home:
    """Which session stores a device's game."""

    session: SessionStore
    """The device's own session, or that of the owner of the game it has joined."""
    share: str = ""
    """Id of the device's share; empty if the device has not joined a game."""
    has_ended: bool = False
    """Whether the share no longer exists: the device was removed, or the owner's session ended."""
    bottom: Side | None = None
    """The side at the bottom of this device's board; None for the owner's choice."""

    @property
    def is_joined(self) -> bool:
        """Whether the game is another device's."""
        return bool(self.share) and not self.has_ended

    @property
    def device(self) -> str:
        """This device's id among those that share its game: that of its share, or OWNER."""
        return self.share if self.is_joined else OWNER

    def turned(self, solo: SoloGame) -> SoloGame:
        """Return the game with the side at the bottom that this device shows there."""
        return solo if self.bottom is None else replace(solo, bottom=self.bottom)


def home_of(session: SessionStore) -> Home:
    """Return which session stores the game of the device with this session."""
    share = session.get(SHARE)
    if not isinstance(share, dict):
        return Home(session)
    found = SharedDevice.objects.filter(id=share["id"]).values_list("owner__session_key")
    for (key,) in found:
        shared = SessionStore(key)
        shared.get(KEY)
        if shared.session_key is not None:  # reset when there is no such session to load
            return Home(shared, share["id"], bottom=_SIDES.get(share.get("bottom", "")))
    return Home(session, share["id"], has_ended=True)


def has_joined(session: SessionStore) -> bool:
    """Return whether this device has joined a game, which may no longer exist."""
    return SHARE in session


def invite(session: SessionStore, now: datetime, form: str = "") -> None:
    """Create a link and code for this session's game; a ``form`` sent twice creates only one."""
    with session.exclusive():
        if KEY not in session:
            # Store the game now, so that the other device opens this one.
            save(session, current(session)[0])
        new_invitation(player_of(session), now, form)
        session[INVITES] = (now + LIFETIME).timestamp()


def joined_with_form(session: SessionStore, form: str) -> Home | None:
    """Return the home of the game that this device has joined with this form, or None."""
    with session.exclusive():
        share = session.get(SHARE)
    is_same = isinstance(share, dict) and bool(form) and share.get("form") == form
    home = home_of(session) if is_same else None
    return home if home is not None and home.is_joined else None


def join(
    session: SessionStore,
    invitation: Invitation,
    name: str,
    unnamed: str,
    now: datetime,
    form: str = "",
) -> Home:
    """Let this session's device join the game it was invited to, and return that game's home.

    Raises InvitationRejected if the invitation has just been used or the game has too many devices.
    The device's own game is kept. If no ``name`` was given, ``unnamed`` with a number is used; a
    name that is taken gets a number. ``form`` is the token of the form that was sent.
    """
    owner = invitation.owner
    shared = SessionStore(owner.session_key)
    bottom = _bottom_for(session, current(shared)[0])
    highest = max(_version(session), _version(home_of(session).session))
    with session.exclusive():
        use_up(invitation, now)
        # Locked, so that devices joining at the same time are counted and named one by one.
        Player.objects.select_for_update().get(pk=owner.pk)
        devices = owner.devices.all()
        if len(devices) >= MAX_DEVICES:
            raise InvitationRejected(InvitationProblem.TOO_MANY_DEVICES)
        _forget_share(session)
        device = SharedDevice.objects.create(
            id=new_id(),
            owner=owner,
            name=_unique_name(name, unnamed, {other.name for other in devices}),
            joined_at=now,
            played_at=now,
        )
        session[SHARE] = {"id": device.id, "bottom": _letter(bottom), "form": form}
    with shared.exclusive():
        shared[GUESTS] = True
        _with_higher_version(shared, highest)
    return Home(shared, device.id, bottom=bottom)


def leave(session: SessionStore) -> None:
    """Return this device to its own game, which has not changed."""
    home = home_of(session)
    highest = _version(home.session)
    with session.exclusive():
        _forget_share(session)
        if home.is_joined:
            _with_higher_version(session, highest)
    if home.is_joined:
        with home.session.exclusive():
            _update_guests_flag(home.session)


def remove_device(session: SessionStore, device_id: str) -> bool:
    """Remove a device from this session's game; return whether there was one with that id.

    True as well for a device that was removed a moment ago.
    """
    with session.exclusive():
        deleted, _ = devices_of(session).filter(id=device_id).delete()
        if deleted:
            remember_removal(session, device_id)
        _update_guests_flag(session)
        return was_removed(session, device_id)


def devices_of(session: SessionStore) -> QuerySet[SharedDevice]:
    """Return the devices that joined this session's game, the earliest first."""
    return SharedDevice.objects.filter(owner=known_player(session)).order_by("joined_at", "id")


def flip(session: SessionStore, home: Home) -> Home:
    """Flip the board on a device that joined, and on no other."""
    bottom = home.turned(current(home.session)[0]).bottom.other
    with session.exclusive():
        share = session.get(SHARE, {})
        session[SHARE] = share | {"id": home.share, "bottom": _letter(bottom)}
    return Home(home.session, home.share, bottom=bottom)


def record_device_activity(session: SessionStore, home: Home, now: datetime) -> None:
    """Record when a device that joined was last active; forget a share that no longer exists."""
    share = session.get(SHARE)
    if not isinstance(share, dict) or share["id"] != home.share:
        return
    if home.has_ended:
        leave(session)
    else:
        SharedDevice.objects.filter(id=home.share).update(played_at=now)


_SIDES = {side.letter: side for side in Side}


def _letter(side: Side | None) -> str:
    return "" if side is None else side.letter


def _unique_name(name: str, unnamed: str, taken: set[str]) -> str:
    """Return a printable name that no other device of the game has."""
    shown = "".join(char for char in name if char.isprintable()).strip()[:MAX_NAME_LENGTH]
    if shown and shown not in taken:
        return shown
    shown = (shown or unnamed)[: MAX_NAME_LENGTH - 3]
    # The owner's device is number 1.
    return next(f"{shown} {number}" for number in count(2) if f"{shown} {number}" not in taken)


def role(session: SessionStore, home: Home) -> str:
    """Return ``joined`` for a device that joined, ``host`` for one that others joined, else ""."""
    if home.is_joined:
        return "joined"
    return "host" if session.get(GUESTS) else ""


def expects_news(session: SessionStore, home: Home, now: datetime) -> bool:
    """Return whether another device can change this one's game: it shares it, or is invited."""
    until = session.get(INVITES, 0)
    is_inviting = isinstance(until, int | float) and until > now.timestamp()
    return bool(role(session, home)) or (is_inviting and not home.is_joined)


def poll_state(session: SessionStore, home: Home) -> str:
    """Return a text that differs whenever a page of the game has something new to show.

    It has the board's version, the open draw offer as this device sees it, and this device's role.
    These are read from the stored game, which is not replayed.
    """
    stored = home.session.get(KEY)
    if not isinstance(stored, dict):
        stored = {}
    version = stored.get("version", 0)
    device, offered_on = stored.get("draw_offer") or ["", version]
    if offered_on != version:
        device = ""
    return f"{version}-{offer_seen(home, device)}-{role(session, home)}"


def offer_seen(home: Home, device: str) -> str:
    """Return what a draw offer by ``device`` means here: ``asked`` or ``waits``; "" without one."""
    if not device:
        return ""
    return "waits" if device == home.device else "asked"


def is_shared(session: SessionStore, home: Home) -> bool:
    """Return whether other devices share this one's game."""
    return bool(role(session, home))


def is_between_devices(session: SessionStore, home: Home, solo: SoloGame) -> bool:
    """Return whether two friends play, each on their own device."""
    return solo.opponent == FRIEND and is_shared(session, home)


def _bottom_for(session: SessionStore, solo: SoloGame) -> Side | None:
    """Return the side at the bottom for a device that joins; None for the owner's choice.

    Two friends face each other; one person who changes devices sees the same board. A preference
    for one side at the bottom always wins.
    """
    opposite = solo.bottom.other if solo.opponent == FRIEND else None
    always = {"black": Side.BLACK, "white": Side.WHITE}
    return always.get(preferences(session).bottom, opposite)


def _version(session: SessionStore) -> int:
    return current(session)[0].version


def _with_higher_version(session: SessionStore, version: int) -> SoloGame:
    """Return the game of the locked session, raising its version above ``version`` if needed.

    Requests from boards that the device showed before then no longer fit.
    """
    solo, _ = current(session)
    if solo.version > version:
        return solo
    return save(session, replace(solo, version=version + 1))


def _forget_share(session: SessionStore) -> None:
    """Remove the share from the locked session, and its device from the game."""
    share = session.pop(SHARE, None)
    if isinstance(share, dict):
        SharedDevice.objects.filter(id=share["id"]).delete()


def _update_guests_flag(session: SessionStore) -> None:
    """Clear the flag in the locked session if no other device shares its game any more."""
    if not devices_of(session).exists():
        session.pop(GUESTS, None)
