"""Endgame tables: what is known for certain of positions with few pieces, and where it is kept.

``files`` is how tables are shipped, unpacked and mapped; ``making`` makes them. They say who wins
with best play and in how many plies; draw counters and repetition they leave out. A search asks
them if told to (``CompiledSearch.search``), everybody else asks ``CompiledSearch.probe``.
"""

from game.engine.endgames.ending import Ending
from game.engine.endgames.files import DamagedTables, Tables, packed_variants, prepare, tables_of

__all__ = ["DamagedTables", "Ending", "Tables", "packed_variants", "prepare", "tables_of"]
