"""My games: a player's finished games, to replay, export, continue or delete.

``game.play.library.archive`` adds a game when it ends.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import QuerySet

from game.models import FinishedGame
from game.notation.pdn_writer import clock_comments
from game.play.game_record import decode_game
from game.play.players import known_player
from game.play.removals import remember_removal, was_removed
from game.play.sessions import SessionStore
from game.play.solo.game import SoloGame
from game.rules import Game

ALL = "all"
"""Stands for all games where the id of a deleted one is remembered; no game has this id."""
SCORE = "score"
"""Session key of the score from before the game that is played (``results.keep_score``)."""


def finished_games(session: SessionStore) -> QuerySet[FinishedGame]:
    """Return this player's finished games, the latest first."""
    games = FinishedGame.objects.filter(owner=known_player(session))
    return games.order_by("-finished_at", "-id")


def is_kept(session: SessionStore, game_id: str) -> bool:
    """Return whether this player has a finished game with that id."""
    return finished_games(session).filter(game_id=game_id).exists()


def game_of(finished: FinishedGame) -> SoloGame:
    """Return a finished game as its session had it.

    Raises KeyError, TypeError or ValueError if this version cannot read it.
    """
    return decode_game(finished.form)


def readable(games: QuerySet[FinishedGame]) -> Iterator[tuple[FinishedGame, SoloGame]]:
    """Yield each row with its game, leaving out those that this version cannot read."""
    for finished in games.iterator(chunk_size=100):
        try:
            yield finished, game_of(finished)
        except (ArithmeticError, LookupError, TypeError, ValueError):
            continue


def comments(solo: SoloGame) -> dict[int, str]:
    """Return the PDN clock comments of a game at a table, by ply.

    Empty for a solo game, without a clock, and with days for each move, as PDN clocks stop at 99
    hours.
    """
    record = solo.record
    if record is None or record.control is None or record.control.is_per_move:
        return {}
    return clock_comments(solo.game, record.control.base, record.times)


def from_here(solo: SoloGame, ply: int) -> Game:
    """Return a new game, by the same rules, that starts from this one's position at ``ply``."""
    earlier = solo.game
    while earlier.ply > ply:
        earlier = earlier.undo()
    return Game(solo.variant, earlier.position)


def delete_game(session: SessionStore, game_id: str) -> bool:
    """Delete a game and its result; return whether it existed, now or until a moment ago."""
    with session.exclusive():
        deleted, _ = finished_games(session).filter(game_id=game_id).delete()
        if deleted:
            remember_removal(session, game_id)
            session.pop(SCORE, None)
        return was_removed(session, game_id)


def delete_all_games(session: SessionStore) -> None:
    """Delete all of this player's games and results."""
    with session.exclusive():
        finished_games(session).delete()
        remember_removal(session, ALL)
        session.pop(SCORE, None)
