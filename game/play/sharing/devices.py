"""One game on several devices: where a device's game lies, and who else plays it.

A device that joined keeps in its own session which share it has; its game is then that of the
owner's session, read and written there. Everything else stays its own: preferences, results, the
game it had before. The owner's session has a mark while others play along.
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
"""Where a device that joined keeps the id of its share, and how its board lies."""
GUESTS = "guests"
"""Set in the owner's session while another device plays along."""
INVITES = "invites"
"""Until when the last link of the owner's session lets a device in, in seconds since 1970."""
MAX_DEVICES = 8
MAX_NAME_LENGTH = 30


@dataclass(frozen=True)
class Home:
    """Where a device's game lies."""

    session: SessionStore
    """The device's own, or the owner's of the game that it has joined."""
    share: str = ""
    """The id of the share it was looked up by; empty for a device that has joined nothing."""
    has_ended: bool = False
    """Whether that share is no more: the device was dropped, or the owner is gone."""
    bottom: Side | None = None
    """The side at the bottom of this device's board, where it is not the owner's to say."""

    @property
    def is_joined(self) -> bool:
        """Whether the game is another device's."""
        return bool(self.share) and not self.has_ended

    @property
    def device(self) -> str:
        """What this device is called among those that play its game."""
        return self.share if self.is_joined else OWNER

    def turned(self, solo: SoloGame) -> SoloGame:
        """The game with the board as it lies on this device."""
        return solo if self.bottom is None else replace(solo, bottom=self.bottom)


def home_of(session: SessionStore) -> Home:
    """Where the game lies that is played on the device with this session."""
    share = session.get(SHARE)
    if not isinstance(share, dict):
        return Home(session)
    found = SharedDevice.objects.filter(id=share["id"]).values_list("owner__session_key")
    for (key,) in found:
        shared = SessionStore(key)
        shared.get(KEY)
        if shared.session_key is not None:  # forgotten when there is no such session to load
            return Home(shared, share["id"], bottom=_SIDES.get(share.get("bottom", "")))
    return Home(session, share["id"], has_ended=True)


def has_joined(session: SessionStore) -> bool:
    """Whether this device has joined a game, which may be no more."""
    return SHARE in session


def invite(session: SessionStore, now: datetime, form: str = "") -> None:
    """Make a new link and code to this session's game; of a ``form`` sent twice only once."""
    with session.exclusive():
        if KEY not in session:
            # What the other device opens has to be this very game.
            save(session, current(session)[0])
        new_invitation(player_of(session), now, form)
        session[INVITES] = (now + LIFETIME).timestamp()


def joined_with_form(session: SessionStore, form: str) -> Home | None:
    """Where the game lies that this device has joined with this very form; None if it has not."""
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
    """Let this session's device play the game it was invited to; where that lies.

    Raises InvitationRejected if somebody else was quicker, or if too many play along. Its own game waits.
    ``unnamed`` and a number stand in for a name that was not given or has been taken; ``form`` is
    the one that was sent.
    """
    owner = invitation.owner
    shared = SessionStore(owner.session_key)
    bottom = _bottom_for(session, current(shared)[0])
    highest = max(_version(session), _version(home_of(session).session))
    with session.exclusive():
        use_up(invitation, now)
        # Held, so that devices which join at once are counted and named one after the other.
        Player.objects.select_for_update().get(pk=owner.pk)
        devices = owner.devices.all()
        if len(devices) >= MAX_DEVICES:
            raise InvitationRejected(InvitationProblem.TOO_MANY_DEVICES)
        _forget_share(session)
        device = SharedDevice.objects.create(
            id=new_id(),
            owner=owner,
            name=_own_name(name, unnamed, {other.name for other in devices}),
            joined_at=now,
            played_at=now,
        )
        session[SHARE] = {"id": device.id, "bottom": _letter(bottom), "form": form}
    with shared.exclusive():
        shared[GUESTS] = True
        _with_higher_version(shared, highest)
    return Home(shared, device.id, bottom=bottom)


def leave(session: SessionStore) -> None:
    """Go back to this device's own game, which is as it was."""
    home = home_of(session)
    highest = _version(home.session)
    with session.exclusive():
        _forget_share(session)
        if home.is_joined:
            _with_higher_version(session, highest)
    if home.is_joined:
        with home.session.exclusive():
            _mark_guests(home.session)


def remove_device(session: SessionStore, device_id: str) -> bool:
    """Send one of the devices that joined this session's game away; whether there was one.

    One that was sent away just before has been there.
    """
    with session.exclusive():
        deleted, _ = devices_of(session).filter(id=device_id).delete()
        if deleted:
            remember_removal(session, device_id)
        _mark_guests(session)
        return was_removed(session, device_id)


def devices_of(session: SessionStore) -> QuerySet[SharedDevice]:
    """The devices that joined this session's game, in the order they came."""
    return SharedDevice.objects.filter(owner=known_player(session)).order_by("joined_at", "id")


def flip(session: SessionStore, home: Home) -> Home:
    """Turn the board of a device that joined round, and no other's."""
    bottom = home.turned(current(home.session)[0]).bottom.other
    with session.exclusive():
        share = session.get(SHARE, {})
        session[SHARE] = share | {"id": home.share, "bottom": _letter(bottom)}
    return Home(home.session, home.share, bottom=bottom)


def record_device_activity(session: SessionStore, home: Home, now: datetime) -> None:
    """After an order of a device that joined: note when, or forget a share that is no more."""
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


def _own_name(name: str, unnamed: str, taken: set[str]) -> str:
    """A name that no other device of the game has, without what cannot be shown."""
    shown = "".join(mark for mark in name if mark.isprintable()).strip()[:MAX_NAME_LENGTH]
    if shown and shown not in taken:
        return shown
    shown = (shown or unnamed)[: MAX_NAME_LENGTH - 3]
    # The owner's is the first.
    return next(f"{shown} {at}" for at in count(2) if f"{shown} {at}" not in taken)


def role(session: SessionStore, home: Home) -> str:
    """``joined`` on a device that joined, ``host`` on one whose game others play, else empty."""
    if home.is_joined:
        return "joined"
    return "host" if session.get(GUESTS) else ""


def expects_news(session: SessionStore, home: Home, now: datetime) -> bool:
    """Whether another device may change this one's game: it plays along, or has been invited."""
    until = session.get(INVITES, 0)
    is_inviting = isinstance(until, int | float) and until > now.timestamp()
    return bool(role(session, home)) or (is_inviting and not home.is_joined)


def poll_state(session: SessionStore, home: Home) -> str:
    """What is another text whenever a page of the game has something new to show.

    The board's version, the device that offers a draw on it as this one sees it, and this one's
    role. It is read as it is stored: nothing is replayed.
    """
    stored = home.session.get(KEY)
    if not isinstance(stored, dict):
        stored = {}
    device = (stored.get("draw_offer") or [""])[0]
    return f"{stored.get('version', 0)}-{offer_seen(home, device)}-{role(session, home)}"


def offer_seen(home: Home, device: str) -> str:
    """What a draw that ``device`` offers means here: ``asked``, ``waits`` or, if none, nothing."""
    if not device:
        return ""
    return "waits" if device == home.device else "asked"


def is_shared(session: SessionStore, home: Home) -> bool:
    """Whether more devices than this one play its game."""
    return bool(role(session, home))


def is_between_devices(session: SessionStore, home: Home, solo: SoloGame) -> bool:
    """Whether two friends play, each on a device of their own."""
    return solo.opponent == FRIEND and is_shared(session, home)


def _bottom_for(session: SessionStore, solo: SoloGame) -> Side | None:
    """How the board lies for somebody who joins; None as the owner has it.

    Two people sit opposite each other; one person who changes places sees the same board. Whoever
    wants one side at the bottom always has it there.
    """
    opposite = solo.bottom.other if solo.opponent == FRIEND else None
    always = {"black": Side.BLACK, "white": Side.WHITE}
    return always.get(preferences(session).bottom, opposite)


def _version(session: SessionStore) -> int:
    return current(session)[0].version


def _with_higher_version(session: SessionStore, version: int) -> SoloGame:
    """The held session's game, with a version above that one if it has not.

    Boards that a device has shown before belong to another game then: their orders fit no more.
    """
    solo, _ = current(session)
    if solo.version > version:
        return solo
    return save(session, replace(solo, version=version + 1))


def _forget_share(session: SessionStore) -> None:
    """Take the share out of the held session."""
    share = session.pop(SHARE, None)
    if isinstance(share, dict):
        SharedDevice.objects.filter(id=share["id"]).delete()


def _mark_guests(session: SessionStore) -> None:
    """Take the mark out of the held session if no device plays along any more."""
    if not devices_of(session).exists():
        session.pop(GUESTS, None)
