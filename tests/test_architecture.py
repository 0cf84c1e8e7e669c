"""The architecture: dependencies point at the rules, and views and files stay short."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAX_VIEW_LENGTH = 25
MAX_FILE_LENGTH = 600


def test_imports_respect_the_layers() -> None:
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
def test_bare_process_imports_nothing_heavy(module: str, heavy: list[str]) -> None:
    program = f"import sys, {module}; print(*sorted(set({heavy!r}) & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []


def test_every_view_is_short() -> None:
    found = [
        (path, node)
        for path in (ROOT / "game" / "web").rglob("*views.py")
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    too_long = [
        f"{path.name}: {view.name} has {lines} lines"
        for path, view in found
        if (lines := (view.end_lineno or 0) - view.lineno + 1) > MAX_VIEW_LENGTH
    ]
    assert found
    assert too_long == []


def test_no_file_is_too_long() -> None:
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
        if (lines := len(path.read_text().splitlines())) > MAX_FILE_LENGTH
    ]
    assert written
    assert too_long == []


def test_no_module_is_used_by_tests_alone() -> None:
    sources = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for folder in ["game", "checkers_site"]
        for path in (ROOT / folder).rglob("*.py")
    }
    # Django, granian and the command line find these by name or place.
    found_by_place = re.compile(
        r"game\.(admin|apps|migrations\b.*|management(\.commands\b.*)?|templatetags\b.*)"
        r"|checkers_site\.(settings|bench_settings|bench_urls|serve|wsgi|asgi|urls)"
    )
    used = {name for path in sources.values() for name in _names_in(path)}
    unused = sorted(
        name
        for name, path in sources.items()
        if name not in used and path.read_text().strip() and not found_by_place.fullmatch(name)
    )
    assert unused == []


def _names_in(path: Path) -> set[str]:
    """Return every module that a file imports or names in a string, and their packages."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Import(names=aliases):
                names |= {alias.name for alias in aliases}
            case ast.ImportFrom(module=str(module), names=aliases):
                names |= {module} | {f"{module}.{alias.name}" for alias in aliases}
            case ast.Constant(value=str(text)):
                names |= set(re.findall(r"(?:game|checkers_site)(?:\.\w+)+", text))
    return names | {name.rpartition(".")[0] for name in names}
