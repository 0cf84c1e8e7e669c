"""The compiled engine, compiled once for all tests of it."""

import pytest

from game.engine import compiled
from game.engine.compiled_search import CompiledSearch


@pytest.fixture(scope="session", autouse=True)
def engine() -> CompiledSearch:
    """The engine of this process, as in a worker."""
    if not compiled.is_ready():
        compiled.prepare(lambda words: None)
    return compiled.load()
