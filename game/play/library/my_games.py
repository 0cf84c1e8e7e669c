"""My games: what a player has finished, to look at again, to count, to take along, to throw away.

``game.play.library.archive`` writes it down when a game ends.
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
"""What was removed when all games were; no game has this id."""


def finished_games(session: SessionStore) -> QuerySet[FinishedGame]:
    """This player's games, the latest first."""
    games = FinishedGame.objects.filter(owner=known_player(session))
    return games.order_by("-finished_at", "-id")


def is_kept(session: SessionStore, game_id: str) -> bool:
    """Whether this player has a finished game of that id, and has not thrown it away."""
    return finished_games(session).filter(game_id=game_id).exists()


def game_of(kept: FinishedGame) -> SoloGame:
    """A finished game as the session had it; a ValueError or LookupError if it cannot be read."""
    return decode_game(kept.form)


def readable(games: QuerySet[FinishedGame]) -> Iterator[tuple[FinishedGame, SoloGame]]:
    """Each game with what it was; one that this version cannot read is left out."""
    for kept in games.iterator(chunk_size=100):
        try:
            yield kept, game_of(kept)
        except (ArithmeticError, LookupError, TypeError, ValueError):
            continue


def comments(solo: SoloGame) -> dict[int, str]:
    """What the clocks showed after the moves of a game at a table, for its game file.

    Days for each move are not written: game files know no more than 99 hours.
    """
    record = solo.record
    if record is None or record.control is None or record.control.is_per_move:
        return {}
    return clock_comments(solo.game, record.control.base, record.times)


def from_here(solo: SoloGame, ply: int) -> Game:
    """A game of its own, by the same rules, from where this one stood after ``ply`` moves."""
    at = solo.game
    while at.ply > ply:
        at = at.undo()
    return Game(solo.variant, at.position)


def delete_game(session: SessionStore, game_id: str) -> bool:
    """Throw one game away, its result too; whether there was such a game, a moment ago at least."""
    with session.exclusive():
        deleted, _ = finished_games(session).filter(game_id=game_id).delete()
        if deleted:
            remember_removal(session, game_id)
        return was_removed(session, game_id)


def delete_all_games(session: SessionStore) -> None:
    """Throw all games and results away."""
    with session.exclusive():
        finished_games(session).delete()
        remember_removal(session, ALL)
