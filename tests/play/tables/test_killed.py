"""Processes killed in the middle of their work: every game continues where it was."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.db import connection

from game.models import FinishedGame
from game.models.tables import Status
from game.play.tables import storage as table_storage
from game.play.tables.options import game_clock
from tests.play.tables.seating import at_second, seated

pytestmark = pytest.mark.heavy
ROOT = Path(__file__).parents[3]
KILLS, WORKERS, TABLES = 6, 2, 12


def work(seed: int, tables: list[str], folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.play.tables.table_worker"]
    return subprocess.Popen(
        [*command, str(connection.settings_dict["NAME"]), str(seed), *tables],
        env=os.environ | {"CHECKERS_DATA_DIR": str(folder)},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


def killed(lots: random.Random, shares: list[list[str]], folder: Path) -> list[str]:
    """Return what processes printed before all were killed at once, at a random moment."""
    workers = [work(lots.randrange(1000), tables, folder) for tables in shares]
    said = []
    for worker in workers:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "ready\n"
        said += [worker.stdout.readline() for _ in range(lots.randrange(5, 20))]
    time.sleep(lots.uniform(0, 0.01))
    for worker in workers:
        worker.kill()
    for worker in workers:
        assert worker.stdout is not None
        said += worker.stdout
        worker.stdout.close()
        worker.wait()
    return [line for line in said if line]


@pytest.mark.django_db(transaction=True)
def test_every_answered_move_survives_a_killed_process(tmp_path: Path):
    lots = random.Random(5)
    games = [seated(control=game_clock(15, 0))[0].id for _ in range(WORKERS * TABLES)]
    shares = [games[at::WORKERS] for at in range(WORKERS)]
    said: dict[str, dict[int, str]] = {table: {} for table in games}
    for _ in range(KILLS):
        for line in killed(lots, shares, tmp_path):
            table, ply, text = line.split()
            said[table][int(ply)] = text
        unsaid = 0
        for table in games:
            at = table_storage.load(table, at_second(1))
            played = {ply: str(move) for ply, move in enumerate(at.game.moves, 1)}
            assert said[table].items() <= played.items()
            kept = FinishedGame.objects.filter(game_id=table).count()
            assert kept == (2 if at.status is Status.OVER else 0)
            unsaid += len(played) - len(said[table])
            said[table] = played
        # A process dies at times after a move was stored and before it could say so.
        assert unsaid <= WORKERS
    assert sum(map(len, said.values())) >= 5 * WORKERS * KILLS
