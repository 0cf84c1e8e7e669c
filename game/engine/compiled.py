"""Whether this machine has the compiled engine, where its code is kept, and how it gets there.

Nothing here imports the compiler until asked to. ``manage.py compile_engine`` compiles what is
missing; until that is done the plain search of ``game.engine.search`` plays.
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
"""In this file stand the names of all others, once they are there."""
_CODE_FILES = "*.nb[ic]"

_loaded: CompiledSearch | None = None


@cache
def fingerprint() -> str:
    """What compiled code depends on: every source of the kernel, the compiler, the machine.

    numba itself looks only at the file that defines a function, not at what that function calls.
    """
    digest = hashlib.sha256()
    for source in sorted(SOURCES.glob("*.py")):
        # numba takes a copied source, though the same, for another one and compiles it again.
        digest.update(f"{source} {source.stat().st_mtime_ns}".encode())
        digest.update(source.read_bytes())
    for fact in (version("numba"), version("numpy"), platform.machine(), sys.version):
        digest.update(fact.encode())
    return digest.hexdigest()[:16]


def folder() -> Path | None:
    """Where compiled code is kept: the first of four places that can be written to, or None."""
    return places.writable(fingerprint())


def is_installed() -> bool:
    """Whether there is a compiler at all."""
    return importlib.util.find_spec("numba") is not None


def is_ready() -> bool:
    """Whether the compiled code is there and whole, so that loading it takes a moment.

    Every file is read for that: 6 ms for the 4 MB that games are played with.
    """
    if not is_installed():
        return False
    cache = folder()
    return cache is not None and _is_intact(cache)


def is_damaged() -> bool:
    """Whether the compiled code was there and is no longer whole."""
    cache = folder()
    return cache is not None and (cache / _MANIFEST).exists() and not _is_intact(cache)


def _is_intact(cache: Path) -> bool:
    """Whether all that was compiled is there as it was written; more may have been since."""
    listed = sealing.read_verified(cache / _MANIFEST)
    if listed is None:
        return False
    present = {str(path.relative_to(cache)): path for path in cache.rglob(_CODE_FILES)}
    is_all = present.keys() >= set(listed.decode().splitlines())
    return is_all and all(sealing.read_verified(path) is not None for path in present.values())


def _delete_damaged(cache: Path) -> None:
    """Delete what is not as it was written: numba would load it, and not compile it again."""
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
    """The compiled search of this process, ready to think; compiles what is not kept."""
    global _loaded
    if _loaded is None:
        if folder() is not None and not is_ready():
            prepare(lambda words: None)
        search = _new_search()
        for _, run in search.entries():
            run()
        _loaded = search
    return _loaded


def loaded() -> CompiledSearch | None:
    """The compiled search if this process has loaded it."""
    return _loaded


def prepare(report: Callable[[str], None]) -> None:
    """Compile what is not kept, or damaged, and keep it; ``report`` hears of each step and failure."""
    cache = folder()
    if cache is None:
        report("no folder to keep compiled code in can be written to: every start compiles it anew")
        return
    try:
        _compile_in(cache, report)
    except OSError as problem:
        report(
            f"compiled code cannot be kept in {cache} ({problem.strerror}); "
            "until it is, the computer looks less far"
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
    """Wait until no other process compiles here: what one is writing crashes another that loads it.

    The lock goes with the process that has it.
    """
    with (cache / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def prepare_behind() -> None:
    """Have another process, at low priority, compile everything and keep it."""
    program = "import os; os.nice(10); from game.engine import compiled; compiled.prepare(print)"
    paths = os.pathsep.join([str(places.PROJECT), os.environ.get("PYTHONPATH", "")])
    subprocess.Popen(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": paths},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )


def _new_search() -> CompiledSearch:
    cache = folder()
    if cache is not None:
        # Read when numba is first imported.
        os.environ["NUMBA_CACHE_DIR"] = str(cache)
    from game.engine.compiled_search import CompiledSearch

    return CompiledSearch()
