"""Links and codes that let another device into a game: short-lived, good once, hard to guess.

Neither is stored. A random nonce is, and gives them again together with the site's secret key; what
somebody brings is found by its hash. Codes are short enough to type, so tries are counted.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from hashlib import sha256

from django.db import transaction
from django.db.models import Count, Q
from django.utils.crypto import salted_hmac

from game.models import CodeAttempt, Invitation, SharedDevice
from game.play.players import id_made_by, known_player, new_id
from game.play.secret_key import digests
from game.play.sessions import SessionStore

LIFETIME = timedelta(minutes=10)
REMEMBERED = timedelta(days=1)
"""How long a link that is no longer good can still be told from one that never was."""
SILENCE = timedelta(days=365)
"""A device's session does not live longer without an order."""
ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Nothing in it looks like anything else in it: no 0, O, 1, I, L or U."""
CODE_LENGTH = 8
MAX_TYPED = 100
"""Characters looked at of what somebody types as a code."""
ATTEMPT_WINDOW = timedelta(minutes=10)
ATTEMPTS_PER_SESSION = 10
ATTEMPTS_PER_ADDRESS = 30
"""More than of a session: a school or a train has one address. Still hopeless for guessing."""


class InvitationProblem(Enum):
    """Why an invitation lets nobody in."""

    UNREADABLE = "unreadable"
    UNKNOWN = "unknown"
    USED = "used"
    EXPIRED = "expired"
    OWN = "own"
    TOO_MANY_TRIES = "too many tries"
    TOO_MANY_DEVICES = "too many devices"


class InvitationRejected(Exception):
    """An invitation that lets nobody in; nothing was changed."""

    def __init__(self, trouble: InvitationProblem) -> None:
        super().__init__(trouble.value)
        self.trouble = trouble


@dataclass(frozen=True)
class InvitationDetails:
    """An invitation that is still good, as its owner sees it."""

    link: str
    """The last part of the link's address."""
    code: str
    """In two groups, as people read it out."""
    expires_at: datetime


def new_invitation(owner: str, now: datetime, form: str = "") -> None:
    """Make a link and a code to the game of that player; earlier ones are no longer good.

    One that this very ``form`` has made, and that is still good, stays.
    """
    earlier = Invitation.objects.filter(owner=owner)
    nonce = id_made_by(form, owner)
    if (made := earlier.filter(nonce=nonce).first()) is not None:
        if not made.is_used and made.expires_at > now:
            return
        nonce = new_id()
    earlier.filter(expires_at__lt=now - REMEMBERED).delete()
    earlier.filter(expires_at__gt=now).update(expires_at=now)
    link, code = next(_secrets(nonce))
    Invitation.objects.create(
        owner_id=owner,
        nonce=nonce,
        link_hash=_hash(link),
        code_hash=_hash(code),
        expires_at=now + LIFETIME,
    )


def current_invitation(session: SessionStore, now: datetime) -> InvitationDetails | None:
    """The invitation of this session's player that is still good, if there is one.

    One that was made with a secret key that is lost is still good, but cannot be shown again.
    """
    good = Invitation.objects.filter(
        owner=known_player(session), is_used=False, expires_at__gt=now
    ).first()
    if good is None:
        return None
    half = CODE_LENGTH // 2
    for link, code in _secrets(good.nonce):
        if _hash(link) == good.link_hash:
            return InvitationDetails(link, f"{code[:half]}-{code[half:]}", good.expires_at)
    return None


def invitation_of_link(link: str, session: SessionStore, now: datetime) -> Invitation:
    """The invitation that a link brings; raises InvitationRejected if it is not good for this session."""
    return _checked(Q(link_hash=_hash(link)), session, now)


def invitation_of_code(
    typed: str, session: SessionStore, address: str, now: datetime
) -> Invitation:
    """The same of a code that was typed in; every wrong one counts against session and address."""
    code = "".join(mark for mark in typed[:MAX_TYPED].upper() if mark.isalnum())
    if len(code) != CODE_LENGTH or set(code) - set(ALPHABET):
        raise InvitationRejected(InvitationProblem.UNREADABLE)
    tried = _count_try(session.session_key or "", address, now)
    invitation = _checked(Q(code_hash=_hash(code)), session, now)
    tried.delete()
    return invitation


def use_up(invitation: Invitation, now: datetime) -> None:
    """Use an invitation up; of two that come at once the second is told that it is used."""
    good = Invitation.objects.filter(pk=invitation.pk, is_used=False, expires_at__gt=now)
    if not good.update(is_used=True):
        raise InvitationRejected(InvitationProblem.USED)


def forget_old(now: datetime) -> None:
    """Delete invitations and tries that no longer matter, and devices unheard of for a year."""
    SharedDevice.objects.filter(played_at__lt=now - SILENCE).delete()
    Invitation.objects.filter(expires_at__lt=now - REMEMBERED).delete()
    CodeAttempt.objects.filter(at__lt=now - ATTEMPT_WINDOW).delete()


def _checked(which: Q, session: SessionStore, now: datetime) -> Invitation:
    invitation = Invitation.objects.select_related("owner").filter(which).first()
    if invitation is None:
        raise InvitationRejected(InvitationProblem.UNKNOWN)
    if invitation.owner.session_key == session.session_key:
        raise InvitationRejected(InvitationProblem.OWN)
    if invitation.is_used:
        raise InvitationRejected(InvitationProblem.USED)
    if invitation.expires_at <= now:
        raise InvitationRejected(InvitationProblem.EXPIRED)
    return invitation


@transaction.atomic
def _count_try(session_key: str, address: str, now: datetime) -> CodeAttempt:
    """Write a try down before it is looked at; raises InvitationRejected once there were too many.

    Where the database does not hold writers back, as SQLite does, tries at the very same instant
    may be a few more.
    """
    recent = CodeAttempt.objects.filter(at__gt=now - ATTEMPT_WINDOW)
    hashed = salted_hmac("crownhead.address", address, algorithm="sha256").hexdigest()
    of_session = Q(session_key=session_key) & ~Q(session_key="")
    tries = recent.aggregate(
        address=Count("id", filter=Q(address=hashed)), session=Count("id", filter=of_session)
    )
    if tries["address"] >= ATTEMPTS_PER_ADDRESS or tries["session"] >= ATTEMPTS_PER_SESSION:
        raise InvitationRejected(InvitationProblem.TOO_MANY_TRIES)
    return CodeAttempt.objects.create(address=hashed, session_key=session_key, at=now)


def _secrets(nonce: str) -> Iterator[tuple[str, str]]:
    """Link and code of an invitation, as the secret key gives them and then older ones."""
    for digest in digests("crownhead.invitation", nonce):
        number = int.from_bytes(digest[18:], "big")
        code = "".join(ALPHABET[number // len(ALPHABET) ** at % len(ALPHABET)] for at in range(8))
        yield urlsafe_b64encode(digest[:18]).decode(), code


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
