"""What every value of the rules promises: it never changes."""

from dataclasses import FrozenInstanceError, fields, replace
from typing import Any

import pytest

from game.notation import find_move, parse_fen
from game.rules import (
    HOUSE_RULE_OPTIONS,
    VARIANTS,
    AmbiguousMove,
    Game,
    IllegalMove,
    InvalidNotation,
    Side,
    with_house_rules,
)
from game.rules.clock import DAY, MINUTE, SECOND, Clock, TimeControl
from game.rules.draws import NOTHING, Event
from game.rules.geometry import Direction
from game.rules.house import HouseRuleOptions
from game.rules.outcome import Outcome, Termination
from game.rules.perft import perft
from game.rules.variant import HouseRules

ENGLISH = VARIANTS["english"]


@pytest.mark.parametrize(
    "value",
    [
        TimeControl(MINUTE),
        TimeControl(MINUTE).new_clock(),
        ENGLISH,
        ENGLISH.board,
        ENGLISH.draw_counters[0],
        ENGLISH.king_reach,
        Game(ENGLISH),
        HouseRules(),
        HouseRuleOptions(),
        Outcome(None, Termination.AGREEMENT),
        Direction(1, 1),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_that_are_shared_never_change(value: Any) -> None:
    name = fields(value)[0].name
    with pytest.raises(FrozenInstanceError):
        setattr(value, name, None)


def test_values_made_alike_are_equal_and_find_each_other_in_a_set() -> None:
    assert TimeControl(MINUTE, SECOND) in {TimeControl(MINUTE, SECOND)}
    assert replace(ENGLISH.board) in {ENGLISH.board}
    assert Direction(1, -1).opposite in {Direction(-1, 1)}


def test_games_are_told_apart_though_they_look_alike() -> None:
    one, other = Game(ENGLISH), Game(ENGLISH)
    assert one != other
    assert len({one, other}) == 2


def test_a_game_is_shown_without_its_whole_history() -> None:
    game = Game(ENGLISH).play(find_move("11-15", ENGLISH.start, ENGLISH))
    assert len(repr(game)) < 100


def test_time_is_counted_in_milliseconds() -> None:
    assert (SECOND, MINUTE, DAY) == (1000, 60_000, 86_400_000)


def test_a_new_clock_is_full_and_stands() -> None:
    control = TimeControl(1)
    assert control.new_clock() == Clock(control, (1, 1), runs=None, since=0)


def test_a_clock_runs_from_the_instant_given_or_else_from_now() -> None:
    clock = TimeControl(MINUTE).new_clock().after_move(Side.BLACK, 1, 100)
    assert clock.after_move(Side.WHITE, 2, 200).since == 200
    assert clock.after_move(Side.WHITE, 2, 200, begins=250).since == 250
    assert clock.taken_back(Side.BLACK, 2, 300).since == 300
    assert clock.taken_back(Side.BLACK, 2, 300, begins=350).since == 350


def test_a_stopped_clock_keeps_the_instant_at_which_it_stopped() -> None:
    assert TimeControl(MINUTE).new_clock().stopped(500).since == 500


def test_each_event_is_a_flag_of_its_own() -> None:
    assert [event.name for event in Event] == ["CAPTURE", "MANS_MOVE", "CROWNING"]
    for event in Event:
        assert not event & ~event
        assert all(not event & other for other in Event if other is not event)
    assert not NOTHING


@pytest.mark.parametrize(
    "error",
    [
        InvalidNotation("x" * 90, "reason"),
        IllegalMove("x" * 90, "B:W21:B1"),
        AmbiguousMove("x" * 90, ENGLISH.start and Game(ENGLISH).legal_moves),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_quote_80_characters_and_keep_the_whole_text(error: Any) -> None:
    assert str(error).startswith(repr("x" * 80))
    assert error.text == "x" * 90


def test_a_game_ended_off_the_board_says_so_until_it_is_resumed() -> None:
    game = Game(ENGLISH)
    assert not game.ended_off_board
    assert game.agree_draw().ended_off_board
    assert not game.agree_draw().resume().ended_off_board


def test_a_game_lists_the_positions_that_could_be_repeated_oldest_first() -> None:
    game = Game(ENGLISH, parse_fen("B:WK32,24:BK1", ENGLISH))
    assert game.earlier_positions == ()
    history = []
    for move in ("1-5", "32-28", "5-1"):
        history.append(game.position)
        game = game.play(find_move(move, game.position, ENGLISH))
    assert game.earlier_positions == tuple(history)
    after_a_mans_move = game.play(find_move("24-20", game.position, ENGLISH))
    assert after_a_mans_move.earlier_positions == ()
    assert after_a_mans_move.most_repetitions == 1


def test_perft_counts_one_line_of_no_moves_and_every_move_of_one() -> None:
    assert [perft(ENGLISH.start, ENGLISH, depth) for depth in range(3)] == [1, 7, 49]


def test_three_rule_sets_have_house_rules() -> None:
    offered = {key: (o.takes_most, o.quiet_plies) for key, o in HOUSE_RULE_OPTIONS.items()}
    assert offered == {
        "english": (True, (40, 50, 100)),
        "brazilian": (False, (50,)),
        "russian": (False, (50,)),
    }


def test_captures_and_mans_moves_reset_the_counter_of_a_house_rule() -> None:
    rules = with_house_rules("english", HouseRules(quiet_plies=40))
    game = Game(rules, parse_fen("B:WK32,24,23:BK1,14", rules))
    shown = []
    for move in ("1-5", "32-28", "5-1", "23-18", "14x23", "28-32"):
        game = game.play(find_move(move, game.position, rules))
        shown.append(game.counts[0])
    assert shown == [1, 2, 3, 0, 0, 1]


def test_having_to_capture_the_most_changes_no_draw_counter() -> None:
    most = HouseRules(takes_most=True)
    rules = with_house_rules("english", most)
    assert rules.house_rules == most
    assert rules.draw_counters == ENGLISH.draw_counters
