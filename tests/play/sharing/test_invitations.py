"""Invitations to a game on another device: how long they are valid."""

from __future__ import annotations

from datetime import timedelta

import pytest

from game.play.sessions import SessionStore
from game.play.sharing.devices import expects_news, home_of, invite
from game.play.sharing.invitations import (
    LIFETIME,
    InvitationProblem,
    InvitationRejected,
    current_invitation,
    invitation_of_link,
)
from tests.play.tables.seating import at_second

pytestmark = pytest.mark.django_db


def test_an_invitation_is_valid_until_the_instant_at_which_it_expires() -> None:
    owner, friend = SessionStore(), SessionStore()
    invite(owner, at_second(0))
    invited = current_invitation(owner, at_second(0))
    assert invited is not None
    end = at_second(0) + LIFETIME
    before = end - timedelta(milliseconds=1)
    assert invitation_of_link(invited.link, friend, before).expires_at == end
    assert expects_news(owner, home_of(owner), before)
    with pytest.raises(InvitationRejected) as rejected:
        invitation_of_link(invited.link, friend, end)
    assert rejected.value.trouble is InvitationProblem.EXPIRED
    assert not expects_news(owner, home_of(owner), end)
