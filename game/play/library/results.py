"""Wins, losses and draws of a player's finished games, and when counting began."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count

from game.engine.levels import LEVELS
from game.models import Player
from game.play.library.my_games import finished_games
from game.play.players import known_player, player_of
from game.play.sessions import SessionStore
from game.play.solo.game import COMPUTER, FRIEND, TABLE, SoloGame
from game.rules import Side


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
