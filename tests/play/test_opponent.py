import logging
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import islice

import pytest

from game.engine import SearchJob
from game.engine.job import quick_move
from game.engine.pool import WorkerPool
from game.notation import format_fen, parse_fen
from game.play import opponent
from game.play.opponent import Reply, choose_reply, stop_thinking, warm
from game.rules import VARIANTS, Game, Move, Variant
from tests.engine.positions import LONG_THINK, endings_with_kings, midgame_positions

ENGLISH, BRAZILIAN = VARIANTS["english"], VARIANTS["brazilian"]
BUDGET = 0.75
SLACK = 0.1
"""Seconds a test machine may be late in waking a thread."""


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[WorkerPool]:
    """A pool of two in place of the server's, so that its processes can be mistreated."""
    with closing(WorkerPool(2)) as pool:
        monkeypatch.setattr(opponent, "_pool", pool)
        warm()
        end = time.monotonic() + 10
        while len(pool.pids()) < 2:
            assert time.monotonic() < end
            time.sleep(0.01)
        yield pool


def beginners_reply(game: Game, seed: int = 1, seconds: float = BUDGET) -> Reply:
    return choose_reply(game, "beginner", seed, time.monotonic() + seconds)


@pytest.mark.parametrize("variant", [ENGLISH, BRAZILIAN], ids=lambda variant: variant.key)
def test_the_computer_plays_a_game_to_its_end(variant: Variant) -> None:
    game = Game(variant)
    while game.outcome is None:
        began = time.monotonic()
        reply = beginners_reply(game)
        assert time.monotonic() - began < BUDGET
        assert reply.move in game.legal_moves
        assert (reply.is_fallback, reply.reason) == (False, "")
        game = game.play(reply.move)


def test_the_same_seed_plays_the_same_game_and_another_seed_another() -> None:
    def moves_with(seed: int) -> tuple[Move, ...]:
        game = Game(ENGLISH)
        while game.ply < 10:
            game = game.play(beginners_reply(game, seed).move)
        return game.moves

    assert moves_with(7) == moves_with(7)
    assert len({moves_with(seed) for seed in range(4)}) == 4


def test_the_reply_knows_which_positions_the_game_has_seen() -> None:
    # 6-1 would let White repeat the position a third time.
    game = Game(ENGLISH, parse_fen("B:WK32:BK1,K2,K3", ENGLISH))
    for path in [(1, 6), (32, 28), (6, 1), (28, 32), (1, 6), (32, 28)]:
        game = game.play(Move(path))
    back = Move((6, 1))
    assert game.play(back).play(Move((28, 32))).repetitions == 3
    assert all(beginners_reply(game, seed).move != back for seed in range(20))


def test_a_forced_move_is_played_without_a_search(workers: WorkerPool) -> None:
    workers.close()
    game = Game(ENGLISH, parse_fen("B:W18,32:B14", ENGLISH))
    assert len(game.legal_moves) == 1
    assert beginners_reply(game) == Reply(game.legal_moves[0])


def test_without_a_result_in_time_the_quick_move_is_played_and_the_log_says_so(
    workers: WorkerPool, caplog: pytest.LogCaptureFixture
) -> None:
    game = Game(BRAZILIAN, LONG_THINK)
    for pid in workers.pids():
        os.kill(pid, signal.SIGSTOP)
    began = time.monotonic()
    with caplog.at_level(logging.WARNING, logger="crownhead"):
        reply = beginners_reply(game)
    assert time.monotonic() - began < BUDGET + SLACK
    assert reply == Reply(quick_move(game), True, "late")
    (line,) = [record.getMessage() for record in caplog.records if record.name == "crownhead"]
    assert "late" in line
    assert format_fen(LONG_THINK, BRAZILIAN) in line


def test_without_a_pool_the_game_goes_on(workers: WorkerPool) -> None:
    workers.close()
    game = Game(ENGLISH)
    began = time.monotonic()
    assert beginners_reply(game) == Reply(game.legal_moves[0], True, "unavailable")
    assert time.monotonic() - began < SLACK


@pytest.mark.parametrize("harm", [signal.SIGKILL, signal.SIGSTOP])
def test_harm_to_the_workers_costs_at_most_one_quick_move(
    workers: WorkerPool, harm: signal.Signals
) -> None:
    game = Game(BRAZILIAN)
    victims = workers.pids()
    for pid in victims:
        threading.Timer(0.01, os.kill, (pid, harm)).start()
    for _ in range(12):
        began = time.monotonic()
        reply = beginners_reply(game)
        assert time.monotonic() - began < BUDGET + SLACK
        assert reply.move in game.legal_moves
        game = game.play(reply.move)
    end = time.monotonic() + 5
    while set(workers.pids()) & set(victims) or len(workers.pids()) < 2:
        assert time.monotonic() < end
        time.sleep(0.01)
    assert not beginners_reply(game).is_fallback


def test_sixteen_games_at_once_on_two_workers_are_all_answered_in_time(
    workers: WorkerPool,
) -> None:
    def reply_to(game: Game) -> tuple[float, Reply]:
        began = time.monotonic()
        reply = beginners_reply(game)
        return time.monotonic() - began, reply

    games = [
        *(Game(ENGLISH, position) for position in islice(midgame_positions(ENGLISH, 51), 8)),
        *(Game(BRAZILIAN, position) for position in islice(endings_with_kings(BRAZILIAN, 52), 8)),
    ]
    with ThreadPoolExecutor(16) as threads:
        replies = list(threads.map(reply_to, games))
    assert max(waited for waited, _ in replies) < BUDGET + SLACK
    for game, (_, reply) in zip(games, replies, strict=True):
        assert reply.move in game.legal_moves


@pytest.mark.parametrize(
    ("variant", "fen", "move"),
    [
        # 9x18 takes one man, 10x17x26 two.
        (ENGLISH, "B:W14,22,25,32:B9,10", "10x17x26"),
        (ENGLISH, "B:W21-32:B1-12", "9-13"),
    ],
)
def test_the_quick_move_takes_the_most_pieces_else_it_is_the_first(
    variant: Variant, fen: str, move: str
) -> None:
    assert str(quick_move(Game(variant, parse_fen(fen, variant)))) == move


def test_a_visitor_without_a_session_stops_nobody_else_s_search(workers: WorkerPool) -> None:
    asked = SearchJob("english", ENGLISH.start, (), "hard", 1, time.monotonic() + 1)
    with ThreadPoolExecutor(1) as threads:
        answer = threads.submit(workers.answer, asked)
        time.sleep(0.1)
        began = time.monotonic()
        stop_thinking("")
        answer.result()
    assert time.monotonic() - began > 0.2
