"""The compiled engine on this machine: whether it is there, its cache folder, compiling it.

Nothing here imports the compiler until it is needed. ``manage.py compile_engine`` compiles what is
missing; until then the plain search of ``game.engine.search`` plays.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from game.engine import places
from game.engine.kernel import sealing

if TYPE_CHECKING:
    from game.engine.compiled_search import CompiledSearch

SOURCES = Path(__file__).parent / "kernel"
_MANIFEST = "complete"
"""This file lists all others; it is written last."""
_CODE_FILES = "*.nb[ic]"

_loaded: CompiledSearch | None = None


@cache
def fingerprint() -> str:
    """Return a hash of what compiled code depends on: kernel sources, compiler and machine.

    numba itself checks only the file that defines a function, not those of the functions it calls.
    """
    digest = hashlib.sha256()
    for source in sorted(SOURCES.glob("*.py")):
        # numba recompiles a copied source even if its content is the same.
        digest.update(f"{source} {source.stat().st_mtime_ns}".encode())
        digest.update(source.read_bytes())
    for fact in (version("numba"), version("numpy"), platform.machine(), sys.version):
        digest.update(fact.encode())
    return digest.hexdigest()[:16]


def cache_folder() -> Path | None:
    """Return the cache folder of compiled code: the first writable place of four, or None."""
    return places.writable(fingerprint())


def is_installed() -> bool:
    """Return whether the compiler is installed."""
    return importlib.util.find_spec("numba") is not None


def is_ready() -> bool:
    """Return whether the compiled code is complete and intact, so that loading it is quick.

    Reads every file: 6 ms for the 4 MB that games are played with.
    """
    if not is_installed():
        return False
    cache = cache_folder()
    return cache is not None and _is_intact(cache)


def is_damaged() -> bool:
    """Return whether the code was compiled but is no longer intact."""
    cache = cache_folder()
    return cache is not None and (cache / _MANIFEST).exists() and not _is_intact(cache)


def _is_intact(cache: Path) -> bool:
    """Return whether all files in the manifest are there undamaged; there may be newer ones."""
    listed = sealing.read_verified(cache / _MANIFEST)
    if listed is None:
        return False
    present = {str(path.relative_to(cache)): path for path in cache.rglob(_CODE_FILES)}
    is_all = present.keys() >= set(listed.decode().splitlines())
    return is_all and all(sealing.read_verified(path) is not None for path in present.values())


def _delete_damaged(cache: Path) -> None:
    """Delete damaged files: numba would load them instead of compiling again."""
    (cache / _MANIFEST).unlink(missing_ok=True)
    for path in cache.rglob(_CODE_FILES):
        if sealing.read_verified(path) is None:
            path.unlink(missing_ok=True)


def _write_manifest(cache: Path) -> None:
    names = sorted(str(path.relative_to(cache)) for path in cache.rglob(_CODE_FILES))
    written = cache / f"{_MANIFEST}.new"
    written.write_bytes(sealing.with_checksum("\n".join(names).encode()))
    written.replace(cache / _MANIFEST)


def load() -> CompiledSearch:
    """Return this process's compiled search, ready to use; compile what is not cached."""
    global _loaded
    if _loaded is None:
        if cache_folder() is not None and not is_ready():
            prepare(lambda words: None)
        search = _new_search()
        for _, run in search.entries():
            run()
        _loaded = search
    return _loaded


def loaded() -> CompiledSearch | None:
    """Return the compiled search if this process has loaded it."""
    return _loaded


def prepare(report: Callable[[str], None]) -> None:
    """Compile what is missing or damaged, and cache it; ``report`` gets each step and failure."""
    cache = cache_folder()
    if cache is None:
        report("no writable folder for compiled code: it is compiled again at every start")
        return
    try:
        _compile_in(cache, report)
    except OSError as problem:
        report(
            f"compiled code cannot be written to {cache} ({problem.strerror}); "
            "until it can, the computer searches less deeply"
        )


def _compile_in(cache: Path, report: Callable[[str], None]) -> None:
    with _exclusive(cache):
        if is_ready():
            return
        _delete_damaged(cache)
        entries = _new_search().entries()
        for step, (name, run) in enumerate(entries, start=1):
            report(f"{step} of {len(entries)}: {name}")
            run()
        _write_manifest(cache)


@contextmanager
def _exclusive(cache: Path) -> Iterator[None]:
    """Wait until no other process compiles here: loading a file that is being written would crash.

    The lock is released when the process that holds it ends.
    """
    with (cache / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def prepare_in_background() -> None:
    """Compile everything in another process, at low priority."""
    program = "import os; os.nice(10); from game.engine import compiled; compiled.prepare(print)"
    paths = os.pathsep.join([str(places.PROJECT), os.environ.get("PYTHONPATH", "")])
    subprocess.Popen(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": paths},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )


def _new_search() -> CompiledSearch:
    cache = cache_folder()
    if cache is not None:
        # Read when numba is first imported.
        os.environ["NUMBA_CACHE_DIR"] = str(cache)
    from game.engine.compiled_search import CompiledSearch

    return CompiledSearch()
