"""How functions of the kernel are compiled, and cached on disk where there is a place for it.

``game.engine.compiled`` sets ``NUMBA_CACHE_DIR`` before it imports the kernel; without it compiled
code lives as long as the process. Compiled code releases the GIL, so that another thread can cancel
a search.
"""

import os
from contextlib import contextmanager
from io import BytesIO

from numba import njit
from numba.core import caching

from game.engine.kernel.sealing import with_checksum

IS_CACHED = bool(os.environ.get("NUMBA_CACHE_DIR"))


class ChecksummedFile(caching.IndexDataCacheFile):
    """numba's cache files, with a checksum at the end of each (``sealing``)."""

    @contextmanager
    def _open_for_write(self, filepath):
        content = BytesIO()
        yield content
        with super()._open_for_write(filepath) as file:
            file.write(with_checksum(content.getvalue()))


caching.IndexDataCacheFile = ChecksummedFile


def compiled(function):
    """Compile a function on its first call, and cache the machine code."""
    return njit(cache=IS_CACHED, nogil=True)(function)


def inlined(function):
    """The same, inlined into every caller."""
    return njit(cache=IS_CACHED, nogil=True, inline="always")(function)
