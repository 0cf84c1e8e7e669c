"""A session's game as a value: which side is at the bottom, what the person may do, old formats."""

from __future__ import annotations

import pytest

from game.play.active_game import Action
from game.play.game_record import decode_game
from game.play.solo.game import COMPUTER, FRIEND, WATCH, SoloGame, new_game
from game.rules import VARIANTS, Game, Side
from tests.player import Player

ENGLISH, BRAZILIAN = VARIANTS["english"], VARIANTS["brazilian"]
UNDO, HINT, DRAW, RESIGN = Action.UNDO, Action.HINT, Action.DRAW, Action.RESIGN


def game(opponent: str, moves: str = "", **changes: str) -> SoloGame:
    return decode_game(Player.document(opponent=opponent, moves=moves, **changes))


@pytest.mark.parametrize("side", Side)
def test_the_person_is_at_the_bottom_against_the_computer_otherwise_who_begins(side: Side) -> None:
    assert new_game(opponent=COMPUTER, player=side).bottom is side
    for opponent in (FRIEND, WATCH):
        assert new_game(Game(ENGLISH), opponent, side).bottom is Side.BLACK
        assert new_game(Game(BRAZILIAN), opponent, side).bottom is Side.WHITE


@pytest.mark.parametrize(
    ("solo", "actions"),
    [
        (game(COMPUTER), {HINT, DRAW, RESIGN}),
        (game(COMPUTER, "11-15"), {UNDO, DRAW, RESIGN}),
        (game(COMPUTER, "11-15 23-19"), {UNDO, HINT, DRAW, RESIGN}),
        (game(FRIEND, "11-15"), {UNDO, HINT, DRAW, RESIGN}),
        (game(WATCH), set()),
        (game(WATCH, "11-15"), {UNDO}),
        (game(FRIEND, ending="B"), {UNDO}),
        (game(FRIEND, "14x21", start="B:W17:B14"), {UNDO}),
    ],
)
def test_a_person_may_do_what_fits_the_game(solo: SoloGame, actions: set[Action]) -> None:
    assert solo.actions == actions


def test_a_new_game_has_no_hints() -> None:
    assert (new_game().hints, new_game().hinted_version) == (0, -1)


def test_a_game_stored_before_hints_were_counted_has_had_none_on_any_board() -> None:
    solo = decode_game(Player.document(version=0))
    assert (solo.hints, solo.hinted_version, solo.forced_since) == (0, -1, -1)
