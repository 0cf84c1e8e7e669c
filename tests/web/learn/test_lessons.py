"""The lessons teach what the code plays: every position, move and claim is checked."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from game.notation import format_move, parse_fen
from game.play.solo.game import PLAYABLE
from game.rules import VARIANTS, Game, Side, Variant, squares_of
from game.web.learn import labels as learn_labels
from game.web.learn.lessons import LESSONS, Lesson

ALL = [lesson for lessons in LESSONS.values() for lesson in lessons.values()]
every_lesson = pytest.mark.parametrize("lesson", ALL, ids=lambda it: f"{it.rules} {it.key}")
every_game = pytest.mark.parametrize("rules", PLAYABLE)


def texts(lesson: Lesson) -> set[str]:
    return {format_move(move, lesson.variant) for move in lesson.game.legal_moves}


def test_every_offered_game_teaches_the_same_core_lessons() -> None:
    assert set(LESSONS) == set(PLAYABLE)
    shared = set.intersection(*(set(lessons) for lessons in LESSONS.values()))
    assert shared >= {"start", "man", "must", "double", "choice", "king", "crowned", "opposition"}
    assert set(learn_labels.TITLES) == {lesson.key for lesson in ALL}
    assert set(learn_labels.COMMENTS) == set(learn_labels.OPENING_NAMES) == set(PLAYABLE)


@every_lesson
def test_the_position_is_playable_and_its_moves_are_legal(lesson: Lesson) -> None:
    assert lesson.game.outcome is None
    assert parse_fen(lesson.start, lesson.variant) == lesson.game.position
    game = lesson.game
    for move in lesson.shown:
        assert move in game.legal_moves
        game = game.play(move)
    origins = {move.origin for move in lesson.game.legal_moves}
    assert set(lesson.origins) <= origins


@every_game
def test_the_first_lesson_shows_the_starting_position(rules: str) -> None:
    assert LESSONS[rules]["start"].game.position == VARIANTS[rules].start


@every_game
def test_the_man_lesson_shows_two_moves_and_one_at_the_edge(rules: str) -> None:
    lesson = LESSONS[rules]["man"]
    moves = [move.origin for move in lesson.game.legal_moves]
    assert sorted(moves.count(origin) for origin in lesson.origins) == [1, 2]
    assert not any(move.is_capture for move in lesson.game.legal_moves)


@every_game
def test_the_forced_jump_is_the_only_legal_move(rules: str) -> None:
    lesson = LESSONS[rules]["must"]
    assert lesson.game.legal_moves == lesson.shown
    assert lesson.game.position.men(lesson.game.position.side).bit_count() > 1


@every_game
def test_the_double_jump_captures_two_and_turns(rules: str) -> None:
    lesson = LESSONS[rules]["double"]
    (move,) = lesson.game.legal_moves
    assert move == lesson.shown[0]
    assert len(move.captures) == 2
    places = [lesson.variant.board.places[square - 1] for square in move.path]
    across = [after[1] - before[1] for before, after in itertools.pairwise(places)]
    assert across[0] == -across[1]


def test_english_checkers_allows_both_the_short_and_the_long_jump() -> None:
    assert texts(LESSONS["english"]["choice"]) == {"11x18", "11x20x27"}


def test_brazilian_draughts_allows_only_the_jump_that_takes_more() -> None:
    lesson = LESSONS["brazilian"]["choice"]
    assert texts(lesson) == {"c3xa5xc7"}
    # Without the rule both could be chosen.
    free = Game(VARIANTS["russian"], lesson.game.position)
    assert {len(move.captures) for move in free.legal_moves} == {1, 2}


def test_a_brazilian_man_jumps_backward_where_an_english_one_cannot() -> None:
    lesson = LESSONS["brazilian"]["backward"]
    assert texts(lesson) == {"d4xf2"}
    english = Game(VARIANTS["english"], lesson.game.position)
    assert not any(move.is_capture for move in english.legal_moves)


def test_a_flying_king_chooses_its_landing_and_a_short_king_steps() -> None:
    afar = LESSONS["brazilian"]["afar"].game.legal_moves
    assert len({move.destination for move in afar}) == len(afar) == 4
    (king,) = LESSONS["english"]["king"].origins
    short = [move for move in LESSONS["english"]["king"].game.legal_moves if move.origin == king]
    assert len(short) == 4


def test_a_king_is_stopped_by_a_piece_it_has_jumped() -> None:
    lesson = LESSONS["brazilian"]["stays"]
    (move,) = lesson.game.legal_moves
    assert move == lesson.shown[0]
    assert len(move.captures) == 3
    at_once = replace(lesson.variant, removes_in_passing=True)
    (longest, *_) = Game(at_once, lesson.game.position).legal_moves
    assert len(longest.captures) == 4


def test_an_english_man_crowned_in_mid_jump_stops() -> None:
    lesson = LESSONS["english"]["crowned"]
    (move,) = lesson.game.legal_moves
    assert move.promotes
    after = lesson.game.play(move)
    kings_turn = after.position._replace(side=Side.BLACK)
    assert Game(lesson.variant, kings_turn).legal_moves[0].is_capture


def test_a_brazilian_man_passing_over_the_king_row_stays_a_man() -> None:
    lesson = LESSONS["brazilian"]["crowned"]
    (move,) = lesson.game.legal_moves
    far_row = set(squares_of(lesson.variant.crownheads[Side.WHITE]))
    assert far_row & set(move.path[1:-1])
    assert not move.promotes


@every_game
def test_the_shot_gives_one_man_and_forces_a_capture_of_two(rules: str) -> None:
    lesson = LESSONS[rules]["shot"]
    gift, *forced = lesson.shown
    assert not gift.is_capture
    game = lesson.game.play(gift)
    for move in forced:
        assert game.legal_moves == (move,)
        game = game.play(move)
    assert [len(move.captures) for move in forced] == [1, 2]
    assert not game.legal_moves[0].is_capture


@every_game
def test_the_side_to_move_in_the_last_lesson_loses(rules: str) -> None:
    lesson = LESSONS[rules]["opposition"]
    for side in Side:
        loser = Game(lesson.variant, lesson.game.position._replace(side=side))
        for move in loser.legal_moves:
            replies = loser.play(move).legal_moves
            assert all(reply.is_capture for reply in replies)
            end = loser.play(move).play(replies[0])
            assert end.outcome is not None
            assert end.outcome.winner is side.other


@every_game
def test_the_opening_starts_the_game_and_comments_on_each_move(rules: str) -> None:
    lesson = LESSONS[rules]["opening"]
    opening = learn_labels.opening(lesson)
    assert lesson.played[0].position == lesson.variant.start
    assert len(opening.moves) == len(lesson.game.moves) == len(learn_labels.COMMENTS[rules])
    shown = [format_move(move, lesson.variant) for move in lesson.game.moves]
    assert [word for word in opening.line.split() if not word.endswith(".")] == shown
    taken = [move for move in lesson.game.moves if move.is_capture]
    # An even trade: one each.
    assert [len(move.captures) for move in taken] == [1, 1]
    _no_piece_hangs(lesson.variant, lesson.game)


def _no_piece_hangs(variant: Variant, game: Game) -> None:
    assert not game.legal_moves[0].is_capture
    waiting = game.position._replace(side=game.position.side.other)
    assert not Game(variant, waiting).legal_moves[0].is_capture


def test_worked_examples_are_explained_step_by_step() -> None:
    def worked(rules: str, key: str) -> str:
        return " ".join(learn_labels.explain_steps(LESSONS[rules][key]))

    assert worked("english", "double") == (
        "It jumps the man on 14 and lands on 17. Then it must jump the man on 22 and land on 26."
    )
    assert worked("english", "crowned") == (
        "From 30 the new king could jump the man on 26, but its move is over."
    )
    assert worked("brazilian", "crowned").endswith(
        "Square d8 is on the king row, but the jump goes on, so the man stays a man."
    )
    assert worked("brazilian", "choice") == (
        "The jump from c3 to e5 is not allowed: it captures 1, and another jump captures 2."
    )
    assert worked("english", "choice") == worked("english", "start") == ""
