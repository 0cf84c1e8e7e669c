"""Static files as collected: named by their hash, compressed, style sheets joined and bare."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

NOTE = "collected.json"
"""What was collected: the digest of the sources and the size of each copy."""

COMMENT = re.compile(rb"/\*.*?\*/\s*", re.DOTALL)
"""Our style sheets have no string with the marks of a comment in it."""
_IMPORT = re.compile(rb'@import url\("([\w.]+)"\);\s*')
"""As Django writes it, with the other sheet's final name."""
_SPACE = re.compile(rb"\s*([{};])\s*|([:,])\s+|\s+")
"""Space that means nothing, and runs of it; no string of a style sheet holds either."""


def without_space(sheet: bytes) -> bytes:
    """Return a style sheet without comments, line ends and space after punctuation."""
    bare = COMMENT.sub(b"", sheet)
    return _SPACE.sub(lambda found: found[1] or found[2] or b" ", bare).replace(b";}", b"}")


class LightStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """WhiteNoise's storage; a quarter of a compressed style sheet would be comments and space."""

    def _save(self, name: str, content: Any) -> str:
        if name.endswith(".css"):
            content = ContentFile(without_space(self._joined(b"".join(content.chunks()))))
        return str(super()._save(name, content))

    def _joined(self, sheet: bytes) -> bytes:
        """Return a style sheet with those that it imports in it: one request, not three."""
        return _IMPORT.sub(lambda found: self._sheet(found[1].decode()) or found[0], sheet)

    def _sheet(self, name: str) -> bytes:
        """Return a sheet that was collected before; empty until then, as Django comes back."""
        path = f"css/{name}"
        if not self.exists(path):
            return b""
        with self.open(path) as file:
            return bytes(file.read())


def collect(root: Path) -> None:
    """Copy the static files to ``root``, from where they are served, unless they are there.

    Compressing them takes more of the processor's time than the rest of a server's start.
    """
    digest = digest_of_sources()
    if _noted(root) == {"sources": digest, "copies": _sizes(root)}:
        return
    (root / NOTE).unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    text = json.dumps({"sources": digest, "copies": _sizes(root)})
    (root / NOTE).write_text(text, encoding="utf-8")


def digest_of_sources() -> str:
    """Return a digest of everything that the copies depend on."""
    digest = sha256(Path(__file__).read_bytes())
    digest.update(f"{version('django')} {version('whitenoise')}".encode())
    for finder in get_finders():
        for name, storage in sorted(finder.list([]), key=lambda found: found[0]):
            content = Path(storage.path(name)).read_bytes()
            digest.update(f"{name} {sha256(content).hexdigest()}".encode())
    return digest.hexdigest()


def _noted(root: Path) -> object:
    try:
        return json.loads((root / NOTE).read_text("utf-8"))
    except (OSError, ValueError):
        return None


def _sizes(root: Path) -> dict[str, int]:
    files = (file for file in root.rglob("*") if file.is_file() and file.name != NOTE)
    return {str(file.relative_to(root)): file.stat().st_size for file in files}
