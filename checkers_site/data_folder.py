"""The folder that the site writes to, which nobody but its owner may look into."""

from __future__ import annotations

import os
import stat
from pathlib import Path

FOLDER, FILE = 0o700, 0o600
DATABASE = "crownhead.sqlite3"
SECRET = "secret-key"
PRIVATE = (SECRET, DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm")
FOLDERS = {"static", "engine", "lost+found"}
"""What may lie in a folder that is the site's alone."""


def make_private(folder: Path) -> None:
    """Make the folder, and close it and what is kept in it to everyone else; raises OSError.

    A folder that serves others too (it is another user's, or has other folders in it, as /srv has)
    stays as it is, but the site's own files in it are closed.
    """
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    if not any(path.is_dir() and path.name not in FOLDERS for path in folder.iterdir()):
        _close(folder, FOLDER)
    for name in PRIVATE:
        if (folder / name).is_file():
            _close(folder / name, FILE)


def begin_database(folder: Path) -> None:
    """Make an empty file for SQLite to begin in, which would let others read it; raises OSError."""
    if not (folder / DATABASE).exists():
        os.close(os.open(folder / DATABASE, os.O_WRONLY | os.O_CREAT, FILE))


def _close(path: Path, mode: int) -> None:
    found = path.stat()
    is_shared = found.st_uid != os.geteuid() or found.st_mode & stat.S_ISVTX
    if stat.S_IMODE(found.st_mode) & ~mode and not is_shared:
        path.chmod(mode)
