"""A table as its players and its spectators see it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from game.play.active_game import Action
from game.play.preferences import Preferences
from game.play.tables import moves
from game.play.tables.options import game_clock
from game.play.tables.view import REMATCH_WINDOW, poll_state, table_view
from game.rules import VARIANTS, Side
from game.web.tables.labels import clocks
from tests.play.tables.seating import at_second, play, seated, seen

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


@pytest.mark.parametrize("variant", ["english", "brazilian"])
def test_players_see_their_own_side_at_the_bottom(variant: str):
    rules = VARIANTS[variant]
    at, black, white = seated(variant=rules, control=game_clock(3, 0))
    for player, side in ((black, Side.BLACK), (white, Side.WHITE), (None, None)):
        view = table_view(at, player, Preferences())
        assert view.side is side
        assert view.bottom is (rules.first_to_move if side is None else side)
        first = at.seats[view.bottom].name if side is None else "You"
        assert str(clocks(view, 0)[0]["who"]).startswith(first)


def test_a_takeback_is_offered_only_when_there_is_a_move_to_take_back():
    at, black, white = seated(allows_take_backs=True)
    for text, may in (("", (False, False)), ("11-15", (True, False)), ("23-19", (True, True))):
        at = play(at, text)
        views = [table_view(at, player, Preferences()) for player in (black, white)]
        assert tuple(Action.TAKEBACK in view.actions for view in views) == may


def test_pages_stop_asking_about_a_game_once_nobody_can_want_a_rematch():
    at, black, _ = seated()
    moves.resign(at.id, black, seen(at), at_second(1))
    last = at_second(1) + REMATCH_WINDOW
    for now, is_done in ((at_second(2), False), (last, False), (last + SECOND, True)):
        state = poll_state(at.id, now)
        assert state is not None
        assert state.is_done is is_done
