"""What the tests are run with: a run that cannot go on ends, and ends as a failure."""

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


def test_when_a_process_that_runs_tests_dies_the_run_ends_and_has_failed(tmp_path: Path) -> None:
    """With `--dist loadgroup` a process in its place would be waited for without end."""
    (tmp_path / "test_eight.py").write_text(TESTS)
    command = [sys.executable, "-m", "pytest", "-c", ROOT / "pyproject.toml", "-n", "2", tmp_path]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=250)
    assert ran.returncode != 0
    assert "test_one_of_eight[3]" in ran.stdout
