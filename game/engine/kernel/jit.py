"""How functions here are compiled: kept on disk where there is a place to keep them.

``NUMBA_CACHE_DIR`` is set by whoever imports the kernel (``game.engine.compiled``); without it
compiled code lives as long as the process. Other threads run while compiled code does, so that one
of them can call a search off.
"""

import os

from numba import njit

IS_KEPT = bool(os.environ.get("NUMBA_CACHE_DIR"))


def compiled(function):
    """Compile a function for the workspace it is handed when first called, and keep the code."""
    return njit(cache=IS_KEPT, nogil=True)(function)


def inlined(function):
    """The same, laid into whatever calls it."""
    return njit(cache=IS_KEPT, nogil=True, inline="always")(function)
