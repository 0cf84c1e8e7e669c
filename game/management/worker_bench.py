"""How well the worker processes keep their deadlines, idle and under load, and their memory."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from statistics import quantiles

from game.engine import NoAnswer, SearchJob
from game.engine.job import DEADLINE_MARGIN
from game.engine.levels import LEVELS
from game.engine.pool import HANG_TIMEOUT, WorkerPool
from game.rules import VARIANTS, Game

Write = Callable[[str, str], None]
WORKERS = 2
SEARCHES, SEARCH_SECONDS = 120, 0.1
ROUNDS = 20
FAR_OFF = 60.0
"""Seconds until a deadline that will not be reached."""
PLAYERS = 64
PAGE_SECONDS = 0.08
"""Kept back of a level's budget for the page, as ``game.play.solo.actions`` does."""


def report(write: Write, rng: random.Random) -> None:
    """Report the figures of the worker processes."""
    with closing(WorkerPool(WORKERS)) as pool:
        began = time.monotonic()
        pool.warm()
        while len(pool.pids()) < WORKERS:
            time.sleep(0.01)
        write(f"Workers: first {WORKERS} up", f"{time.monotonic() - began:.2f} s")
        write("Workers: lateness, nothing else running", _lateness(pool, rng))
        with _busy(WORKERS):
            write(f"Workers: lateness beside {WORKERS} busy processes", _lateness(pool, rng))
        write("Workers: a cancelled search is answered", _cancelled(pool, rng))
        write(f"Workers: {PLAYERS} players at once on Hard, {WORKERS} workers", _crowd(pool, rng))
        write("Workers: no answer past the deadline when all hang", _hung(pool, rng))
        write("Workers: Beginner's reply after all were killed", _killed(pool, rng))
        write("Workers: memory of each, shared parts divided", _memory(pool))


def _lateness(pool: WorkerPool, rng: random.Random) -> str:
    """Return how long after its planned end a search is answered, median and 99th percentile."""
    late = []
    for _ in range(SEARCHES):
        deadline = time.monotonic() + SEARCH_SECONDS
        try:
            pool.answer(_job(rng, deadline))
        except NoAnswer:
            late.append(DEADLINE_MARGIN)
        else:
            late.append(time.monotonic() - (deadline - DEADLINE_MARGIN))
    # Searches that ended early, because another depth was not worth starting, do not count.
    ended = sorted(1000 * seconds for seconds in late if seconds > 0)
    return f"p50 {ended[len(ended) // 2]:.1f} ms, p99 {quantiles(ended, n=100)[98]:.1f} ms"


def _cancelled(pool: WorkerPool, rng: random.Random) -> str:
    """Return how long after it is cancelled a search is answered, with what it has found."""
    taken = []
    with ThreadPoolExecutor(1) as threads:
        for _ in range(ROUNDS):
            job = _job(rng, time.monotonic() + FAR_OFF, level="master", asker="bench")
            answer = threads.submit(pool.answer, job)
            time.sleep(SEARCH_SECONDS)
            began = time.monotonic()
            pool.stop("bench")
            with suppress(NoAnswer):
                answer.result()
            taken.append(time.monotonic() - began)
    return f"after {_spread(taken)}"


def _hung(pool: WorkerPool, rng: random.Random) -> str:
    """Return how long after its deadline a search with hanging workers is given up."""
    late = []
    for _ in range(ROUNDS):
        _signal_all(pool, signal.SIGSTOP)
        deadline = time.monotonic() + SEARCH_SECONDS
        with suppress(NoAnswer):
            pool.answer(_job(rng, deadline))
        late.append(time.monotonic() - deadline)
        _wait_for_workers(pool)
    return _spread(late)


def _killed(pool: WorkerPool, rng: random.Random) -> str:
    """Return how long a reply takes if new workers have to be started first."""
    taken, unanswered = [], 0
    for _ in range(ROUNDS):
        _signal_all(pool, signal.SIGKILL)
        began = time.monotonic()
        try:
            pool.answer(_job(rng, began + FAR_OFF, level="beginner"))
        except NoAnswer:
            unanswered += 1
        taken.append(time.monotonic() - began)
        _wait_for_workers(pool)
    share = max(taken) / (LEVELS["beginner"].budget_ms / 1000)
    return f"{_spread(taken)}, {share:.2f} of its time, {unanswered} without a search"


def _signal_all(pool: WorkerPool, what: signal.Signals) -> None:
    pids = pool.pids()
    for pid in pids:
        os.kill(pid, what)
    while what is signal.SIGKILL and any(Path(f"/proc/{pid}").exists() for pid in pids):
        time.sleep(0.001)


def _wait_for_workers(pool: WorkerPool) -> None:
    """Wait until no worker hangs and all are up."""
    time.sleep(HANG_TIMEOUT)
    while len(pool.pids()) < WORKERS:
        time.sleep(0.01)


def _spread(seconds: list[float]) -> str:
    times = sorted(1000 * taken for taken in seconds)
    return f"p50 {times[len(times) // 2]:.1f} ms, slowest {times[-1]:.1f} ms"


def _crowd(pool: WorkerPool, rng: random.Random) -> str:
    budget = LEVELS["hard"].budget_ms / 1000 - PAGE_SECONDS

    def ask(game: Game) -> tuple[float, int]:
        began = time.monotonic()
        job = SearchJob("english", game.position, (), "hard", 1, began + budget, game.ply)
        try:
            depth = pool.answer(job).depth
        except NoAnswer:
            depth = 0
        return time.monotonic() - began, depth

    games = [_midgame(rng) for _ in range(PLAYERS)]
    with ThreadPoolExecutor(PLAYERS) as threads:
        answers = list(threads.map(ask, games))
    depths = [depth for _, depth in answers]
    return (
        f"slowest {max(waited for waited, _ in answers):.2f} s, "
        f"depth {min(depths)} to {max(depths)}, {depths.count(0)} without a search"
    )


def _memory(pool: WorkerPool) -> str:
    sizes = []
    for pid in pool.pids():
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        sizes += [int(line.split()[1]) // 1024 for line in lines if line.startswith("Pss:")]
    return " and ".join(f"{size} MB" for size in sizes)


def _job(rng: random.Random, deadline: float, level: str = "hard", asker: str = "") -> SearchJob:
    game = _midgame(rng)
    return SearchJob("english", game.position, (), level, 1, deadline, game.ply, asker=asker)


def _midgame(rng: random.Random) -> Game:
    while True:
        game = Game(VARIANTS["english"])
        for _ in range(rng.randrange(4, 24)):
            if game.outcome is None:
                game = game.play(rng.choice(game.legal_moves))
        if game.outcome is None and len(game.legal_moves) > 1:
            return game


@contextmanager
def _busy(count: int) -> Iterator[None]:
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()
