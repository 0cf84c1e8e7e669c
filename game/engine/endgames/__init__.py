"""Endgame databases: perfect play with few pieces, as table files and probes.

``files`` ships, unpacks and maps tables; ``making`` builds them. They give the result with best
play and its distance in plies, ignoring draw counters and repetition. A search probes them on
request (``CompiledSearch.search``), all others use ``CompiledSearch.probe``.
"""

from game.engine.endgames.ending import Ending
from game.engine.endgames.files import DamagedTables, Tables, packed_variants, prepare, tables_of

__all__ = ["DamagedTables", "Ending", "Tables", "packed_variants", "prepare", "tables_of"]
