"""Where the compiled engine is missing, the plain one plays until it is ready."""

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from game.engine import compiled

ROOT = Path(__file__).parents[2]
PROLOGUE = """
    import logging, sys, time
    import django
    django.setup()
    from game.engine import Limit, SearchJob, compiled, search
    from game.play.computer import workers
    from game.rules import VARIANTS, Game

    def ask(level="beginner"):
        workers._workers().warm()
        while not workers._workers().pids():
            time.sleep(0.05)
        start = VARIANTS["english"].start
        job = SearchJob("english", start, (), level, 1, time.monotonic() + 60)
        return workers._workers().answer(job).nodes
"""


COMPILE_AND_USE = """
    workers.warm()
    print(ask() > 0)
    while not compiled.is_ready():
        time.sleep(0.5)
    while ask("hard") < 100_000:
        time.sleep(1)
    print(ask() > 0)
"""


def run(folder: Path, body: str, timeout: float, **environment: str) -> list[str]:
    process = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(PROLOGUE) + textwrap.dedent(body)],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
        env={
            **{k: v for k, v in os.environ.items() if not k.startswith("CHECKERS_")},
            "DJANGO_SETTINGS_MODULE": "checkers_site.settings",
            "PYTHONPATH": str(ROOT),
            "CHECKERS_DATA_DIR": str(folder / "var"),
            "CHECKERS_ENGINE_DIR": str(folder / "engine"),
            **environment,
        },
    )
    assert process.returncode == 0, process.stderr
    return process.stdout.splitlines()


def test_uses_the_plain_engine_until_the_compiled_one_is_ready(tmp_path: Path) -> None:
    body = """
        start = VARIANTS["english"].start
        plain = search(start, VARIANTS["english"], Limit(depth=3), margin=20)
        print(ask() == plain.nodes, compiled.is_ready())
    """
    assert run(tmp_path, body, 100) == ["True False"]


def test_web_process_never_loads_the_compiler(tmp_path: Path) -> None:
    body = """
        import checkers_site.wsgi
        workers.warm()
        workers._workers().close()
        print("numba" in sys.modules, "numpy" in sys.modules)
    """
    assert run(tmp_path, body, 100, CHECKERS_ENGINE_DIR=str(ROOT / "var" / "engine")) == [
        "False False"
    ]


def test_workers_start_with_weights_and_tables_of_every_game(tmp_path: Path) -> None:
    body = """
        import game.engine.preload
        from game.engine.convert import is_supported
        from game.engine.endgames import tables_of
        from game.engine.weights import fitted_weights

        def read():
            return [known.cache_info().misses for known in (fitted_weights, tables_of)]

        before = read()
        games = [variant for variant in VARIANTS.values() if is_supported(variant)]
        for variant in games:
            compiled.loaded().search(variant.start, variant, Limit(depth=2), tables=True)
        print(len(games) >= 9, read() == before)
    """
    assert run(tmp_path, body, 100, CHECKERS_ENGINE_DIR=str(ROOT / "var" / "engine")) == [
        "True True"
    ]


@pytest.fixture
def code_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the tests' compiled engine, to be damaged."""
    original = compiled.cache_folder()
    assert original
    copied = tmp_path / "engine" / original.name
    shutil.copytree(original, copied)
    monkeypatch.setenv("CHECKERS_ENGINE_DIR", str(tmp_path / "engine"))
    assert compiled.cache_folder() == copied
    assert compiled.is_ready()
    return copied


def code_file(code_cache: Path, name: str) -> Path:
    """Return a file of the folder by how its name begins and ends."""
    start, _, end = name.partition("*")
    return min(code_cache.rglob(f"{start}*{end}"))


def written_at(code_cache: Path) -> dict[Path, int]:
    """Return when each file of machine code was written."""
    return {path: path.stat().st_mtime_ns for path in code_cache.rglob("*.nbc")}


DAMAGE = ["changed", "cut short", "emptied", "missing", "zeros", "longer"]
FILES = ["search.search-*.nbc", "search.search-*.nbi", "movegen.generate-*.nbc", "complete*"]


def damage_file(path: Path, damage: str) -> None:
    """Damage a file as a failing disk or a stray program would."""
    content = path.read_bytes()
    middle = len(content) // 2
    damaged = {
        "changed": content[:middle] + b"?!" + content[middle + 2 :],
        "cut short": content[:middle],
        "emptied": b"",
        "zeros": bytes(len(content)),
        "longer": content + b"\n",
    }
    path.unlink() if damage == "missing" else path.write_bytes(damaged[damage])


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("name", FILES)
def test_detects_damaged_code_before_loading_it(code_cache: Path, name: str, damage: str) -> None:
    damage_file(code_file(code_cache, name), damage)
    assert not compiled.is_ready()


def test_uses_the_plain_engine_when_code_is_damaged(code_cache: Path, tmp_path: Path) -> None:
    for path in code_cache.rglob("*.nbc"):
        damage_file(path, "changed")
    body = """
        start = VARIANTS["english"].start
        plain = search(start, VARIANTS["english"], Limit(depth=3), margin=20)
        print(ask() == plain.nodes, compiled.is_ready())
    """
    assert run(tmp_path, body, 100) == ["True False"]


def test_recompiles_only_damaged_code(code_cache: Path, tmp_path: Path) -> None:
    damaged = [
        code_file(code_cache, "perft.run_perft-*.nbc"),
        code_file(code_cache, "movegen.generate-*.nbc"),
    ]
    intact = written_at(code_cache)
    for path in damaged:
        del intact[path]
        damage_file(path, "changed")
    body = """
        from django.core.management import call_command

        call_command("compile_engine")
        print(compiled.is_ready(), compiled.load() is not None)
        call_command("compile_engine")
    """
    output = run(tmp_path, body, 200)
    assert output[0] == "Engine: compiling, once; this takes up to a minute"
    assert output[-1] == "True True"
    assert compiled.is_ready()
    assert intact.items() <= written_at(code_cache).items()


def test_code_compiled_later_gets_a_checksum_too(code_cache: Path, tmp_path: Path) -> None:
    before = set(code_cache.rglob("*.nbc"))
    body = """
        compiled.load()
        from game.engine.kernel.bits import THREE, signed

        signed(THREE)
        print(compiled.is_ready())
    """
    assert run(tmp_path, body, 100) == ["True"]
    assert set(code_cache.rglob("*.nbc")) > before
    assert compiled.is_ready()


@pytest.mark.slow
def test_recompiles_damaged_code_in_the_background(code_cache: Path, tmp_path: Path) -> None:
    for path in code_cache.rglob("*.nbc"):
        damage_file(path, "changed")
    assert run(tmp_path, COMPILE_AND_USE, 240) == ["True", "True"]


@pytest.mark.slow
def test_compiles_missing_code_in_the_background(tmp_path: Path) -> None:
    assert run(tmp_path, COMPILE_AND_USE, 240) == ["True", "True"]


@pytest.mark.slow
def test_each_process_compiles_for_itself_without_a_cache_folder(tmp_path: Path) -> None:
    # Root can write anywhere except below a file and in /proc.
    (tmp_path / "var").mkdir()
    for blocked in (tmp_path / "file", tmp_path / "var" / "engine"):
        blocked.touch()
    body = """
        import tempfile
        tempfile.tempdir = "/proc"
        print(compiled.folder())
        logging.getLogger("crownhead").handlers = [logging.StreamHandler(sys.stdout)]
        workers.warm()
        english = VARIANTS["english"]
        print(compiled.load().perft(english.start, english, 4))
    """
    chosen = {
        "CHECKERS_DATA_DIR": str(tmp_path / "var"),
        "CHECKERS_ENGINE_DIR": str(tmp_path / "file" / "engine"),
        "XDG_CACHE_HOME": str(tmp_path / "file" / "cache"),
    }
    none, line, lines = run(tmp_path, body, 240, **chosen)
    assert line.startswith("No folder to keep the compiled engine in can be written to")
    assert (none, lines) == ("None", "1469")
