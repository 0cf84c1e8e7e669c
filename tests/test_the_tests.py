"""The test run itself: a dead process fails it, and database tests are marked."""

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
