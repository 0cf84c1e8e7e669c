"""The folder the site writes to, readable by its owner only."""

from __future__ import annotations

import os
import stat
from pathlib import Path

FOLDER, FILE = 0o700, 0o600
DATABASE = "crownhead.sqlite3"
SECRET = "secret-key"
PRIVATE = (SECRET, DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm")
FOLDERS = {"static", "engine", "lost+found"}
"""Folders that may be in a data folder used by the site alone."""


def make_private(folder: Path) -> None:
    """Create the folder and remove others' access to it and its files; raise OSError.

    A folder that serves others too (another user's, or one with other folders in it, such as /srv)
    keeps its mode, but the site's own files in it become private.
    """
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    if not any(path.is_dir() and path.name not in FOLDERS for path in folder.iterdir()):
        _close(folder, FOLDER)
    for name in PRIVATE:
        if (folder / name).is_file():
            _close(folder / name, FILE)


def create_database_file(folder: Path) -> None:
    """Create an empty private file, as SQLite would create a readable one; raise OSError."""
    if not (folder / DATABASE).exists():
        os.close(os.open(folder / DATABASE, os.O_WRONLY | os.O_CREAT, FILE))


def _close(path: Path, mode: int) -> None:
    found = path.stat()
    is_shared = found.st_uid != os.geteuid() or found.st_mode & stat.S_ISVTX
    if stat.S_IMODE(found.st_mode) & ~mode and not is_shared:
        path.chmod(mode)
