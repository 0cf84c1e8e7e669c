from __future__ import annotations

import pytest

from tests.player import Player
from tests.table_player import Clock, TablePlayer


@pytest.fixture
def alice(transactional_db: None) -> Player:
    return Player()


@pytest.fixture
def bob(transactional_db: None) -> TablePlayer:
    return TablePlayer()


@pytest.fixture
def ann(transactional_db: None) -> TablePlayer:
    return TablePlayer()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Stop the site's time until the test advances it."""
    clock = Clock()
    monkeypatch.setattr("django.utils.timezone.now", clock)
    return clock


@pytest.fixture
def charlie(transactional_db: None) -> Player:
    return Player()
