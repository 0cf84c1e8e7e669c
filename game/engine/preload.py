"""What the fork server imports for every worker: the engine, compiled if it is ready."""

import gc

from game.engine import compiled, worker
from game.rules import VARIANTS

__all__ = ["worker"]

if compiled.is_ready():
    # Loaded here it is shared by all workers, and no search has to load it.
    compiled.load().preload(VARIANTS.values())
    # A garbage collection in a worker would copy all of this, which takes a tenth of a second.
    gc.collect()
    gc.freeze()
