"""What the creator of a table sees while nobody has joined."""

from __future__ import annotations

from datetime import datetime

from game.models.tables import Status
from game.play.tables.lobby_view import TableEntry
from game.play.tables.view import TableView
from game.web.shared.http import GameRequest
from game.web.shared.links import is_local
from game.web.shared.terms import game_name
from game.web.tables import labels
from game.web.tables.links import joining_link
from game.web.tables.lobby_labels import describe_closing, describe_table, own_side


def own_table(request: GameRequest, view: TableView, now: datetime) -> dict[str, object] | None:
    """Return the choices, the link and when the table closes; None if it is not one's own."""
    table = view.table
    if table.status is not Status.WAITING or view.side is None:
        return None
    entry = TableEntry(table.row, tuple(table.seats.values()))
    return {
        "name": labels.name(table, view.side),
        "game": game_name(table.variant),
        "side": own_side(entry),
        "description": describe_table(entry),
        "closes": describe_closing(table.row, now),
        "link": joining_link(request, table.row),
        "is_listed": table.is_listed,
        "is_local": is_local(request),
    }
