"""Keeps finished games: written and withdrawn together with the session's game.

``game.play.solo.actions`` calls it on every change; ``my_games`` and ``results`` read what is kept.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from game.models import FinishedGame
from game.play.players import known_player, player_of
from game.play.sessions import SessionStore
from game.play.solo.game import SoloGame

KEPT = "kept"
"""Set in the stored form of a game whose end has been written down."""


def settle(
    session: SessionStore, solo: SoloGame, before: Any, form: dict[str, Any], now: datetime
) -> None:
    """Write down a game that has just ended; withdraw one that Undo lets go on.

    The session must be held. ``form`` is ``solo`` as it will be stored, in the place of ``before``.
    """
    was_kept = _is_kept(before, solo.id)
    if solo.outcome is None:
        if was_kept:
            FinishedGame.objects.filter(owner=known_player(session), game_id=solo.id).delete()
        return
    form[KEPT] = True
    if was_kept:
        return
    FinishedGame.objects.create(
        owner_id=player_of(session),
        game_id=solo.id,
        form={name: value for name, value in form.items() if name != KEPT},
        variant=form["variant"],
        opponent=solo.opponent,
        level=solo.level,
        player=solo.player.letter,
        winner="" if solo.outcome.winner is None else solo.outcome.winner.letter,
        termination=solo.outcome.termination.value,
        article=solo.outcome.article,
        plies=solo.ply,
        begun_at=_instant(solo.begun) or now,
        finished_at=now,
    )


def _is_kept(before: Any, game_id: str) -> bool:
    return isinstance(before, dict) and before.get("id") == game_id and KEPT in before


def _instant(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
