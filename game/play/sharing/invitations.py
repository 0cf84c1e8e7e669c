"""Links and codes that invite another device to a game: short-lived, single-use, hard to guess.

Neither is stored. They are derived from a stored random nonce and the site's secret key, and looked
up by their hashes. Codes are short enough to type, so attempts are rate limited.
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
"""How long a used or expired link can still be told from one that never existed."""
INACTIVE_AFTER = timedelta(days=365)
"""A device's session expires after so long without a request."""
ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""No characters that are easily confused: no 0, O, 1, I, L or U."""
CODE_LENGTH = 8
MAX_TYPED = 100
"""Characters of a typed code that are read."""
ATTEMPT_WINDOW = timedelta(minutes=10)
ATTEMPTS_PER_SESSION = 10
ATTEMPTS_PER_ADDRESS = 30
"""More than for a session: a school or a train shares one address. Still hopeless for guessing."""


class InvitationProblem(Enum):
    """Why an invitation is rejected."""

    UNREADABLE = "unreadable"
    UNKNOWN = "unknown"
    USED = "used"
    EXPIRED = "expired"
    OWN = "own"
    TOO_MANY_TRIES = "too many tries"
    TOO_MANY_DEVICES = "too many devices"


class InvitationRejected(Exception):
    """An invitation that cannot be used; nothing was changed."""

    def __init__(self, trouble: InvitationProblem) -> None:
        super().__init__(trouble.value)
        self.trouble = trouble


@dataclass(frozen=True)
class InvitationDetails:
    """A valid invitation as its owner sees it."""

    link: str
    """The last part of the link's URL."""
    code: str
    """In two groups, to be read out."""
    expires_at: datetime


def new_invitation(owner: str, now: datetime, form: str = "") -> None:
    """Create a link and a code for the player's game; earlier ones expire.

    A valid invitation that this ``form`` has already created is kept instead.
    """
    earlier = Invitation.objects.filter(owner=owner)
    nonce = id_made_by(form, owner)
    if (existing := earlier.filter(nonce=nonce).first()) is not None:
        if not existing.is_used and existing.expires_at > now:
            return
        nonce = new_id()
    earlier.filter(expires_at__lt=now - REMEMBERED).delete()
    earlier.filter(expires_at__gt=now).update(expires_at=now)
    link, code = next(_links_and_codes(nonce))
    Invitation.objects.create(
        owner_id=owner,
        nonce=nonce,
        link_hash=_hash(link),
        code_hash=_hash(code),
        expires_at=now + LIFETIME,
    )


def current_invitation(session: SessionStore, now: datetime) -> InvitationDetails | None:
    """Return the valid invitation of this session's player, or None.

    None as well for one made with a secret key that is lost: it still works, but its link and code
    cannot be derived again.
    """
    valid = Invitation.objects.filter(
        owner=known_player(session), is_used=False, expires_at__gt=now
    ).first()
    if valid is None:
        return None
    half = CODE_LENGTH // 2
    for link, code in _links_and_codes(valid.nonce):
        if _hash(link) == valid.link_hash:
            return InvitationDetails(link, f"{code[:half]}-{code[half:]}", valid.expires_at)
    return None


def invitation_of_link(link: str, session: SessionStore, now: datetime) -> Invitation:
    """Return the invitation of a link.

    Raises InvitationRejected if this session cannot use it.
    """
    return _checked(Q(link_hash=_hash(link)), session, now)


def invitation_of_code(
    typed: str, session: SessionStore, address: str, now: datetime
) -> Invitation:
    """Return the invitation of a typed code.

    Raises InvitationRejected if this session cannot use it, or after too many attempts; every
    wrong code counts against the session and the address.
    """
    code = "".join(char for char in typed[:MAX_TYPED].upper() if char.isalnum())
    if len(code) != CODE_LENGTH or set(code) - set(ALPHABET):
        raise InvitationRejected(InvitationProblem.UNREADABLE)
    attempt = _count_attempt(session.session_key or "", address, now)
    invitation = _checked(Q(code_hash=_hash(code)), session, now)
    attempt.delete()
    return invitation


def use_up(invitation: Invitation, now: datetime) -> None:
    """Mark an invitation as used; raises InvitationRejected if another request was faster."""
    valid = Invitation.objects.filter(pk=invitation.pk, is_used=False, expires_at__gt=now)
    if not valid.update(is_used=True):
        raise InvitationRejected(InvitationProblem.USED)


def forget_old(now: datetime) -> None:
    """Delete invitations and attempts that no longer matter, and devices inactive for a year."""
    SharedDevice.objects.filter(played_at__lt=now - INACTIVE_AFTER).delete()
    Invitation.objects.filter(expires_at__lt=now - REMEMBERED).delete()
    CodeAttempt.objects.filter(at__lt=now - ATTEMPT_WINDOW).delete()


def _checked(condition: Q, session: SessionStore, now: datetime) -> Invitation:
    invitation = Invitation.objects.select_related("owner").filter(condition).first()
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
def _count_attempt(session_key: str, address: str, now: datetime) -> CodeAttempt:
    """Record an attempt before it is checked; raises InvitationRejected after too many.

    Unlike SQLite, databases with concurrent writers may let through a few more at the same instant.
    """
    recent = CodeAttempt.objects.filter(at__gt=now - ATTEMPT_WINDOW)
    hashed = salted_hmac("crownhead.address", address, algorithm="sha256").hexdigest()
    of_session = Q(session_key=session_key) & ~Q(session_key="")
    attempts = recent.aggregate(
        address=Count("id", filter=Q(address=hashed)), session=Count("id", filter=of_session)
    )
    if attempts["address"] >= ATTEMPTS_PER_ADDRESS or attempts["session"] >= ATTEMPTS_PER_SESSION:
        raise InvitationRejected(InvitationProblem.TOO_MANY_TRIES)
    return CodeAttempt.objects.create(address=hashed, session_key=session_key, at=now)


def _links_and_codes(nonce: str) -> Iterator[tuple[str, str]]:
    """Yield the link and code of an invitation by the secret key, then by each older key."""
    for digest in digests("crownhead.invitation", nonce):
        number = int.from_bytes(digest[18:], "big")
        code = "".join(ALPHABET[number // len(ALPHABET) ** n % len(ALPHABET)] for n in range(8))
        yield urlsafe_b64encode(digest[:18]).decode(), code


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
