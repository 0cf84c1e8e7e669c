"""My games: what a player has finished, to look at again, to count, to take along, to throw away.

``game.play.archive`` writes it down when a game ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.contrib.sessions.models import Session
from django.db.models import Count, Exists, OuterRef, QuerySet

from game.engine.levels import LEVELS
from game.models import FinishedGame, Player
from game.notation.pdn_writer import clock_comments
from game.play.identity import known_player, player_of
from game.play.removed import note_removed, was_removed
from game.play.sessions import SessionStore
from game.play.solo_game import COMPUTER, FRIEND, TABLE, SoloGame
from game.play.stored import read_form
from game.rules import Game, Side

ALL = "all"
"""What was removed when all games were; no game has this id."""


@dataclass(frozen=True)
class Score:
    """Results of one kind of games: by rule set, and against the computer by level."""

    variant: str
    level: str
    """Key of the computer's level; empty for games between friends, TABLE for those at tables."""
    first: int
    """Won by the player; between friends by Black."""
    second: int
    """Lost by the player; between friends won by White."""
    drawn: int

    @property
    def played(self) -> int:
        """All games of the kind."""
        return self.first + self.second + self.drawn


def finished_games(session: SessionStore) -> QuerySet[FinishedGame]:
    """This player's games, the latest first."""
    games = FinishedGame.objects.filter(owner=known_player(session))
    return games.order_by("-finished_at", "-id")


def is_kept(session: SessionStore, game_id: str) -> bool:
    """Whether this player has a finished game of that id, and has not thrown it away."""
    return finished_games(session).filter(game_id=game_id).exists()


def solo_of(kept: FinishedGame) -> SoloGame:
    """A finished game as the session had it; a ValueError or LookupError if it cannot be read."""
    return read_form(kept.form)


def readable(games: QuerySet[FinishedGame]) -> Iterator[tuple[FinishedGame, SoloGame]]:
    """Each game with what it was; one that this version cannot read is left out."""
    for kept in games.iterator(chunk_size=100):
        try:
            yield kept, solo_of(kept)
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
            note_removed(session, game_id)
        return was_removed(session, game_id)


def delete_all_games(session: SessionStore) -> None:
    """Throw all games and results away."""
    with session.exclusive():
        finished_games(session).delete()
        note_removed(session, ALL)


def counted_from(session: SessionStore) -> datetime | None:
    """Since when results are counted; None for all games."""
    owner = Player.objects.filter(id=known_player(session)).only("counted_from").first()
    return owner.counted_from if owner else None


def reset_results(session: SessionStore, now: datetime) -> None:
    """Count results from ``now`` on; the games themselves stay."""
    with session.exclusive():
        Player.objects.filter(id=player_of(session)).update(counted_from=now)


def scores(session: SessionStore, since: datetime | None) -> list[Score]:
    """How this player's games since then ended; games watched are nobody's result.

    Against the computer by rule set and level, then those between friends and those at tables by
    rule set.
    """
    games = finished_games(session).filter(opponent__in=(COMPUTER, FRIEND, TABLE))
    if since is not None:
        games = games.filter(finished_at__gt=since)
    kinds = ("opponent", "variant", "level", "player", "winner")
    counts: dict[tuple[str, str, str], list[int]] = {}
    for row in games.order_by().values(*kinds).annotate(games=Count("id")):
        is_friends = row["opponent"] == FRIEND
        own = Side.BLACK.letter if is_friends else row["player"]
        level = {FRIEND: "", TABLE: TABLE}.get(row["opponent"], row["level"])
        kind = (row["opponent"], row["variant"], level)
        at = 2 if not row["winner"] else int(row["winner"] != own)
        counts.setdefault(kind, [0, 0, 0])[at] += row["games"]
    order = sorted(counts, key=lambda kind: (kind[0], kind[1], [*LEVELS, "", TABLE].index(kind[2])))
    return [Score(*kind[1:], *counts[kind]) for kind in order]


def score_so_far(session: SessionStore, solo: SoloGame) -> Score | None:
    """The results of this player's games of the kind of this one; None if none is counted."""
    level = solo.level if solo.is_against_computer else ""
    found = [] if solo.is_watched else scores(session, counted_from(session))
    kind = (solo.variant.rule_set, level)
    return next((score for score in found if (score.variant, score.level) == kind), None)


def forget_the_gone() -> None:
    """Delete players, and with them their games, whose sessions have ended and were cleared."""
    session = Session.objects.filter(session_key=OuterRef("session_key"))
    Player.objects.filter(~Exists(session)).delete()
