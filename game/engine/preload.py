"""What the fork server imports and every worker so begins with: the engine, compiled if kept."""

from game.engine import compiled, worker

__all__ = ["worker"]

if compiled.is_ready():
    compiled.load()
