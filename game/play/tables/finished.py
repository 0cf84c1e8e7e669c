"""A game of a table that is over, as each player's archive keeps it."""

from __future__ import annotations

from datetime import datetime

from game.models import FinishedGame
from game.play.library.archive import finished_game
from game.play.solo.game import FRIEND, TABLE, SoloGame, TableRecord, new_game
from game.play.tables.game import TableGame
from game.rules import Outcome, Side


def archive_for_players(table: TableGame, outcome: Outcome, now: datetime) -> None:
    """Archive the game for both players; the table must be held and have just ended."""
    FinishedGame.objects.bulk_create(
        finished_game(seat.player_id, _seen_by(table, side), outcome, table.row.started_at, now)
        for side, seat in table.seats.items()
        if seat.player_id is not None
    )


def _seen_by(table: TableGame, side: Side) -> SoloGame:
    """The game as the player of one side keeps it."""
    # Between friends a level is only what the next game against the computer begins from.
    is_on_one_device = table.is_on_one_device
    return SoloGame(
        game=table.game,
        opponent=FRIEND if is_on_one_device else TABLE,
        level=new_game().level if is_on_one_device else "",
        player=side,
        bottom=side,
        seed=0,
        id=table.id,
        record=TableRecord(
            names=(table.seats[Side.BLACK].name, table.seats[Side.WHITE].name),
            control=table.control,
            times=tuple(table.times),
        ),
    )
