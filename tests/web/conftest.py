from __future__ import annotations

import pytest

from tests.player import Player


@pytest.fixture
def alice(transactional_db: None) -> Player:
    return Player()


@pytest.fixture
def bob(transactional_db: None) -> Player:
    return Player()
