"""Static files as collected: named by their hash, compressed, style sheets joined and bare."""

from __future__ import annotations

import re
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

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
