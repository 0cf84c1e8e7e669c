"""Changes the code, one place at a time, and lists the changes that no test notices.

    python -m tools.mutants [PART…] [--sample N] [--fresh]

A part is a folder or module of ``[tool.mutants]`` in pyproject.toml, or anything below one:
``game/rules``, ``game/rules/clock.py``; without any, all parts run. The work is done on a copy in
``var/mutants``, so no file that somebody edits is ever changed. A later run tries again only what
has survived and what is in functions that were edited since; ``--fresh`` tries everything.
``docs/mutants.md`` says why the survivors known so far may live.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import hashlib
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import django.test  # noqa: F401
import hypothesis  # noqa: F401
import playwright.sync_api  # noqa: F401
import pytest
from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import use_mutation
from cosmic_ray.plugins import get_operator, operator_names
from cosmic_ray.work_item import MutationSpec
from coverage import Coverage

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "var" / "mutants"
COPY = FOLDER / "copy"
SCRATCH = FOLDER / "tmp"
RESULTS = FOLDER / "results.json"
SURVIVORS = FOLDER / "survivors.diff"
OPTIONS = [
    "-q",
    "-n0",
    "--tb=short",
    "--assert=plain",
    "--timeout=60",
    "-p",
    "no:randomly",
    "-p",
    "no:cacheprovider",
]
NO_TESTS = 5
"""What pytest ends with if a file has none that are to be run."""
MEMORY = 3 << 30
"""Bytes that tests may take: of changed code some never stops making lists longer."""
SEED = 12
"""Of the same code, every run tries the same sample."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the parts asked for; 1 if their tests fail before anything is changed."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants")
    parser.add_argument("parts", nargs="*", help="folders or modules, such as game/rules")
    parser.add_argument("--sample", type=int, help="changes to try in each part; 0 tries all")
    parser.add_argument("--fresh", action="store_true", help="forget what earlier runs found")
    asked = parser.parse_args(arguments)
    config = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mutants"]
    if asked.fresh:
        shutil.rmtree(FOLDER, ignore_errors=True)
    _update_copy()
    os.chdir(COPY)
    sys.path[0] = str(COPY)
    SCRATCH.mkdir(exist_ok=True)
    os.environ["TMPDIR"] = str(SCRATCH)
    os.environ["CI"] = "true"  # tests/conftest.py: the same examples in every run
    operators = re.compile("|".join(config["operators"]))
    wanted = [Path(name) for name in asked.parts]
    survivors: list[str] = []
    for part in config["parts"]:
        modules = [
            path
            for code in map(Path, part["code"])
            for path in ([code] if code.is_file() else sorted(code.rglob("*.py")))
            if not wanted or any(name in (path, *path.parents) for name in wanted)
        ]
        if not modules:
            continue
        sample = part.get("sample", 0) if asked.sample is None else asked.sample
        diffs = _run(part, modules, operators, sample)
        if diffs is None:
            return 1
        survivors += diffs
    SURVIVORS.write_text("\n".join(survivors), encoding="utf-8")
    _say(f"Survivors: {SURVIVORS.relative_to(ROOT)}")
    return 0


def _update_copy() -> None:
    """Make the copy hold the files that git knows, and share what is compiled."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    names = {name for name in listed.split("\0") if name and (ROOT / name).is_file()}
    for folder in ("game", "tests"):
        for old in (COPY / folder).rglob("*.py"):
            if str(old.relative_to(COPY)) not in names:
                old.unlink()
    for name in names:
        source, copy = ROOT / name, COPY / name
        if not copy.exists() or copy.read_bytes() != source.read_bytes():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)
    engine = COPY / "var" / "engine"
    engine.parent.mkdir(parents=True, exist_ok=True)
    if not engine.is_symlink():
        engine.symlink_to(ROOT / "var" / "engine")


def _run(
    part: dict[str, Any], modules: list[Path], operators: re.Pattern[str], sample: int
) -> list[str] | None:
    """Try the changes of a part; the survivors as diffs, or None if its tests fail unchanged."""
    options = part.get("options", [])
    name = ", ".join(part["code"])
    folders = [Path(folder) for folder in part["tests"]]
    left_out = [Path(file) for file in part.get("without", [])]
    files = sorted({file for folder in folders for file in folder.rglob("test_*.py")})
    runs = {file: _unchanged(file, options, modules) for file in files if file not in left_out}
    if failed := [file for file, run in runs.items() if run is None]:
        _say(f"{name}: {failed[0]} fails before anything is changed")
        return None
    known = {file: run for file, run in runs.items() if run is not None}
    changes = [change for path in modules for change in _changes(path, operators)]
    chosen = changes
    if 0 < sample < len(changes):
        chosen = random.Random(SEED).sample(changes, sample)
        chosen.sort(key=lambda change: (change.module_path, change.start_pos))
    _say(f"{name}: {len(chosen)} of {len(changes)} changes")
    killed: list[str] = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else []
    scores: dict[Path, list[int]] = {path: [0, 0] for path in modules}
    diffs: list[str] = []
    keys = dict(zip(map(_place, changes), _keys(changes), strict=True))
    for change in chosen:
        key = keys[_place(change)]
        score = scores[change.module_path]
        score[1] += 1
        if key not in killed:
            able = _able_to_notice(change, known)
            operator = get_operator(change.operator_name)()
            with use_mutation(change.module_path, operator, change.occurrence) as (old, new):
                if not _notices(able, options, sum(known[file].seconds for file in able)):
                    _say(f"  survives: {change.module_path}:{change.start_pos[0]}")
                    diffs.append(_diff(change, old, new))
                    continue
            killed.append(key)
            RESULTS.write_text(json.dumps(killed), encoding="utf-8")
        score[0] += 1
    for path, (noticed, tried) in scores.items():
        if tried:
            _say(f"  {noticed:5} of {tried:5} killed  {path}")
    noticed, tried = (sum(column) for column in zip(*scores.values(), strict=True))
    _say(f"{name}: {noticed} of {tried} killed, {100 * noticed / max(tried, 1):.1f} %")
    return diffs


@dataclass(frozen=True)
class Run:
    """A file of tests, run while nothing is changed."""

    seconds: float
    """The processor's time it took."""
    lines: dict[str, set[int]]
    """The lines it runs, by module; each file starts afresh, so nothing is remembered for it."""


def _unchanged(file: Path, options: list[str], modules: list[Path]) -> Run | None:
    """Run a file of tests as the code is, unless it was and nothing changed; None if it fails."""
    shared = (*file.parent.glob("[!t]*.py"), *file.parent.parent.glob("[!t]*.py"))
    read = sorted({file, *modules, *shared})
    contents = b"".join(path.read_bytes() for path in read) + repr(options).encode()
    known = FOLDER / "runs" / f"{file.stem}.{hashlib.sha256(contents).hexdigest()[:16]}.json"
    if not known.exists():
        known.parent.mkdir(exist_ok=True)
        _fork(lambda: _trace(file, options, modules, known))
    if not known.exists():
        return None
    seconds, lines = json.loads(known.read_text("utf-8"))
    return Run(seconds, {module: set(numbers) for module, numbers in lines.items()})


def _trace(file: Path, options: list[str], modules: list[Path], known: Path) -> None:
    coverage = Coverage(
        data_file=None, config_file=False, include=[str(path.absolute()) for path in modules]
    )
    with coverage.collect():
        code = pytest.main([*OPTIONS, *options, str(file)])
    data = coverage.get_data()
    lines = {str(path): data.lines(str(path.absolute())) or [] for path in modules}
    if code in (0, NO_TESTS):
        known.write_text(json.dumps([time.process_time(), lines]), encoding="utf-8")
    os._exit(code)


def _able_to_notice(change: MutationSpec, runs: dict[Path, Run]) -> list[Path]:
    """The tests that run what was changed: those named like the module first, then the quick."""
    path, line = change.module_path, change.start_pos[0]
    numbers = set(_statement(path, line))
    like = f"test_{path.stem.split('_')[0]}"
    return sorted(
        (file for file, run in runs.items() if not numbers or run.lines[str(path)] & numbers),
        key=lambda file: (not file.name.startswith(like), runs[file].seconds),
    )


def _statement(path: Path, line: int) -> range:
    """The lines of the statement around a line, without its block; none for a decorator's."""
    found = range(0)
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            end = body[0].lineno - 1 if body else node.end_lineno or node.lineno
            lines = range(node.lineno, max(end, node.lineno) + 1)
            if line in lines:
                found = lines
    return found


def _notices(tests: list[Path], options: list[str], seconds: float) -> bool:
    """Whether a test fails, or they take far longer than ``seconds``; in a process of their own.

    It is forked from this one, which has imported what takes long and is never changed.
    """
    if not tests:
        return False
    status = _fork(lambda: _test(tests, options, seconds))
    shutil.rmtree(SCRATCH)  # nobody else clears away what a process leaves that is stopped
    SCRATCH.mkdir()
    return status != 0


def _fork(work: Callable[[], None]) -> int:
    """Do ``work`` in a process of its own; how that ended, 0 if well."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1]
    try:
        work()
    finally:
        os._exit(1)


def _test(tests: list[Path], options: list[str], seconds: float) -> None:
    os.setsid()
    limit = int(3 * seconds + time.process_time()) + 10
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    sys.dont_write_bytecode = True
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    os._exit(pytest.main([*OPTIONS, "-x", *options, *map(str, tests)]))


def _diff(change: MutationSpec, old: str, new: str) -> str:
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), n=2, lineterm="")
    return "\n".join([f"{change.module_path} {change.operator_name}", *list(lines)[2:], ""])


def _changes(path: Path, operators: re.Pattern[str]) -> Iterator[MutationSpec]:
    """Every change to a module, but those to annotations, which nothing evaluates."""
    nodes = list(ast_nodes(get_ast_from_path(path)))
    unread = _annotations(path)
    for name in operator_names():
        operator = get_operator(name)
        if not operators.fullmatch(name) or operator.arguments():
            continue
        places = (place for node in nodes for place in operator().mutation_positions(node))
        for occurrence, (start, end) in enumerate(places):
            if not any(first <= start and end <= last for first, last in unread):
                yield MutationSpec(path, name, occurrence, start, end)


def _annotations(path: Path) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        for name in ("annotation", "returns"):
            note = getattr(node, name, None)
            if isinstance(note, ast.expr):
                end = (note.end_lineno or 0, note.end_col_offset or 0)
                found.append(((note.lineno, note.col_offset), end))
    return found


def _place(change: MutationSpec) -> tuple[Path, str, int]:
    return change.module_path, change.operator_name, change.occurrence


def _keys(changes: Sequence[MutationSpec]) -> list[str]:
    """What each change is known by as long as nobody edits the function or statement it is in."""
    counts: Counter[str] = Counter()
    keys = []
    for change in changes:
        around = _scope(change.module_path, change.start_pos[0])
        text = ast.dump(around) if around is not None else ""
        name = hashlib.sha256(text.encode()).hexdigest()[:16]
        key = f"{change.module_path} {name} {change.operator_name}"
        keys.append(f"{key} {counts[key]}")
        counts[key] += 1
    return keys


@cache
def _scope(path: Path, line: int) -> ast.stmt | None:
    """The innermost function around a line, or what stands there outside all; no docstrings."""
    around = [
        node
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    functions = [node for node in around if isinstance(node, ast.FunctionDef)]
    return (functions[-1:] or around[:1] or [None])[0]


@cache
def _tree(path: Path) -> ast.Module:
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            node.body = [
                child
                for child in node.body
                if not (isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant))
            ]
    return tree


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
