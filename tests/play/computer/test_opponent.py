"""The computer's replies: from its workers, or the quick move when no search result comes."""

import logging
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import islice

import pytest

from game.engine.job import quick_move
from game.engine.limits import SearchResult
from game.engine.pool import WorkerPool
from game.notation import format_fen, parse_fen
from game.play.computer import opponent
from game.play.computer import workers as thinking
from game.play.computer.opponent import Reply, believes_it_is_ahead, choose_reply
from game.play.computer.workers import stop_thinking, warm
from game.rules import VARIANTS, Game, Move, Variant
from tests.engine.jobs import FAR_OFF, UnhurriedJob, endless_job
from tests.engine.positions import LONG_THINK, endings_with_kings, midgame_positions
from tests.engine.workers import (
    PATIENCE,
    all_gone,
    hang_detection_off,
    hang_detection_on,
    wait_until,
    wait_until_searching,
)

ENGLISH, BRAZILIAN = VARIANTS["english"], VARIANTS["brazilian"]

pytestmark = pytest.mark.heavy


@pytest.fixture(autouse=True)
def _in_no_hurry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(opponent, "SearchJob", UnhurriedJob)
    with hang_detection_off():
        yield


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[WorkerPool]:
    """Replace the server's pool by a pool of two whose processes a test may kill or stop."""
    with closing(WorkerPool(2)) as pool:
        monkeypatch.setattr(thinking, "_pool", pool)
        warm()
        wait_until(lambda: len(pool.pids()) == 2)
        yield pool


def beginners_reply(game: Game, seed: int = 1, seconds: float = FAR_OFF) -> Reply:
    return choose_reply(game, "beginner", seed, time.monotonic() + seconds)


@pytest.mark.parametrize("variant", [ENGLISH, BRAZILIAN], ids=lambda variant: variant.key)
def test_the_computer_plays_a_game_to_its_end(variant: Variant) -> None:
    game = Game(variant)
    while game.outcome is None:
        reply = beginners_reply(game)
        assert reply.move in game.legal_moves
        assert (reply.is_fallback, reply.reason) == (False, "")
        game = game.play(reply.move)


def test_a_seed_repeats_its_game_and_other_seeds_differ() -> None:
    def moves_with(seed: int) -> tuple[Move, ...]:
        game = Game(ENGLISH)
        while game.ply < 10:
            game = game.play(beginners_reply(game, seed).move)
        return game.moves

    assert moves_with(7) == moves_with(7)
    assert len({moves_with(seed) for seed in range(4)}) == 4


def test_reply_takes_earlier_positions_into_account() -> None:
    # 6-1 would let White repeat the position a third time.
    game = Game(ENGLISH, parse_fen("B:WK32:BK1,K2,K3", ENGLISH))
    for path in [(1, 6), (32, 28), (6, 1), (28, 32), (1, 6), (32, 28)]:
        game = game.play(Move(path))
    back = Move((6, 1))
    assert game.play(back).play(Move((28, 32))).repetitions == 3
    assert all(beginners_reply(game, seed).move != back for seed in range(20))


def test_plays_a_forced_move_without_a_search(workers: WorkerPool) -> None:
    workers.close()
    game = Game(ENGLISH, parse_fen("B:W18,32:B14", ENGLISH))
    assert len(game.legal_moves) == 1
    assert beginners_reply(game) == Reply(game.legal_moves[0])


def test_plays_the_quick_move_and_logs_it_when_the_search_is_late(
    workers: WorkerPool, caplog: pytest.LogCaptureFixture
) -> None:
    game = Game(BRAZILIAN, LONG_THINK)
    for pid in workers.pids():
        os.kill(pid, signal.SIGSTOP)
    with caplog.at_level(logging.WARNING, logger="crownhead"):
        reply = beginners_reply(game, seconds=0.1)
    assert reply == Reply(quick_move(game), True, "late")
    (line,) = [record.getMessage() for record in caplog.records if record.name == "crownhead"]
    assert "late" in line
    assert format_fen(LONG_THINK, BRAZILIAN) in line


def test_plays_on_without_a_worker_pool(workers: WorkerPool) -> None:
    workers.close()
    game = Game(ENGLISH)
    assert beginners_reply(game) == Reply(game.legal_moves[0], True, "unavailable")


@pytest.mark.parametrize("harm", [signal.SIGKILL, signal.SIGSTOP])
def test_workers_killed_or_stopped_cost_no_reply_when_there_is_time(
    workers: WorkerPool, harm: signal.Signals
) -> None:
    game = Game(BRAZILIAN)
    expected = beginners_reply(game)
    victims = workers.pids()
    for pid in victims:
        os.kill(pid, harm)
    with ThreadPoolExecutor(4) as threads:
        with hang_detection_on():
            replies = [threads.submit(beginners_reply, game) for _ in range(4)]
            wait_until(lambda: len(workers._queue) == 2 or all_gone(victims))
            # A fifth is in a hurry, so the others have to make room.
            beginners_reply(game, seconds=0.2)
            wait_until(lambda: all_gone(victims))
        assert [reply.result(PATIENCE) for reply in replies] == [expected] * 4
    wait_until(lambda: len(workers.pids()) == 2)


@pytest.mark.usefixtures("workers")
def test_answers_sixteen_games_at_once_on_two_workers() -> None:
    games = [
        *(Game(ENGLISH, position) for position in islice(midgame_positions(ENGLISH, 51), 8)),
        *(Game(BRAZILIAN, position) for position in islice(endings_with_kings(BRAZILIAN, 52), 8)),
    ]
    with ThreadPoolExecutor(16) as threads:
        replies = list(threads.map(beginners_reply, games))
    for game, reply in zip(games, replies, strict=True):
        assert reply.move in game.legal_moves
        assert not reply.is_fallback


@pytest.mark.parametrize(
    ("variant", "fen", "move"),
    [
        # 9x18 takes one man, 10x17x26 two.
        (ENGLISH, "B:W14,22,25,32:B9,10", "10x17x26"),
        (ENGLISH, "B:W21-32:B1-12", "9-13"),
    ],
)
def test_quick_move_captures_the_most_pieces_or_is_the_first(
    variant: Variant, fen: str, move: str
) -> None:
    assert str(quick_move(Game(variant, parse_fen(fen, variant)))) == move


def test_a_visitor_without_a_session_stops_no_other_search(workers: WorkerPool) -> None:
    with ThreadPoolExecutor(1) as threads:
        answer = threads.submit(workers.answer, endless_job(asker=""))
        wait_until_searching(workers.pids())
        stop_thinking("")
        wait_until_searching(workers.pids())
        assert not answer.done()
        workers.stop("")
        assert answer.result(PATIENCE).move in Game(ENGLISH).legal_moves


@pytest.mark.parametrize(
    ("score", "is_ahead"), [(-21, True), (-20, False), (0, False), (90, False)]
)
def test_the_computer_is_ahead_by_more_than_a_fifth_of_a_man(
    monkeypatch: pytest.MonkeyPatch, score: int, is_ahead: bool
) -> None:
    move = Game(ENGLISH).legal_moves[0]
    found = SearchResult(move, score, 9, 1000, (), ())
    monkeypatch.setattr(opponent, "answer", lambda job: found)
    assert believes_it_is_ahead(Game(ENGLISH), FAR_OFF) is is_ahead
