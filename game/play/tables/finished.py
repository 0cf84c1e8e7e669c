"""Games of tables that are over, as each player's library keeps them."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.play.tables.table_game import TableGame


def keep_for_players(at: TableGame, now: datetime) -> None:
    """Write the game down for both players; the table must be held and have just ended."""
