"""How functions here are compiled: kept on disk where there is a place to keep them.

``NUMBA_CACHE_DIR`` is set by whoever imports the kernel (``game.engine.compiled``); without it
compiled code lives as long as the process. Other threads run while compiled code does, so that one
of them can call a search off.
"""

import os
from contextlib import contextmanager
from io import BytesIO

from numba import njit
from numba.core import caching

from game.engine.kernel.sealing import with_checksum

IS_CACHED = bool(os.environ.get("NUMBA_CACHE_DIR"))


class ChecksummedFile(caching.IndexDataCacheFile):
    """numba's files of compiled code, with a checksum at the end of each (``sealing``)."""

    @contextmanager
    def _open_for_write(self, filepath):
        content = BytesIO()
        yield content
        with super()._open_for_write(filepath) as file:
            file.write(with_checksum(content.getvalue()))


caching.IndexDataCacheFile = ChecksummedFile


def compiled(function):
    """Compile a function for the workspace it is handed when first called, and keep the code."""
    return njit(cache=IS_CACHED, nogil=True)(function)


def inlined(function):
    """The same, laid into whatever calls it."""
    return njit(cache=IS_CACHED, nogil=True, inline="always")(function)
