"""Where the compiled engine is missing, the plain one plays until it is there."""

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


TAKEN_UP = """
    workers.warm()
    print(ask() > 0)
    while not compiled.is_ready():
        time.sleep(0.5)
    while ask("hard") < 100_000:
        time.sleep(1)
    print(ask() > 0)
"""


def run(folder: Path, body: str, timeout: float, **environment: str) -> list[str]:
    ran = subprocess.run(
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
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


def test_before_it_is_compiled_the_computer_answers_with_the_plain_engine(tmp_path: Path) -> None:
    body = """
        start = VARIANTS["english"].start
        plain = search(start, VARIANTS["english"], Limit(depth=3), margin=20)
        print(ask() == plain.nodes, compiled.is_ready())
    """
    assert run(tmp_path, body, 100) == ["True False"]


def test_a_process_that_serves_pages_never_loads_the_compiler(tmp_path: Path) -> None:
    body = """
        import checkers_site.wsgi
        workers.warm()
        workers._workers().close()
        print("numba" in sys.modules, "numpy" in sys.modules)
    """
    assert run(tmp_path, body, 100, CHECKERS_ENGINE_DIR=str(ROOT / "var" / "engine")) == [
        "False False"
    ]


def test_workers_begin_with_what_every_game_is_played_with(tmp_path: Path) -> None:
    body = """
        import game.engine.preload
        from game.engine.convert import is_supported
        from game.engine.endgames import tables_of
        from game.engine.weights import read_weights

        def read():
            return [known.cache_info().misses for known in (read_weights, tables_of)]

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
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of what the tests' engine was compiled to, to be damaged."""
    compiled_before = compiled.folder()
    assert compiled_before
    copied = tmp_path / "engine" / compiled_before.name
    shutil.copytree(compiled_before, copied)
    monkeypatch.setenv("CHECKERS_ENGINE_DIR", str(tmp_path / "engine"))
    assert compiled.folder() == copied
    assert compiled.is_ready()
    return copied


def code(kept: Path, name: str) -> Path:
    """A file of the folder, by how it begins and ends."""
    begin, _, end = name.partition("*")
    return min(kept.rglob(f"{begin}*{end}"))


DAMAGE = ["changed", "cut short", "emptied", "missing", "zeros", "longer"]
FILES = ["search.search-*.nbc", "search.search-*.nbi", "movegen.generate-*.nbc", "complete*"]


def spoil(path: Path, damage: str) -> None:
    """What a failing disk or a stray program does to a file."""
    content = path.read_bytes()
    middle = len(content) // 2
    spoilt = {
        "changed": content[:middle] + b"?!" + content[middle + 2 :],
        "cut short": content[:middle],
        "emptied": b"",
        "zeros": bytes(len(content)),
        "longer": content + b"\n",
    }
    path.unlink() if damage == "missing" else path.write_bytes(spoilt[damage])


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("name", FILES)
def test_damaged_code_is_noticed_before_it_is_loaded(kept: Path, name: str, damage: str) -> None:
    spoil(code(kept, name), damage)
    assert not compiled.is_ready()


def test_with_damaged_code_the_computer_answers_with_the_plain_engine(
    kept: Path, tmp_path: Path
) -> None:
    for path in kept.rglob("*.nbc"):
        spoil(path, "changed")
    body = """
        start = VARIANTS["english"].start
        plain = search(start, VARIANTS["english"], Limit(depth=3), margin=20)
        print(ask() == plain.nodes, compiled.is_ready())
    """
    assert run(tmp_path, body, 100) == ["True False"]


def test_damaged_code_is_compiled_again_and_the_rest_is_kept(kept: Path, tmp_path: Path) -> None:
    spoilt = [code(kept, "perft.perft_within-*.nbc"), code(kept, "movegen.generate-*.nbc")]
    rest = {path: path.stat().st_mtime_ns for path in kept.rglob("*.nbc") if path not in spoilt}
    for path in spoilt:
        spoil(path, "changed")
    body = """
        from django.core.management import call_command

        call_command("compile_engine")
        print(compiled.is_ready(), compiled.load() is not None)
        call_command("compile_engine")
    """
    said = run(tmp_path, body, 200)
    assert said[0] == "Engine: compiling, once; this takes up to a minute"
    assert said[-1] == "True True"
    assert compiled.is_ready()
    assert rest.items() <= {it: it.stat().st_mtime_ns for it in kept.rglob("*.nbc")}.items()


def test_code_that_is_compiled_later_is_sealed_as_well(kept: Path, tmp_path: Path) -> None:
    before = set(kept.rglob("*.nbc"))
    body = """
        compiled.load()
        from game.engine.kernel.bits import THREE, signed

        signed(THREE)
        print(compiled.is_ready())
    """
    assert run(tmp_path, body, 100) == ["True"]
    assert set(kept.rglob("*.nbc")) > before
    assert compiled.is_ready()


@pytest.mark.slow
def test_damaged_code_is_compiled_behind_and_then_taken_up(kept: Path, tmp_path: Path) -> None:
    for path in kept.rglob("*.nbc"):
        spoil(path, "changed")
    assert run(tmp_path, TAKEN_UP, 240) == ["True", "True"]


@pytest.mark.slow
def test_what_is_missing_is_compiled_behind_and_then_taken_up(tmp_path: Path) -> None:
    assert run(tmp_path, TAKEN_UP, 240) == ["True", "True"]


@pytest.mark.slow
def test_with_no_folder_to_keep_code_in_each_process_compiles_its_own(tmp_path: Path) -> None:
    # Root may write anywhere but below a file and in /proc.
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
