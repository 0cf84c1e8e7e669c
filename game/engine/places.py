"""Where the engine stores its files."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

PROJECT = Path(__file__).parents[2]


def writable(name: str) -> Path | None:
    """Return a folder with this name in the first of four writable places, or None."""
    configured = os.environ.get("CHECKERS_ENGINE_DIR")
    places = [
        *([Path(configured)] if configured else []),
        Path(os.environ.get("CHECKERS_DATA_DIR", PROJECT / "var")) / "engine",
        Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "crownhead" / "engine",
        Path(tempfile.gettempdir()) / f"crownhead-{os.getuid()}" / "engine",
    ]
    for place in places:
        folder = place / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return None
