"""The archive of finished games: a game is added when it ends, and removed if undo resumes it.

``game.play.solo.actions`` and ``game.play.tables.storage`` write to it; ``my_games`` and
``results`` read it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from game.models import FinishedGame
from game.play.game_record import encode_game
from game.play.players import known_player, player_of
from game.play.sessions import SessionStore
from game.play.solo.game import SoloGame
from game.rules import Outcome

ARCHIVED = "kept"
"""Key set in a session's stored game once it is in the archive."""


def update_archive(
    session: SessionStore, solo: SoloGame, before: Any, stored: dict[str, Any], now: datetime
) -> None:
    """Archive a game that has just ended; delete it from the archive if undo has resumed it.

    The session must be locked. ``stored`` is the JSON of ``solo`` that will replace ``before``; it
    gets the key ARCHIVED if the game is in the archive.
    """
    was_archived = _is_archived(before, solo.id)
    if solo.outcome is None:
        if was_archived:
            FinishedGame.objects.filter(owner=known_player(session), game_id=solo.id).delete()
        return
    if not was_archived:
        finished_game(player_of(session), solo, solo.outcome, _instant(solo.begun), now).save()
    stored[ARCHIVED] = True


def finished_game(
    owner: str, solo: SoloGame, outcome: Outcome, begun_at: datetime | None, now: datetime
) -> FinishedGame:
    """Return the unsaved row for a game of ``owner`` that ended ``now``."""
    return FinishedGame(
        owner_id=owner,
        game_id=solo.id,
        form=encode_game(solo),
        variant=solo.variant.rule_set,
        opponent=solo.opponent,
        level=solo.level,
        player=solo.player.letter,
        winner="" if outcome.winner is None else outcome.winner.letter,
        termination=outcome.termination.value,
        article=outcome.article,
        plies=solo.ply,
        begun_at=begun_at or now,
        finished_at=now,
    )


def _is_archived(stored: Any, game_id: str) -> bool:
    return isinstance(stored, dict) and stored.get("id") == game_id and ARCHIVED in stored


def _instant(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
