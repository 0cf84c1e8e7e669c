"""Where the compiled engine is missing, the plain one plays until it is there."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROLOGUE = """
    import logging, sys, time
    import django
    django.setup()
    from game.engine import Limit, SearchJob, compiled, search
    from game.play import opponent
    from game.rules import VARIANTS, Game

    def ask(level="beginner"):
        opponent._workers().warm()
        while not opponent._workers().pids():
            time.sleep(0.05)
        start = VARIANTS["english"].start
        job = SearchJob("english", start, (), level, 1, time.monotonic() + 60)
        return opponent._workers().answer(job).nodes
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
        opponent.warm()
        opponent._workers().close()
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


@pytest.mark.slow
def test_what_is_missing_is_compiled_behind_and_then_taken_up(tmp_path: Path) -> None:
    body = """
        opponent.warm()
        print(ask() > 0)
        while not compiled.is_ready():
            time.sleep(0.5)
        while ask("hard") < 100_000:
            time.sleep(1)
        print(ask() > 0)
    """
    assert run(tmp_path, body, 240) == ["True", "True"]


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
        opponent.warm()
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
