"""When a finished game is recorded, removed, counted and deleted."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from game.models import FinishedGame, Player
from game.play.active_game import BoardReference
from game.play.library import my_games, results
from game.play.sessions import SessionStore
from game.play.solo import endings as solo_endings
from game.play.solo.actions import (
    KEY,
    current,
    flip,
    let_computer_answer,
    play,
    start,
    start_again,
    undo,
)
from game.rules import VARIANTS
from tests.player import Player as Visitor

WON_IN_ONE = {"start": "B:W17:B14", "opponent": "computer", "player": "B"}
DRAWN_IN_ONE = {
    "start": "B:WK32:BK1",
    "moves": "1-5 32-28 5-1 28-32 1-5 32-28 5-1",
    "opponent": "computer",
    "player": "W",
}


@pytest.fixture
def session_with(transactional_db: None) -> Callable[..., SessionStore]:
    """Return a function that makes a session with a game in it, two friends by default."""

    def make(session: SessionStore | None = None, **changes: Any) -> SessionStore:
        store = session or SessionStore()
        with store.exclusive():
            store[KEY] = Visitor.document(**changes)
        return store

    return make


def seen(session: SessionStore) -> BoardReference:
    solo, _ = current(session)
    return BoardReference(solo.ply, solo.version)


def end(session: SessionStore, move: str) -> None:
    play(session, move, seen(session))


def test_records_a_game_decided_on_the_board(session_with: Callable[..., SessionStore]):
    session = session_with(**WON_IN_ONE)
    before = timezone.now()
    end(session, "14x21")
    kept = FinishedGame.objects.get()
    assert kept.owner.session_key == session.session_key
    assert (kept.variant, kept.opponent, kept.level) == ("english", "computer", "beginner")
    assert (kept.player, kept.winner, kept.termination, kept.plies) == ("B", "B", "no pieces", 1)
    assert before <= kept.finished_at <= timezone.now()
    assert my_games.game_of(kept) == current(session)[0]


@pytest.mark.parametrize(
    ("order", "winner", "termination"),
    [
        (solo_endings.resign, "W", "resignation"),
        (solo_endings.agree_draw, "", "agreement"),
    ],
)
def test_records_a_game_ended_by_the_players(
    session_with: Callable[..., SessionStore], order: Any, winner: str, termination: str
):
    session = session_with(moves="11-15 23-19")
    order(session, seen(session))
    kept = FinishedGame.objects.get()
    assert (kept.winner, kept.termination, kept.plies) == (winner, termination, 2)


def test_records_a_draw_by_rule_with_its_reason(session_with: Callable[..., SessionStore]):
    session = session_with(**DRAWN_IN_ONE)
    end(session, "28-32")
    kept = FinishedGame.objects.get()
    assert (kept.winner, kept.termination) == ("", "repetition")


def test_records_a_game_resigned_before_anything_was_stored(transactional_db: None):
    session = SessionStore()
    solo_endings.resign(session, seen(session))
    kept = FinishedGame.objects.get()
    assert kept.owner.session_key == session.session_key
    assert kept.begun_at == kept.finished_at


def test_records_a_finished_game_only_once(session_with: Callable[..., SessionStore]):
    session = session_with(**WON_IN_ONE)
    end(session, "14x21")
    at = FinishedGame.objects.get().finished_at
    flip(session)
    flip(session)
    assert FinishedGame.objects.get().finished_at == at


def test_undo_removes_the_result_and_ending_again_restores_it(
    session_with: Callable[..., SessionStore],
):
    session = session_with(start="B:W17:B14")
    end(session, "14x21")
    game_id = FinishedGame.objects.get().game_id
    undo(session, seen(session))
    assert not FinishedGame.objects.exists()
    assert results.scores(session, None) == []
    solo_endings.resign(session, seen(session))
    kept = FinishedGame.objects.get()
    assert (kept.game_id, kept.winner) == (game_id, "W")


def test_records_each_new_game_separately(session_with: Callable[..., SessionStore]):
    session = session_with(start="B:W17:B14")
    end(session, "14x21")
    start_again(session, seen(session))
    solo_endings.resign(session, seen(session))
    assert FinishedGame.objects.values("game_id").distinct().count() == 2
    assert Player.objects.count() == 1


def test_records_a_game_stored_by_an_older_version(session_with: Callable[..., SessionStore]):
    session = session_with(start="B:W17:B14")
    assert "id" not in session[KEY]
    end(session, "14x21")
    assert FinishedGame.objects.get().game_id == session[KEY]["id"]


def test_a_damaged_session_still_belongs_to_the_same_player(
    session_with: Callable[..., SessionStore],
):
    session = session_with(**WON_IN_ONE)
    end(session, "14x21")
    Session.objects.update(session_data="damaged")
    again = SessionStore(session.session_key)
    solo_endings.resign(again, seen(again))
    assert Player.objects.count() == 1
    assert my_games.finished_games(again).count() == 2


def test_counts_results_by_rules_and_level_with_draws_apart(
    session_with: Callable[..., SessionStore],
):
    session = session_with(**WON_IN_ONE)
    end(session, "14x21")
    session_with(session, **DRAWN_IN_ONE)
    end(session, "28-32")
    session_with(session, **WON_IN_ONE | {"level": "hard"})
    solo_endings.resign(session, seen(session))
    session_with(session, start="B:W17:B14")
    end(session, "14x21")
    session_with(session, variant="brazilian", start="B:W17:B14")
    solo_endings.resign(session, seen(session))
    assert results.scores(session, None) == [
        results.Score("english", "beginner", first=1, second=0, drawn=1),
        results.Score("english", "hard", first=0, second=1, drawn=0),
        results.Score("brazilian", "", first=0, second=1, drawn=0),
        results.Score("english", "", first=1, second=0, drawn=0),
    ]


def test_a_watched_game_is_recorded_but_not_counted(session_with: Callable[..., SessionStore]):
    session = session_with(opponent="watch", start="B:W17:B14")
    let_computer_answer(session, 0)
    assert FinishedGame.objects.get().opponent == "watch"
    assert results.scores(session, None) == []


def test_resetting_results_counts_from_then_on_and_keeps_the_games(
    session_with: Callable[..., SessionStore],
):
    session = session_with(**WON_IN_ONE)
    end(session, "14x21")
    results.reset_results(session, timezone.now())
    since = results.counted_from(session)
    assert results.scores(session, since) == []
    assert my_games.finished_games(session).count() == 1
    session_with(session, **WON_IN_ONE)
    end(session, "14x21")
    assert [score.played for score in results.scores(session, since)] == [1]


def test_games_are_deleted_with_their_session(session_with: Callable[..., SessionStore]):
    gone, stays = session_with(**WON_IN_ONE), session_with(**WON_IN_ONE)
    end(gone, "14x21")
    end(stays, "14x21")
    year_ago = timezone.now() - timedelta(seconds=1)
    Session.objects.filter(session_key=gone.session_key).update(expire_date=year_ago)
    call_command("tidy")
    assert [game.owner.session_key for game in FinishedGame.objects.all()] == [stays.session_key]
    assert Player.objects.count() == 1


def test_a_game_is_recorded_exactly_while_it_is_over(transactional_db: None):
    session, chance = SessionStore(), random.Random(21)
    start(session, VARIANTS["english"], opponent="friend", level="easy", second_level="easy")
    finished: set[str] = set()
    for _ in range(400):
        chance.choice(orders_for(session, chance))()
        solo, _ = current(session)
        finished = finished - {solo.id} if solo.outcome is None else finished | {solo.id}
        kept = FinishedGame.objects.values_list("game_id", flat=True)
        assert sorted(kept) == sorted(finished)
    assert len(finished) > 10


def orders_for(session: SessionStore, chance: random.Random) -> list[Callable[[], object]]:
    """Return what two friends may do now, likelier actions more often."""
    solo, _ = current(session)
    at = seen(session)
    if solo.outcome is not None:
        return [
            lambda: flip(session),
            lambda: undo(session, at),
            lambda: start_again(session, at),
        ]
    move = str(chance.choice(solo.game.legal_moves))
    ways = [lambda: flip(session), *8 * [lambda: play(session, move, at)]]
    ways += [lambda: solo_endings.resign(session, at), lambda: solo_endings.agree_draw(session, at)]
    return ways + ([lambda: undo(session, at)] if solo.ply else [])


def statements(queries: CaptureQueriesContext) -> list[str]:
    """Return the queries on rows, without those that begin and end transactions."""
    ends = ("BEGIN", "SAVEPOINT", "RELEASE", "COMMIT")
    return [query["sql"] for query in queries if not query["sql"].startswith(ends)]


def test_ending_a_game_costs_one_more_query_than_a_move(session_with: Callable[..., SessionStore]):
    session = session_with(**WON_IN_ONE)
    end(session, "14x21")
    session_with(session, start="B:W17,22:B14", moves="")
    with CaptureQueriesContext(connection) as queries:
        # As a request does, which knows nothing yet but the cookie.
        end(SessionStore(session.session_key), "14x21")
    assert len(statements(queries)) == 3, statements(queries)
    session_with(session, **WON_IN_ONE)
    with CaptureQueriesContext(connection) as queries:
        end(SessionStore(session.session_key), "14x21")
    assert len(statements(queries)) == 4, statements(queries)


def test_migrations_can_be_reversed_and_reapplied(transactional_db: None):
    executor = MigrationExecutor(connection)
    executor.migrate([("game", None)])
    assert FinishedGame._meta.db_table not in connection.introspection.table_names()
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    assert FinishedGame.objects.count() == 0
