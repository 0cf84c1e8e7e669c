"""The layers of the house: dependencies point at the rules, and a machine checks it."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LONGEST_VIEW = 25
LONGEST_FILE = 600


def test_every_import_keeps_to_the_layers() -> None:
    command = [Path(sys.executable).parent / "lint-imports", "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("module", "heavy"),
    [
        ("game.rules", ["django", "numba", "numpy"]),
        ("game.notation", ["django", "numba", "numpy"]),
        ("game.engine", ["django", "numba", "numpy"]),
        ("checkers_site.serve", ["django", "granian", "game"]),
    ],
)
def test_a_bare_process_imports_no_more_than_it_needs(module: str, heavy: list[str]) -> None:
    program = f"import sys, {module}; print(*sorted(set({heavy!r}) & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []


def test_a_view_is_short_enough_to_read_at_once() -> None:
    found = [
        (path, node)
        for path in (ROOT / "game" / "web" / "views").glob("*.py")
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    too_long = [
        f"{path.name}: {view.name} has {lines} lines"
        for path, view in found
        if (lines := (view.end_lineno or 0) - view.lineno + 1) > LONGEST_VIEW
    ]
    assert found
    assert too_long == []


def test_no_file_is_too_long_to_be_about_one_thing() -> None:
    written = [
        path
        for folder in ["game", "checkers_site", "templates", "static", "tests"]
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".py", ".html", ".css", ".js", ".mjs"}
        and not {"migrations", "node_modules"} & set(path.parts)
    ]
    too_long = [
        f"{path.relative_to(ROOT)} has {lines} lines"
        for path in written
        if (lines := len(path.read_text().splitlines())) > LONGEST_FILE
    ]
    assert written
    assert too_long == []
