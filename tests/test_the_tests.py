"""The test run itself: a dead process fails it, database tests are marked, cases take turns."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
TESTS = """
import os

import pytest


@pytest.mark.parametrize("number", range(8))
def test_one_of_eight(number):
    if number == 3:
        os._exit(1)
"""


def test_test_run_fails_when_one_of_its_processes_dies(tmp_path: Path) -> None:
    """With `--dist loadgroup` the run would wait for ever for a process in its place."""
    (tmp_path / "test_eight.py").write_text(TESTS)
    command = [sys.executable, "-m", "pytest", "-c", ROOT / "pyproject.toml", "-n", "2", tmp_path]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=250)
    assert ran.returncode != 0
    assert "test_one_of_eight[3]" in ran.stdout


USES_THE_DATABASE = """
import pytest


@pytest.fixture
def row(db):
    return db


@pytest.mark.django_db
def test_by_a_mark(): ...


def test_by_a_fixture(transactional_db): ...


def test_by_a_fixture_of_a_fixture(row): ...


def test_by_nothing(): ...
"""


def test_tests_that_use_the_database_are_marked_stored(tmp_path: Path) -> None:
    (tmp_path / "test_rows.py").write_text(USES_THE_DATABASE)
    pytest = [sys.executable, "-m", "pytest", "-c", ROOT / "pyproject.toml", "-p", "tests.conftest"]
    command = [*pytest, "-n", "0", "--collect-only", "-q", "-m", "stored", tmp_path]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=250)
    collected = {line.rpartition("::")[2] for line in ran.stdout.splitlines() if "::" in line}
    assert collected == {"test_by_a_mark", "test_by_a_fixture", "test_by_a_fixture_of_a_fixture"}


ROTATES = """
import pytest


@pytest.mark.rotates(3)
@pytest.mark.parametrize("number", range(6))
def test_in_turn(number): ...


@pytest.mark.parametrize("number", range(2))
def test_always(number): ...
"""


def test_cases_that_rotate_all_run_within_as_many_commits(tmp_path: Path) -> None:
    (tmp_path / "test_turns.py").write_text(ROTATES)
    pytest = [sys.executable, "-m", "pytest", "-c", ROOT / "pyproject.toml", "-p", "tests.conftest"]

    def collected(*options: str) -> list[str]:
        command = [*pytest, "-n", "0", "--collect-only", "-q", *options, tmp_path]
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=250)
        found = [line.rpartition("::")[2] for line in ran.stdout.splitlines() if "::" in line]
        return sorted(found)

    runs = [collected(f"--rotation={number}") for number in (1, 2, 3)]
    assert all(run[:2] == ["test_always[0]", "test_always[1]"] for run in runs)
    turns = sorted(case for run in runs for case in run[2:])
    assert turns == [f"test_in_turn[{number}]" for number in range(6)]
    left = collected("--rotation=1", "-m", "slow")
    assert sorted(left + runs[0][2:]) == turns
