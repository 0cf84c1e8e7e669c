"""A table as its players and its spectators see it."""

from __future__ import annotations

import pytest

from game.play.preferences import Preferences
from game.play.tables.options import game_clock
from game.play.tables.view import table_view
from game.rules import VARIANTS, Side
from game.web.tables.labels import clocks
from tests.play.tables.seating import seated

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("variant", ["english", "brazilian"])
def test_players_see_their_own_side_at_the_bottom(variant: str):
    rules = VARIANTS[variant]
    at, black, white = seated(variant=rules, control=game_clock(3, 0))
    for player, side in ((black, Side.BLACK), (white, Side.WHITE), (None, None)):
        seen = table_view(at, player, Preferences())
        assert seen.side is side
        assert seen.bottom is (rules.first_to_move if side is None else side)
        first = at.seats[seen.bottom].name if side is None else "You"
        assert str(clocks(seen, 0)[0]["who"]).startswith(first)
