"""Games of tables that are over, as each player's library keeps them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from game.models import FinishedGame
from game.play.game_record import AGREED, OFF_THE_BOARD, SCHEMA, stored_house_rules
from game.play.solo.game import FRIEND, TABLE, new_game
from game.play.tables.game import TableGame
from game.rules import Outcome, Side, Termination


def keep_for_players(at: TableGame, outcome: Outcome, now: datetime) -> None:
    """Write the game down for both players; the table must be held and have just ended."""
    FinishedGame.objects.bulk_create(
        FinishedGame(
            owner_id=seat.player_id,
            game_id=at.id,
            form=_form(at, outcome, side),
            variant=at.variant.rule_set,
            opponent=_opponent(at),
            level="",
            player=side.letter,
            winner="" if outcome.winner is None else outcome.winner.letter,
            termination=outcome.termination.value,
            article=outcome.article,
            plies=at.ply,
            begun_at=at.table.started_at or now,
            finished_at=now,
        )
        for side, seat in at.seats.items()
        if seat.player_id is not None
    )


def _form(at: TableGame, outcome: Outcome, own: Side) -> dict[str, Any]:
    """What ``game.play.game_record.read_form`` makes the game of again, seen from one side."""
    table, control = at.table, at.control
    # Between friends a level is only what the next game against the computer begins from.
    level = new_game().level if table.is_on_one_device else ""
    return {
        "schema": SCHEMA,
        "variant": at.variant.rule_set,
        "house_rules": stored_house_rules(at.variant.house_rules),
        "start": table.start,
        "moves": table.moves,
        "opponent": _opponent(at),
        "level": level,
        "player": own.letter,
        "bottom": own.letter,
        "seed": 0,
        "version": 0,
        "id": at.id,
        "table": {
            "names": [at.seats[side].name for side in Side],
            "control": control and [control.base, control.increment, control.is_per_move],
            "times": at.times,
        },
    } | _ending(outcome)


def _opponent(at: TableGame) -> str:
    return FRIEND if at.table.is_on_one_device else TABLE


def _ending(outcome: Outcome) -> dict[str, str]:
    winner = "" if outcome.winner is None else outcome.winner.letter
    termination = outcome.termination
    if termination is Termination.AGREEMENT:
        return {"ending": AGREED}
    if outcome.winner is not None and termination is Termination.RESIGNATION:
        return {"ending": outcome.winner.other.letter}
    if termination.value in OFF_THE_BOARD:
        return {"ending": termination.value, "winner": winner}
    return {}
