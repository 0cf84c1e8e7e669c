"""What the fork server imports and every worker so begins with: the engine, compiled if kept."""

import gc

from game.engine import compiled, worker
from game.rules import VARIANTS

__all__ = ["worker"]

if compiled.is_ready():
    # Read here it is shared by all workers, and no search is the first of its game.
    compiled.load().preload(VARIANTS.values())
    # A worker that looked through all of this for garbage would copy it, for a tenth of a second.
    gc.collect()
    gc.freeze()
